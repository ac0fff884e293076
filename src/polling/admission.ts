// Whose turn it is to poll: the request budget, and who has waited longest where it is short.
import { type Instant, NEVER } from '../domain/index.js';
import type { Lane, RequestBudget, BudgetShare } from './request-budget.js';

/** A poll as far as its turns go. */
export interface PendingPoll {
  readonly lane: Lane;
  /** Part of the request budget. */
  readonly share: BudgetShare;
  /** The next point of its schedule. */
  dueAt: Instant;
  /** When it last asked; -1 before the first time. */
  askedAt: Instant;
  /** When it last found no budget or connection. */
  putOffAt: Instant;
}

/** What polls of orders leave in their share, so that a place finds a request. */
const SPARE: Readonly<Record<Lane, number>> = { safety: 0, trading: 1, data: 0 };

export class PollAdmission {
  readonly #budget: RequestBudget;
  readonly #hasConnection: () => boolean;
  /** Polls that were put off at their last point. */
  readonly #waiting = new Set<PendingPoll>();
  /** When a request of the lane last found the budget sufficient; 0 after a loan. */
  readonly #paidAt: Record<Lane, Instant> = { safety: 0, trading: 0, data: 0 };

  /** `hasConnection`: whether a request may go that is not for safety. */
  constructor(budget: RequestBudget, hasConnection: () => boolean = () => true) {
    this.#budget = budget;
    this.#hasConnection = hasConnection;
  }

  /** A poll has reached a point: true when it asks now, false when this point is left out. */
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

  /** The poll has been stopped: nobody waits for it. */
  leave(turn: PendingPoll): void {
    this.#waiting.delete(turn);
  }

  /**
   * Takes a request of the budget that leaves `spare` in its share. What is for safety always has
   * its turn, and takes each of its requests from the budget itself.
   */
  admit(lane: Lane, now: Instant, share: BudgetShare = lane, spare = 0): boolean {
    if (lane === 'safety') return true;
    if (!this.#hasConnection() || !this.#budget.take(share, now, spare)) return false;
    this.#paidAt[lane] = now;
    return true;
  }

  /**
   * Whether a poll that was put off has waited longer and is due before this one is again. Without
   * this the same polls could find the budget empty every time.
   */
  #mustYield(turn: PendingPoll): boolean {
    return turn.lane !== 'safety' && this.#findOlder(turn, turn.dueAt);
  }

  /** Whether another poll of the lane that was put off has waited longer and is due by then. */
  #findOlder(turn: PendingPoll, by: Instant): boolean {
    for (const other of this.#waiting) {
      const isOlder = other.lane === turn.lane && other.askedAt < turn.askedAt;
      if (isOlder && other.dueAt <= by) return true;
    }
    return false;
  }

  /**
   * Lets the poll that has waited longest ask one request ahead of the budget, when others asked
   * since it was put off and the last such loan is paid: a slow poll would else never find what
   * quick ones leave.
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
