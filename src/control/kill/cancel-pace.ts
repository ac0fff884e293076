// Pace of cancels from another process: as under a halt of the bot, or slower where the venue asks
// for it.
import { isFatalServerError } from '../../domain/venue/index.js';

/**
 * Monotonic time between two cancels of an order, most cancels per order, and time for all of them.
 */
interface Plan {
  readonly everyMs: number;
  readonly most: number;
  readonly giveUpMs: number;
}

const ROUNDS: Plan = { everyMs: 5_000, most: 5, giveUpMs: 60_000 };
/** Pace once the venue answers cancels with a serious error. */
const SLOW_ROUNDS: Plan = { everyMs: 30_000, most: 20, giveUpMs: 600_000 };

/** Time between two rounds: most orders end at once. */
const LOOK_MS = { first: 250, most: 1_000 };
const FAILED_LOOK_MS = { first: 500, most: 5_000 };
/** After a serious error: five rounds a minute. */
const SERIOUS_LOOK_MS = 12_000;

/** Wait that the venue's responses to one client ask for. */
export class VenuePace {
  #waitMs = 0;
  #isSerious = false;
  #looks = 0;
  #failures = 0;

  /** Takes a response (status 0: none came); `waitMs` is the wait that it asks for. */
  see(status: number, waitMs: number): void {
    this.#waitMs = Math.max(this.#waitMs, waitMs);
    if (isFatalServerError(status)) this.#isSerious = true;
  }

  /** Milliseconds until the next round, after one that failed or succeeded. */
  next(hasFailed: boolean): number {
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (!hasFailed) this.#looks += 1;
    const usual = hasFailed ? grow(FAILED_LOOK_MS, this.#failures) : grow(LOOK_MS, this.#looks);
    const ms = Math.max(usual, this.#waitMs, this.#isSerious ? SERIOUS_LOOK_MS : 0);
    this.#waitMs = 0;
    this.#isSerious = false;
    return ms;
  }
}

/** Decides which orders are cancelled now. */
export class CancelRounds {
  #plan = ROUNDS;
  readonly #sent = new Map<string, { readonly count: number; readonly atMs: number }>();

  get giveUpMs(): number {
    return this.#plan.giveUpMs;
  }

  /**
   * The venue answers cancels with a serious error: after the last round the operator has to act.
   */
  get isSlow(): boolean {
    return this.#plan === SLOW_ROUNDS;
  }

  /** Number of this cancel for the order; undefined while none is due. */
  take(coId: string, nowMs: number): number | undefined {
    const { everyMs, most } = this.#plan;
    const { count, atMs } = this.#sent.get(coId) ?? { count: 0, atMs: -Infinity };
    if (count >= most || nowMs - atMs < everyMs) return undefined;
    this.#sent.set(coId, { count: count + 1, atMs: nowMs });
    return count + 1;
  }

  answered(status: number): void {
    if (isFatalServerError(status)) this.#plan = SLOW_ROUNDS;
  }
}

/** Doubles each time, up to the maximum. */
function grow({ first, most }: { readonly first: number; readonly most: number }, times: number) {
  return Math.min(first * 2 ** (times - 1), most);
}
