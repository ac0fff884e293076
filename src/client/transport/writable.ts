// Checks whether a request can be written as HTTP/1.1; others are refused before they reach a
// connection.

/** Header value (RFC 9110, section 5.5): no control characters, none beyond Latin-1. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PATH = /^\/[\x21-\x7e]*$/;

interface Head {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether a header can have this text unchanged. */
export function isHeaderValue(text: string): boolean {
  return HEADER_VALUE.test(text);
}

/**
 * Why a request cannot be written; undefined when it can. Shows no value, since it may be a secret.
 */
export function findUnwritable({ path, headers }: Head): string | undefined {
  if (!PATH.test(path))
    return 'cannot write the request: its path has characters that a URL cannot have';
  for (const name in headers) {
    if (!HEADER_NAME.test(name)) {
      return `cannot write the request: ${JSON.stringify(name)} is not a valid header name`;
    }
    if (!isHeaderValue(headers[name] ?? '')) {
      return `cannot write the request: header ${name} has a character that a header cannot have`;
    }
  }
  return undefined;
}
