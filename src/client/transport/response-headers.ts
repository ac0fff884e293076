// What the client reads from an answer: the venue's time, the token, the kind of body, its words.
import { type Instant, MILLISECOND, type Micros, SECOND } from '../../domain/index.js';
import { readReasonCode, type VenueProfile } from '../../protocol/index.js';
import type { HttpResponse } from './transport.js';

/** The venue's time of an answer, from its Date header with a grain of one second. */
export function findDate(answer: HttpResponse): Instant | undefined {
  const { date } = answer.headers;
  const millis = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(millis) ? undefined : millis * MILLISECOND;
}

/** The token of an answer: the header of its name first, else the cookie (wire facts 2.1). */
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

/** Statuses that may carry a Retry-After, and the longest wait that is obeyed. */
const WAITING: readonly number[] = [429, 503];
const MAX_WAIT_SECONDS = 60;

/** How long the venue asks to wait; a date is not read: it would be by the venue's clock. */
export function findWait({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): Micros {
  const text = WAITING.includes(status) ? headers['retry-after'] : undefined;
  if (typeof text !== 'string' || !/^\d{1,6}$/.test(text.trim())) return 0;
  return Math.min(Number(text), MAX_WAIT_SECONDS) * SECOND;
}

/** Printable ASCII without blanks: it goes back as a header. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text);
}

/** The body, or undefined when its content type says that it is no JSON. */
export function findJsonText(answer: HttpResponse): string | undefined {
  const type = answer.headers['content-type'];
  const isJson = typeof type !== 'string' || /\bjson\b/i.test(type);
  return isJson || answer.body.trim() === '' ? answer.body : undefined;
}

/** Status, code and words of an answer that was not wanted; a secret goes before they are cut. */
export function describeAnswer(
  { status, body }: HttpResponse,
  profile: VenueProfile,
  redact: (text: string) => string,
): string {
  const { code, message } = readReasonCode(redact(body), profile);
  return [`status ${String(status)}`, code, message].filter((word) => word !== '').join(': ');
}
