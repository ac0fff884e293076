// Chooses the lane of recovery queries: their own, or that of safety while theirs is busy.
import type { Lane } from '../../protocol/index.js';
import { CONNECTIONS } from './connections.js';

/** A call as far as its lane depends on it. */
interface LaneCall {
  readonly route: { readonly lane: Lane };
  readonly isRecovery?: boolean;
  readonly signal?: AbortSignal;
}

/** Lane of a call, and the signal that aborts it. */
interface Placing {
  readonly lane: Lane;
  readonly signal: AbortSignal | undefined;
  /** Called when the call has ended. */
  readonly end: () => void;
  /** The lender needs its connection again: the call has to use its own lane. */
  readonly isReclaimed: () => boolean;
}

/**
 * Two orders that hang hold both connections of the trading lane, which queries for outcomes need.
 * Such a query may then borrow the idle connection of safety; a cancel or login takes it back.
 */
export class RecoveryLane {
  /** Calls in flight, including those that wait for a connection. */
  readonly #underWay: Record<Lane, number> = { safety: 0, trading: 0, data: 0 };
  #borrower: AbortController | undefined;

  place({ route, isRecovery = false, signal }: LaneCall): Placing {
    const own = route.lane;
    const isTaken = this.#underWay[own] >= CONNECTIONS[own];
    const borrows = isRecovery && isTaken && this.#underWay.safety === 0;
    const lane = borrows ? 'safety' : own;
    if (lane === 'safety') this.#borrower?.abort();
    const borrower = borrows ? new AbortController() : undefined;
    this.#borrower = borrower ?? this.#borrower;
    this.#underWay[lane] += 1;
    const end = (): void => {
      this.#underWay[lane] -= 1;
      if (this.#borrower === borrower) this.#borrower = undefined;
    };
    const isReclaimed = () => borrower?.signal.aborted === true;
    return { lane, signal: borrower?.signal ?? signal, end, isReclaimed };
  }
}
