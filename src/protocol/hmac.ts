// HMAC-signed requests (wire facts 2.3): the signed text and the Authorization header.
import { z } from 'zod';
import { fail, type Micros, ok, type Result, SECOND } from '../domain/index.js';

export const HMAC_ALGORITHMS = ['hmac-sha256', 'hmac-sha384', 'hmac-sha512'] as const;
export type HmacAlgorithm = (typeof HMAC_ALGORITHMS)[number];

/** Settings that the venue's description of HMAC leaves open. */
export interface HmacProfile {
  /** Key of the user id in the header; it is not signed. */
  readonly idKey: 'username' | 'userId';
  readonly algorithm: HmacAlgorithm;
  /** Lower-case names of the signed headers, in this order; `request-line` is the request line. */
  readonly signedHeaders: readonly string[];
  /** Last part of the signed request line. */
  readonly httpVersion: string;
  /** Whether the signed request line includes the path of the base URL. */
  readonly signsBasePath: boolean;
  /** Maximum difference between `Date` and the venue's time, either way. */
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

/** Name of the request line in the list of signed headers. */
export const REQUEST_LINE = 'request-line';
/** Header that states the kind of authentication. */
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

/** Parts of the `Authorization` header. */
export interface Authorization {
  readonly idKey: HmacProfile['idKey'];
  readonly id: string;
  readonly algorithm: string;
  readonly headers: readonly string[];
  /** Base64. */
  readonly signature: string;
}

/** Description of the characters allowed in an id or a secret. */
export const HMAC_TEXT = 'printable ASCII without quote and backslash';

export function isHmacText(text: string): boolean {
  return /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(text);
}

/** Schema of an id or secret in a configuration. */
export const hmacTextSchema = z.string().refine(isHmacText, { message: `expected ${HMAC_TEXT}` });

/** `Digest` header of a body; an empty body has one too. */
export function formatDigest(body: Uint8Array, hashing: Hashing): string {
  return `SHA-256=${hashing.createHash('sha256').update(body).digest('base64')}`;
}

/** The request line as signed; `target` is path and query as sent. */
export function formatRequestLine(method: string, target: string, profile: HmacProfile): string {
  return `${method} ${target} ${profile.httpVersion}`;
}

/**
 * The text to sign: one line for each of `headers`, which is the request line or `name: value`.
 * Fault code `protocol.hmac` when a listed header is absent.
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

/** Signature of a text in padded base64. */
export function signText(
  text: string,
  secret: string | Uint8Array,
  algorithm: HmacAlgorithm,
  hashing: Hashing,
): string {
  const name = algorithm.slice('hmac-'.length);
  return hashing.createHmac(name, secret).update(text).digest('base64');
}

/** The `Authorization` header, parameters in fixed order. */
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

/**
 * Parses an `Authorization` header. Fault code `protocol.hmac`, whose message repeats no part of
 * it.
 */
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
