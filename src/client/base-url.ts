// The base URL of a venue: checked once, so that no secret can leave for another place.
import { fail, ok, type Result } from '../domain/index.js';

export interface BaseUrl {
  /** Scheme, host and port: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Path in front of every route, without a slash at its end. */
  readonly path: string;
}

/**
 * Parses the base URL of a venue on this machine: 127.0.0.0/8, ::1 or localhost. Fault code
 * `client.base-url`.
 */
export function parseBaseUrl(text: string): Result<BaseUrl> {
  const url = toUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const found = JSON.stringify(text.slice(0, 80));
    return fail('client.base-url', `expected an http or https URL as base URL, found ${found}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return fail(
      'client.base-url',
      `expected a base URL of host, port and path only, found more at ${url.origin}`,
    );
  }
  if (!isLoopbackHost(url.hostname)) {
    return fail(
      'client.base-url',
      `expected a venue on this machine (127.0.0.0/8, ::1 or localhost), found ${url.hostname}`,
    );
  }
  return ok({ origin: url.origin, path: url.pathname.replace(/\/+$/, '') });
}

/**
 * All spellings of one host come out as one: letters small, other scripts as `xn--`, no dot at its
 * end.
 */
function toUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

/** One spelling of the same base URL; of one that is none, the text itself. */
export function spellBaseUrl(text: string): string {
  const parsed = parseBaseUrl(text);
  return parsed.ok ? `${parsed.value.origin}${parsed.value.path}` : text;
}

const LOOPBACK = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;

/**
 * Whether a host of a parsed URL is this machine. The parser has written every spelling of an IPv4
 * address as four decimal parts.
 */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

export function isLoopbackUrl(baseUrl: string): boolean {
  return isLoopbackHost(toUrl(baseUrl)?.hostname ?? '');
}
