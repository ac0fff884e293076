// Classifies responses by what status and body prove about the outcome of a call.
import { isRecord } from '../validation/index.js';
import type { SubmitOutcome, SubmitResultEvent } from '../domain/events/index.js';
import type { TransportOutcome } from '../domain/venue/index.js';
import { readReasonCode } from './error-body.js';
import { DEFAULT_PROFILE, type VenueProfile } from './profile/profile.js';
import { cleanText, isIdText, parseJson } from './wire-text.js';

/**
 * Outcome of a place or cancel; the caller adds which of both it was. The class is what the
 * response alone proves, for callers without a policy; in a session the policy gives it.
 */
export interface SendOutcome extends Omit<SubmitResultEvent, 'type' | 'kind' | 'coId' | 'class'> {
  readonly class: SubmitOutcome;
}

/** Outcome of a read: a parsed body, the venue's "no result", or an unusable response. */
export type ReadClass =
  | { readonly class: 'data'; readonly body: unknown }
  | { readonly class: 'empty' }
  | {
      readonly class: 'failed';
      readonly message: string;
      /** Why a body with status 200 is unusable; absent when the status is the reason. */
      readonly transport?: TransportOutcome;
    };

/** Outcome of writes by status; other statuses except 2xx and 400 are `unknown`. */
const WRITE_CLASSES: ReadonlyMap<number, SubmitOutcome> = new Map<number, SubmitOutcome>([
  [401, 'rejected'],
  [403, 'rejected'],
  [405, 'weak'],
  [406, 'weak'],
  [409, 'weak'],
  [410, 'weak'],
  [411, 'weak'],
  [412, 'weak'],
  [413, 'weak'],
  [414, 'weak'],
  [415, 'weak'],
  [422, 'weak'],
  [429, 'weak'],
  [431, 'weak'],
]);

/**
 * Outcome of a place. `bodyText` is undefined without a complete body of type JSON. `accepted`
 * needs a body with our coId; `rejected` needs a listed code, 401 or 403.
 */
export function classifyPlace(
  status: number,
  bodyText: string | undefined,
  coId: string,
  profile: VenueProfile = DEFAULT_PROFILE,
): SendOutcome {
  if (isSuccess(status)) return classifyTaken(status, bodyText, coId, profile);
  const { kind, code, message, isInexact } = readReasonCode(bodyText ?? '', profile);
  const said = { status, code, message, orderId: '' };
  const outcome = isInexact === undefined ? said : { ...said, isInexact };
  if (status === 401 && namesAnOrder(bodyText)) {
    return { ...outcome, class: 'unknown', transport: 'protocol' };
  }
  if (status !== 400) return { ...outcome, class: WRITE_CLASSES.get(status) ?? 'unknown' };
  switch (kind) {
    case 'none':
      // The lost body of a response may have contained any code.
      return bodyText === undefined
        ? { ...outcome, class: 'unknown', transport: 'wrong-content-type' }
        : { ...outcome, class: 'weak' };
    case 'known':
      return { ...outcome, class: code === 'DuplicateOrder' ? 'duplicate' : 'rejected' };
    case 'unlisted':
      return { ...outcome, class: 'weak', codeKind: kind };
    case 'other': {
      const isBusiness = profile.businessCodes.includes(code);
      return { ...outcome, class: isBusiness ? 'rejected' : 'unknown', codeKind: kind };
    }
    case 'conflict':
      return {
        ...outcome,
        class: 'unknown',
        codeKind: kind,
        message: `two different codes: ${message}`,
      };
  }
}

function classifyTaken(
  status: number,
  bodyText: string | undefined,
  coId: string,
  profile: VenueProfile,
): SendOutcome {
  const unknown = { class: 'unknown', status, code: '', orderId: '' } as const;
  if (!profile.placeStatuses.includes(status)) {
    return { ...unknown, message: `expected status ${profile.placeStatuses.join(' or ')}` };
  }
  const body = bodyText === undefined ? undefined : parseJson(bodyText);
  if (!isRecord(body)) {
    const transport = findShapeFault(bodyText, body);
    return {
      ...unknown,
      transport,
      message: 'expected a JSON object that repeats no key, found none',
    };
  }
  const echo = body['coId'];
  const orderId = body['orderId'] ?? '';
  if (echo !== coId) {
    const found = typeof echo === 'string' ? `coId ${cleanText(echo, 60)}` : 'no coId';
    const transport = typeof echo === 'string' ? 'echo-differs' : 'echo-missing';
    return { ...unknown, transport, message: `expected coId ${coId}, found ${found}` };
  }
  return typeof orderId === 'string' && isIdText(orderId)
    ? { class: 'accepted', status, code: '', message: '', orderId }
    : { ...unknown, transport: 'schema', message: 'expected orderId to be an id' };
}

/** Why a body is unusable; `undefined` text: the content type is not JSON. */
function findShapeFault(bodyText: string | undefined, body: unknown): TransportOutcome {
  if (bodyText === undefined) return 'wrong-content-type';
  return body === undefined ? 'not-json' : 'schema';
}

/**
 * Checked before the status: a 401 that names an order, even in malformed JSON, contradicts the
 * venue's order of checks (login first), so that its outcome is unknown.
 */
function namesAnOrder(bodyText = ''): boolean {
  const plain = bodyText.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => {
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  return /"(orderId|coId)"\s*:/.test(plain);
}

/**
 * Outcome of a cancel: 2xx with an empty or JSON body is accepted; only a query proves the order's
 * end.
 */
export function classifyCancel(
  status: number,
  bodyText: string | undefined,
  profile: VenueProfile = DEFAULT_PROFILE,
): SendOutcome {
  if (isSuccess(status)) {
    const isUsable = bodyText !== undefined && isBlankOrJson(bodyText);
    const outcome = { status, code: '', orderId: '' };
    return isUsable
      ? { ...outcome, class: 'accepted', message: '' }
      : {
          ...outcome,
          class: 'unknown',
          transport: findShapeFault(bodyText, undefined),
          message: 'expected an empty or JSON body',
        };
  }
  const { code, message } = readReasonCode(bodyText ?? '', profile);
  const found = status === 400 || status === 404 ? 'weak' : WRITE_CLASSES.get(status);
  return { status, code, message, orderId: '', class: found ?? 'unknown' };
}

/** Outcome of a quote request: accepted if the body has our clOrderId and a requestId. */
export function classifyQuoteRequest(
  status: number,
  bodyText: string | undefined,
  coId: string,
  profile: VenueProfile = DEFAULT_PROFILE,
): SendOutcome {
  const outcome = classifyQuoteWrite(status, bodyText, profile);
  if (outcome.class !== 'accepted') return outcome;
  const body = parseJson(bodyText ?? '');
  const { clOrderId, requestId } = isRecord(body) ? body : {};
  if (clOrderId === coId && typeof requestId === 'string' && isIdText(requestId)) {
    return { ...outcome, orderId: requestId };
  }
  const message = `expected a response with clOrderId ${coId} and a requestId`;
  return { ...outcome, class: 'unknown', transport: 'schema', message };
}

/** Outcome of a quote request or acceptance: a 400 whose type is JSON is a rejection. */
export function classifyQuoteWrite(
  status: number,
  bodyText: string | undefined,
  profile: VenueProfile = DEFAULT_PROFILE,
): SendOutcome {
  const outcome = classifyCancel(status, bodyText, profile);
  const isPlainNo = status === 400 && bodyText !== undefined && outcome.class === 'weak';
  return isPlainNo ? { ...outcome, class: 'rejected' } : outcome;
}

/** How to interpret the responses of one read. */
export interface ReadWays {
  /**
   * Statuses that mean "no result", with an empty or JSON body. Absent: those of the profile, with
   * any body.
   */
  readonly none?: readonly number[];
  readonly parse?: (text: string) => unknown;
}

/**
 * Outcome of a read. "No result" does not prove absence: the caller decides by its status. With
 * `none` a non-JSON page is a failure, because a wrong path would return one.
 */
export function classifyRead(
  status: number,
  bodyText: string | undefined,
  profile: VenueProfile = DEFAULT_PROFILE,
  { none, parse = parseJson }: ReadWays = {},
): ReadClass {
  if (status === 200) {
    const body = bodyText === undefined ? undefined : parse(bodyText);
    return body === undefined
      ? {
          class: 'failed',
          message: 'expected a JSON body that repeats no key, found none',
          transport: findShapeFault(bodyText, body),
        }
      : { class: 'data', body };
  }
  if ((none ?? profile.emptyStatuses).includes(status)) {
    const isWord = bodyText !== undefined && isBlankOrJson(bodyText);
    if (none === undefined || isWord) return { class: 'empty' };
    const message = `expected no body or JSON with status ${String(status)}, found other text`;
    return { class: 'failed', message, transport: findShapeFault(bodyText, undefined) };
  }
  const { code, message } = readReasonCode(bodyText ?? '', profile);
  const parts = [`status ${String(status)}`, code, message].filter((word) => word !== '');
  return { class: 'failed', message: parts.join(': ') };
}

function isBlankOrJson(text: string): boolean {
  return text.trim() === '' || parseJson(text) !== undefined;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
