// Decides which poll may send now: by the request budget, and by the longest wait where the budget
// is short.
import { type Instant, NEVER } from '../domain/index.js';
import type { Lane, RequestBudget, BudgetShare } from './request-budget.js';

/** State of a poll for its admission. */
export interface PendingPoll {
  readonly lane: Lane;
  /** Part of the request budget. */
  readonly share: BudgetShare;
  /** Next point of its schedule. */
  dueAt: Instant;
  /** Time of its last request; -1 before the first. */
  askedAt: Instant;
  /** Time at which it last found no budget or connection. */
  putOffAt: Instant;
}

/** Requests that order polls leave in their share, so that a place finds one. */
const SPARE: Readonly<Record<Lane, number>> = { safety: 0, trading: 1, data: 0 };

export class PollAdmission {
  readonly #budget: RequestBudget;
  readonly #hasConnection: () => boolean;
  /** Polls that were not admitted at their last point. */
  readonly #waiting = new Set<PendingPoll>();
  /** Time at which a request of the lane last found budget; 0 after a loan. */
  readonly #paidAt: Record<Lane, Instant> = { safety: 0, trading: 0, data: 0 };

  /** `hasConnection`: whether a request other than safety may leave. */
  constructor(budget: RequestBudget, hasConnection: () => boolean = () => true) {
    this.#budget = budget;
    this.#hasConnection = hasConnection;
  }

  /** Admits a poll at a point of its schedule; false skips this point. */
  take(turn: PendingPoll, now: Instant): boolean {
    const { lane, share } = turn;
    const mayAsk =
      !this.#mustYield(turn) &&
      (this.admit(lane, now, share, SPARE[lane]) || this.#borrow(turn, now));
    if (mayAsk) {
      this.#waiting.delete(turn);
      turn.askedAt = now;
    } else {
      this.#waiting.add(turn);
      turn.putOffAt = now;
    }
    return mayAsk;
  }

  /** Removes a stopped poll. */
  leave(turn: PendingPoll): void {
    this.#waiting.delete(turn);
  }

  /**
   * Takes a request from the budget and leaves `spare` in its share. Safety requests are always
   * admitted; each takes its budget itself.
   */
  admit(lane: Lane, now: Instant, share: BudgetShare = lane, spare = 0): boolean {
    if (lane === 'safety') return true;
    if (!this.#hasConnection() || !this.#budget.take(share, now, spare)) return false;
    this.#paidAt[lane] = now;
    return true;
  }

  /**
   * Whether a postponed poll has waited longer and is due before this one's next point. Otherwise
   * the same polls could find the budget empty every time.
   */
  #mustYield(turn: PendingPoll): boolean {
    return turn.lane !== 'safety' && this.#findOlder(turn, turn.dueAt);
  }

  /** Whether another postponed poll of the lane has waited longer and is due by then. */
  #findOlder(turn: PendingPoll, by: Instant): boolean {
    for (const other of this.#waiting) {
      const isOlder = other.lane === turn.lane && other.askedAt < turn.askedAt;
      if (isOlder && other.dueAt <= by) return true;
    }
    return false;
  }

  /**
   * Admits the longest-waiting poll one request beyond the budget, if others sent since it was
   * postponed and the last loan is repaid. Otherwise fast polls starve slow ones.
   */
  #borrow(turn: PendingPoll, now: Instant): boolean {
    const { lane, share } = turn;
    if (!this.#waiting.has(turn) || this.#paidAt[lane] <= turn.putOffAt) return false;
    if (!this.#hasConnection() || this.#findOlder(turn, NEVER)) return false;
    this.#paidAt[lane] = 0;
    this.#budget.overdraw(share, now);
    return true;
  }
}
