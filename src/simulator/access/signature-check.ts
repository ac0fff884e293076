// Authenticates a request by its HMAC signature (wire facts 2.3).
import { createHash, createHmac } from 'node:crypto';
import {
  formatDuration,
  formatInstant,
  type Instant,
  type Micros,
  MILLISECOND,
} from '../../domain/index.js';
import {
  type Authorization,
  formatDigest,
  formatRequestLine,
  formatSigningString,
  type HmacProfile,
  parseAuthorization,
  signText,
  TYPE_HEADER,
} from '../../protocol/index.js';
import type { UserOrders, Venue } from '../../venue/index.js';
import type { HttpRequest, Reading } from '../http/read-request.js';
import { isSameSecret } from './secrets.js';
import type { SimulatorUser } from '../settings.js';

/** Account of the signer at a session time, or a problem text, which contains no secret. */
export type SignatureCheck = (at: Instant, request: HttpRequest) => Reading<UserOrders>;

const HASHING = { createHash, createHmac };

/** Whether a request has a signature, valid or not, in place of a token. */
export function isSigned(request: HttpRequest): boolean {
  return (
    findHeader(request, 'authorization') !== undefined ||
    findHeader(request, TYPE_HEADER.name) === TYPE_HEADER.value
  );
}

/** Creates the check for users with an HMAC id; an unknown id takes as long as a wrong secret. */
export function createSignatureCheck(
  users: readonly SimulatorUser[],
  venue: Venue,
  profile: HmacProfile,
): SignatureCheck {
  const signers = new Map(
    users.flatMap(({ user, org, hmac }) => {
      const account = venue.findAccount(user, org);
      const isSigner = hmac !== undefined && account !== undefined;
      return isSigner ? [[hmac.id, { secret: hmac.secret, account }] as const] : [];
    }),
  );
  return (at, request) => {
    const read = readAuthorization(request, profile);
    if ('problem' in read) return read;
    const { id, headers, signature } = read.value;
    const line = formatRequestLine(request.method, request.target, profile);
    const text = formatSigningString(headers, line, (name) => findHeader(request, name));
    if (!text.ok) return { problem: `Authorization: ${text.fault.message}.` };
    const problem =
      findDateProblem(findHeader(request, 'date'), at, profile.maxClockSkew) ??
      findDigestProblem(request);
    if (problem !== undefined) return { problem };
    const signer = signers.get(id);
    const expected = signText(text.value, signer?.secret ?? '', profile.algorithm, HASHING);
    const isRight = isSameSecret(signature, expected);
    return isRight && signer !== undefined
      ? { value: signer.account }
      : { problem: 'Authorization: id or signature is wrong.' };
  };
}

/**
 * Parses the Authorization header and checks it against the profile: key, algorithm, signed
 * headers.
 */
function readAuthorization(request: HttpRequest, profile: HmacProfile): Reading<Authorization> {
  if (findHeader(request, TYPE_HEADER.name) !== TYPE_HEADER.value) {
    return { problem: `${TYPE_HEADER.name}: expected ${TYPE_HEADER.value}.` };
  }
  const header = findHeader(request, 'authorization');
  if (header === undefined) return { problem: 'Authorization is missing.' };
  const parsed = parseAuthorization(header);
  if (!parsed.ok) return { problem: `${parsed.fault.message}.` };
  const { idKey, algorithm, headers } = parsed.value;
  if (idKey !== profile.idKey) {
    return { problem: `Authorization: expected the key ${profile.idKey}, found ${idKey}.` };
  }
  if (algorithm !== profile.algorithm) {
    return { problem: `Authorization: expected the algorithm ${profile.algorithm}.` };
  }
  const unsigned = profile.signedHeaders.filter((name) => !headers.includes(name));
  return unsigned.length === 0
    ? { value: parsed.value }
    : { problem: `Authorization: expected headers to name ${unsigned.join(' and ')} too.` };
}

function findDateProblem(text: string | undefined, at: Instant, skew: Micros): string | undefined {
  if (text === undefined) return 'Date is missing.';
  const millis = Date.parse(text);
  if (Number.isNaN(millis) || new Date(millis).toUTCString() !== text) {
    return 'Date: expected an HTTP date in UTC, found another form.';
  }
  if (Math.abs(millis * MILLISECOND - at) <= skew) return undefined;
  const expected = `expected a time within ${formatDuration(skew)} of ${formatInstant(at)}`;
  return `Date: ${expected}, found ${text}.`;
}

function findDigestProblem(request: HttpRequest): string | undefined {
  const digest = findHeader(request, 'digest');
  if (digest === undefined) return 'Digest is missing.';
  return digest === formatDigest(request.body, HASHING)
    ? undefined
    : 'Digest: expected that of the body which came, found another.';
}

function findHeader({ headers }: HttpRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
