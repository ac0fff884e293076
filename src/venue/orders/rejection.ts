// Immediate rejections of requests by the venue.
import type { ReasonCode } from '../../domain/venue/index.js';

/** A rejection: status 400 with a reason code, or without one if none fits. */
export interface Rejection {
  readonly code: ReasonCode | undefined;
  /** Starts with the name of the wrong field. */
  readonly message: string;
}

export function reject(code: ReasonCode | undefined, message: string): Rejection {
  return { code, message };
}

/** A rejection that no reason code fits. */
export function refuse(message: string): Rejection {
  return { code: undefined, message };
}

export function isRejection(value: object): value is Rejection {
  return 'message' in value;
}
