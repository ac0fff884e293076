// Response of the simulator to a request: status, body and headers.
import { encodeError } from '../protocol/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';

export interface SimulatorResponse {
  readonly status: number;
  readonly body: string;
  /** Absent: `application/json`. */
  readonly contentType?: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Message of an error without an own code, until `nameError` adds the code of its status. */
  readonly plainError?: string;
  /** How the connection is cut before the response is complete; absent: it is not cut. */
  readonly cut?: Cut;
}

/** An injected end of the connection during a response. */
export interface Cut {
  /** Bytes of the body that are still sent after the head, or nothing at all. */
  readonly after: number | 'nothing';
  /** Orderly close, reset, or an open connection without further data. */
  readonly how: (typeof CUT_WAYS)[number];
}

export const CUT_WAYS = ['close', 'reset', 'hang'] as const;

/** Sends the response of a request; called once, immediately or later. */
export type Send = (answer: SimulatorResponse) => void;

const NO_HEADERS: readonly string[] = [];

/** Error codes other than order rejections, chosen by Weir: the venue's own are unknown. */
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

/** Error codes by status, for errors without a code. */
const PLAIN_CODES: ReadonlyMap<number, string> = new Map([
  [400, 'InvalidRequest'],
  [401, 'Unauthorized'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [409, 'Conflict'],
  [413, 'BodyTooLarge'],
  [429, 'TooManyRequests'],
]);

/** Creates an error response. */
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
 * Adds the code of its status to an error without a code, in the profile's fields. Not used for
 * place responses, where a code would be a reason code.
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

/** A list; an empty list gets the profile's status for no result. */
export function answerList(
  items: readonly string[],
  noneStatus: number,
  message: string,
): SimulatorResponse {
  const isError = items.length === 0 && noneStatus !== 200;
  return isError ? refuse(noneStatus, message) : answer(200, `[${items.join(',')}]`);
}

/** Response of the profile for an unknown order. */
export function refuseOrder(profile: VenueProfile): SimulatorResponse {
  return nameError(refuse(profile.unknownOrderStatus, 'The order is unknown.'), profile);
}
