// What the simulator answers a request: status, JSON and extra headers.
import { encodeError, type VenueProfile } from '../protocol/index.js';

export interface Answer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

const NO_HEADERS: readonly string[] = [];

/** Codes of answers that are no rejection of an order; the venue's own are unknown. */
export const ERROR_CODES = {
  badLogin: 'InvalidRequest',
  wrongPassword: 'InvalidCredentials',
  wrongToken: 'InvalidToken',
  wrongControlToken: 'InvalidControlToken',
} as const;

export function answer(status: number, body: string, headers = NO_HEADERS): Answer {
  return { status, body, headers };
}

/** An error body; most errors of the venue carry no code. */
export function refuse(
  status: number,
  message: string,
  code?: string,
  profile?: VenueProfile,
): Answer {
  return answer(status, encodeError(code, message, profile));
}
