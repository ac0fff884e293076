// Compares the limits of a start with those of the previous run: looser limits need an operator's
// acceptance.
import { fail, ok, type Result } from '../domain/index.js';
import { type LimitChange, type Limits, listLimitChanges } from '../risk/index.js';

/** Operator who accepts looser limits, and why. */
export interface Acceptance {
  readonly by: string;
  readonly reason: string;
}

export interface StartLimits {
  readonly limits: Limits;
  /** File of the limits, for messages. */
  readonly file: string;
  readonly accepted?: Acceptance | undefined;
}

/** Limits in an `epoch` record. */
export interface LimitsData {
  readonly limits?: Limits;
  readonly limitChanges?: readonly LimitChange[];
  readonly limitsAccepted?: Acceptance;
}

/** Fault code `recovery.limits` when some limits are looser and no operator has accepted them. */
export function describeLimits(
  start: StartLimits | undefined,
  before: Limits | undefined,
): Result<LimitsData> {
  if (start === undefined) return ok({});
  const { limits, file, accepted } = start;
  if (before === undefined) return ok({ limits });
  const limitChanges = listLimitChanges(before, limits);
  const looser = limitChanges.filter(({ isLooser }) => isLooser);
  if (looser.length > 0 && accepted === undefined) {
    const found = describeChanges(looser);
    const message =
      `expected limits no looser than the last accepted ones, found ${found}; ` +
      'to accept them: --accept-limit-increase --by NAME --reason TEXT';
    return fail('recovery.limits', message, file);
  }
  const isTaken = looser.length > 0 && accepted !== undefined;
  return ok({ limits, limitChanges, ...(isTaken ? { limitsAccepted: accepted } : {}) });
}

/** `RC04.G10 1000000 -> 5000000`, for every change. */
export function describeChanges(changes: readonly LimitChange[]): string {
  return changes
    .map((change) => `${change.what} ${change.old || 'none'} -> ${change.new || 'none'}`)
    .join(', ');
}
