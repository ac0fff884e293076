// Answers to outcome classes: what a status and a body prove about a request.
import type { SubmitOutcome, SubmitResultEvent, TransportOutcome } from '../domain/index.js';
import { readReasonCode } from './error-body.js';
import { DEFAULT_PROFILE, type VenueProfile } from './profile/profile.js';
import { cleanText, isIdText, isRecord, parseJson } from './wire-text.js';

/**
 * How a place or cancel ended; the owner adds which one it was. The class is what the answer proves
 * by itself; in a session the policy decides.
 */
export interface SendOutcome extends Omit<SubmitResultEvent, 'type' | 'kind' | 'coId' | 'class'> {
  readonly class: SubmitOutcome;
}

/** What a read brought: a parsed body, the venue's "no result", or nothing that may be used. */
export type ReadClass =
  | { readonly class: 'data'; readonly body: unknown }
  | { readonly class: 'empty' }
  | {
      readonly class: 'failed';
      readonly message: string;
      /** Why a 200 holds no data; absent when the status says it. */
      readonly transport?: TransportOutcome;
    };

/** Statuses of a write that decide by themselves; all others but 2xx and 400 are `unknown`. */
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
 * Class of a place's answer. `bodyText` is undefined when no whole JSON-typed body came. Only a
 * body that names our coId accepts; nothing but a listed code, 401 or 403 rejects.
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
      // An answer whose body was lost may have held any code.
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

/** The word for a body that is not what was asked for; `undefined` text: not typed as JSON. */
function findShapeFault(bodyText: string | undefined, body: unknown): TransportOutcome {
  if (bodyText === undefined) return 'wrong-content-type';
  return body === undefined ? 'not-json' : 'schema';
}

/** Identity is checked first: a 401 that names an order is in doubt, however badly it does. */
function namesAnOrder(bodyText = ''): boolean {
  const plain = bodyText.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => {
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  return /"(orderId|coId)"\s*:/.test(plain);
}

/** Class of a cancel's answer: a 2xx, empty or JSON, is taken; only a query shows an end. */
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

/** Class of the answer to a request for quotes: one that names our id and the venue's is taken. */
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
  const message = `expected an answer with clOrderId ${coId} and a requestId`;
  return { ...outcome, class: 'unknown', transport: 'schema', message };
}

/** Class of the answer to a request for quotes or to an acceptance: a plain 400 is a no. */
export function classifyQuoteWrite(
  status: number,
  bodyText: string | undefined,
  profile: VenueProfile = DEFAULT_PROFILE,
): SendOutcome {
  const outcome = classifyCancel(status, bodyText, profile);
  const isPlainNo = status === 400 && bodyText !== undefined && outcome.class === 'weak';
  return isPlainNo ? { ...outcome, class: 'rejected' } : outcome;
}

/** How the answers of one read are read. */
export interface ReadWays {
  /**
   * Statuses that mean "no result" there, with no body or JSON; when absent those of the profile,
   * whatever the body is.
   */
  readonly none?: readonly number[];
  readonly parse?: (text: string) => unknown;
}

/**
 * Class of a read's answer. "No result" is not yet "none": the owner judges by its status. Where a
 * list is empty by a status, a page of words is none: a wrong path would look like it.
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
  const words = [`status ${String(status)}`, code, message].filter((word) => word !== '');
  return { class: 'failed', message: words.join(': ') };
}

function isBlankOrJson(text: string): boolean {
  return text.trim() === '' || parseJson(text) !== undefined;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
