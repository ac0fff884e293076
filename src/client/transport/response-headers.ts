// Reads what the client needs from a response: the venue's time, token, JSON body, reason.
import { type Instant, MILLISECOND, type Micros, SECOND } from '../../domain/index.js';
import { readReasonCode } from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import type { HttpResponse } from './transport.js';

/** The venue's time from the Date header, whole seconds. */
export function findDate(answer: HttpResponse): Instant | undefined {
  const { date } = answer.headers;
  const millis = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(millis) ? undefined : millis * MILLISECOND;
}

/** Token of a response: from the header of that name, else from the cookie (wire facts 2.1). */
export function findToken(
  answer: HttpResponse,
  profile: Pick<VenueProfile, 'tokenCookie' | 'tokenHeader'>,
): string | undefined {
  const named = answer.headers[profile.tokenHeader.toLowerCase()];
  const header = typeof named === 'string' ? named : named?.[0];
  if (header !== undefined) return isToken(header) ? header : undefined;
  const cookies = answer.headers['set-cookie'] ?? [];
  for (const cookie of typeof cookies === 'string' ? [cookies] : cookies) {
    const [pair = ''] = cookie.split(';', 1);
    const [name, ...value] = pair.split('=');
    const text = value.join('=').trim();
    if (name?.trim() === profile.tokenCookie && isToken(text)) return text;
  }
  return undefined;
}

/** Statuses that may have a Retry-After, and the longest wait that is respected. */
const WAITING: readonly number[] = [429, 503];
const MAX_WAIT_SECONDS = 60;

/** Wait that the venue asks for. A date is ignored, since it refers to the venue's clock. */
export function findWait({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): Micros {
  const text = WAITING.includes(status) ? headers['retry-after'] : undefined;
  if (typeof text !== 'string' || !/^\d{1,6}$/.test(text.trim())) return 0;
  return Math.min(Number(text), MAX_WAIT_SECONDS) * SECOND;
}

/** Printable ASCII without blanks: the token is sent back as a header. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text);
}

/** The body; undefined when its content type is not JSON. */
export function findJsonText(answer: HttpResponse): string | undefined {
  const type = answer.headers['content-type'];
  const isJson = typeof type !== 'string' || /\bjson\b/i.test(type);
  return isJson || answer.body.trim() === '' ? answer.body : undefined;
}

/** Status, code and message of an unwanted response; secrets are removed before truncation. */
export function describeAnswer(
  { status, body }: HttpResponse,
  profile: VenueProfile,
  redact: (text: string) => string,
): string {
  const { code, message } = readReasonCode(redact(body), profile);
  return [`status ${String(status)}`, code, message].filter((word) => word !== '').join(': ');
}
