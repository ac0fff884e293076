// HMAC-signed requests (wire facts 2.3): what is signed, and the header that carries the signature.
import { z } from 'zod';
import { fail, type Micros, ok, type Result, SECOND } from '../domain/index.js';

export const HMAC_ALGORITHMS = ['hmac-sha256', 'hmac-sha384', 'hmac-sha512'] as const;
export type HmacAlgorithm = (typeof HMAC_ALGORITHMS)[number];

/** The choices that the venue's description of HMAC leaves open. */
export interface HmacProfile {
  /** Spelling of the key that names the id; it is not signed. */
  readonly idKey: 'username' | 'userId';
  readonly algorithm: HmacAlgorithm;
  /** Lower-case names of what is signed, in this order; `request-line` is the request line. */
  readonly signedHeaders: readonly string[];
  /** End of the signed request line. */
  readonly httpVersion: string;
  /** Whether the path part of the base URL is in the signed request line. */
  readonly signsBasePath: boolean;
  /** How far `Date` may be from the venue's time, either way. */
  readonly maxClockSkew: Micros;
}

export const DEFAULT_HMAC_PROFILE: HmacProfile = {
  idKey: 'username',
  algorithm: 'hmac-sha256',
  signedHeaders: ['request-line', 'date', 'digest'],
  httpVersion: 'HTTP/1.1',
  signsBasePath: true,
  maxClockSkew: 300 * SECOND,
};

/** Name in the list of signed headers that stands for the request line. */
export const REQUEST_LINE = 'request-line';
/** Name and value of the header that says how the request is proven. */
export const TYPE_HEADER = { name: 'type', value: 'hmac' } as const;

/** The part of `node:crypto` that signing needs. */
export interface Hashing {
  createHash(name: string): Hash;
  createHmac(name: string, key: string | Uint8Array): Hash;
}

interface Hash {
  update(data: string | Uint8Array): Hash;
  digest(encoding: 'base64'): string;
}

/** What the header `Authorization` says. */
export interface Authorization {
  readonly idKey: HmacProfile['idKey'];
  readonly id: string;
  readonly algorithm: string;
  readonly headers: readonly string[];
  /** Base64. */
  readonly signature: string;
}

/** What an id or a secret has to be, in words. */
export const HMAC_TEXT = 'printable ASCII without quote and backslash';

/** Whether a text may be an id or a secret. */
export function isHmacText(text: string): boolean {
  return /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(text);
}

/** An id or secret in a configuration. */
export const hmacTextSchema = z.string().refine(isHmacText, { message: `expected ${HMAC_TEXT}` });

/** The header `Digest` of a body; one without bytes has a digest too. */
export function formatDigest(body: Uint8Array, hashing: Hashing): string {
  return `SHA-256=${hashing.createHash('sha256').update(body).digest('base64')}`;
}

/** The request line as it is signed; `target` is path and query as they go on the wire. */
export function formatRequestLine(method: string, target: string, profile: HmacProfile): string {
  return `${method} ${target} ${profile.httpVersion}`;
}

/**
 * The text that is signed: per name in `headers` the request line, or name and value of the header.
 * Fault code `protocol.hmac` when a named header is absent.
 */
export function formatSigningString(
  headers: readonly string[],
  requestLine: string,
  findHeader: (name: string) => string | undefined,
): Result<string> {
  const lines: string[] = [];
  for (const name of headers) {
    const value = name === REQUEST_LINE ? undefined : findHeader(name);
    if (name === REQUEST_LINE) lines.push(requestLine);
    else if (value !== undefined) lines.push(`${name}: ${value}`);
    else return failHmac(`expected the signed header ${name}, found it missing`);
  }
  return ok(lines.join('\n'));
}

/** The signature of a text, base64 with padding. */
export function signText(
  text: string,
  secret: string | Uint8Array,
  algorithm: HmacAlgorithm,
  hashing: Hashing,
): string {
  const name = algorithm.slice('hmac-'.length);
  return hashing.createHmac(name, secret).update(text).digest('base64');
}

/** The header `Authorization`; its parameters always stand in this order. */
export function formatAuthorization(authorization: Authorization): string {
  const { idKey, id, algorithm, headers, signature } = authorization;
  return (
    `hmac ${idKey}="${id}", algorithm="${algorithm}", headers="${headers.join(' ')}"` +
    `, signature="${signature}"`
  );
}

const AUTHORIZATION =
  /^hmac (username|userId)="([^"]+)", algorithm="([^"]+)", headers="([^"]+)", signature="([^"]+)"$/;
/** Printable ASCII without backslash. */
const PLAIN = /^[\x20-\x5b\x5d-\x7e]+$/;

/** The parts of a header `Authorization`. Fault code `protocol.hmac`, which repeats none of it. */
export function parseAuthorization(text: string): Result<Authorization> {
  const match = PLAIN.test(text) ? AUTHORIZATION.exec(text) : null;
  if (match === null) {
    const form = 'hmac username="...", algorithm="...", headers="...", signature="..."';
    return failHmac(`Authorization: expected ${form}, found another form`);
  }
  const [, idKey, id = '', algorithm = '', names = '', signature = ''] = match;
  const headers = names.split(' ');
  const isList = headers.every((name) => /^[a-z0-9-]+$/.test(name));
  if (!isList || new Set(headers).size < headers.length) {
    return failHmac('Authorization: expected lower-case names in headers, each once, found others');
  }
  return ok({ idKey: idKey === 'userId' ? idKey : 'username', id, algorithm, headers, signature });
}

function failHmac(message: string) {
  return fail('protocol.hmac', message);
}
