// What the simulator answers a request: status, JSON and extra headers.
import { encodeError, type VenueProfile } from '../protocol/index.js';

export interface SimulatorResponse {
  readonly status: number;
  readonly body: string;
  /** `application/json` when absent. */
  readonly contentType?: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Message of an error without a code of its own, until `nameError` has given it one. */
  readonly plainError?: string;
  /** How the answer fails to arrive; absent: it arrives. */
  readonly cut?: Cut;
}

/** The end of a connection in the middle of an exchange. */
export interface Cut {
  /** What is still sent: so many bytes of the body after the head, or nothing at all. */
  readonly after: number | 'nothing';
  /** A clean end, a reset, or a connection on which nothing more ever comes. */
  readonly how: (typeof CUT_WAYS)[number];
}

export const CUT_WAYS = ['close', 'reset', 'hang'] as const;

/** Takes the answer of a request, once, at once or later. */
export type Send = (answer: SimulatorResponse) => void;

const NO_HEADERS: readonly string[] = [];

/** Codes of answers that are no rejection of an order; the venue's own are unknown. */
export const ERROR_CODES = {
  badLogin: 'InvalidRequest',
  wrongPassword: 'InvalidCredentials',
  wrongToken: 'InvalidToken',
  wrongSignature: 'InvalidSignature',
  wrongControlToken: 'InvalidControlToken',
} as const;

export function answer(status: number, body: string, headers = NO_HEADERS): SimulatorResponse {
  return { status, body, headers };
}

/** Codes of errors that have none of their own. */
const PLAIN_CODES: ReadonlyMap<number, string> = new Map([
  [400, 'InvalidRequest'],
  [401, 'Unauthorized'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [409, 'Conflict'],
  [413, 'BodyTooLarge'],
  [429, 'TooManyRequests'],
]);

/** An error body. */
export function refuse(
  status: number,
  message: string,
  code?: string,
  profile?: VenueProfile,
): SimulatorResponse {
  const refusal = answer(status, encodeError(code, message, profile));
  return code === undefined ? { ...refusal, plainError: message } : refusal;
}

/**
 * Gives an error that has no code that of its status, in the words of the profile. Placing an order
 * is left out: there a code is a reason code, and the venue knows no other.
 */
export function nameError(answer: SimulatorResponse, profile: VenueProfile): SimulatorResponse {
  if (answer.plainError === undefined) return answer;
  const { plainError, ...named } = answer;
  return { ...named, body: encodeError(PLAIN_CODES.get(named.status), plainError, profile) };
}

/** 404 for a symbol that the venue does not trade. */
export function refuseSymbol(symbol: string): SimulatorResponse {
  return refuse(404, `symbol ${symbol.slice(0, 30)} is not supported.`);
}

/** An empty list, or the status by which the profile says that there is none. */
export function answerList(
  items: readonly string[],
  noneStatus: number,
  message: string,
): SimulatorResponse {
  const isError = items.length === 0 && noneStatus !== 200;
  return isError ? refuse(noneStatus, message) : answer(200, `[${items.join(',')}]`);
}

/** What the profile says of an order that the venue does not know. */
export function refuseOrder(profile: VenueProfile): SimulatorResponse {
  return nameError(refuse(profile.unknownOrderStatus, 'The order is unknown.'), profile);
}
