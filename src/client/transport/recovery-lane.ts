// Where queries of recovery go: on their own lane, or on that of safety while theirs is taken.
import type { Lane } from '../../protocol/index.js';
import { CONNECTIONS } from './connections.js';

/** A call as far as its lane goes. */
interface LaneCall {
  readonly route: { readonly lane: Lane };
  readonly isRecovery?: boolean;
  readonly signal?: AbortSignal;
}

/** The lane of a call, and the signal that gives it up. */
interface Placing {
  readonly lane: Lane;
  readonly signal: AbortSignal | undefined;
  /** The call has ended. */
  readonly end: () => void;
  /** It had borrowed a connection that was taken back: its own lane is left to it. */
  readonly isTurnedBack: () => boolean;
}

/**
 * Two orders that hang would hold every query that asks what became of others. Such a query may
 * take the connection of safety then, while nothing else does; a cancel or login takes it back.
 */
export class RecoveryLane {
  /** Calls under way, also those that wait for a connection. */
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
    const isTurnedBack = () => borrower?.signal.aborted === true;
    return { lane, signal: borrower?.signal ?? signal, end, isTurnedBack };
  }
}
