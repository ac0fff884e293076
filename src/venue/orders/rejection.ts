// Why the venue turns a request down at once.
import type { ReasonCode } from '../../domain/index.js';

/** A request the venue turned down: 400 with a reason code, or without one when none fits. */
export interface Rejection {
  readonly code: ReasonCode | undefined;
  /** Names the field. */
  readonly message: string;
}

export function reject(code: ReasonCode | undefined, message: string): Rejection {
  return { code, message };
}

/** A request that no reason code fits. */
export function refuse(message: string): Rejection {
  return { code: undefined, message };
}

export function isRejection(value: object): value is Rejection {
  return 'message' in value;
}
