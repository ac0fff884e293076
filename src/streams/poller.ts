// Asks the venue again and again: on fixed points of time, within the request budget, never twice
// at once.
import { type Instant, type Micros, NEVER, SECOND } from '../domain/index.js';
import {
  type Clock,
  createRandom,
  type Lane,
  type Random,
  type RequestBudget,
  type Share,
} from '../machine/index.js';
import { createGrid, type Schedule } from './schedule.js';

export interface PollerOptions {
  readonly clock: Clock;
  readonly budget: RequestBudget;
  /** Requests that may be under way at once; one of them is kept for safety. */
  readonly maxInFlight: number;
  readonly seed: number;
}

export interface PollTask {
  /** Names the poll's seeded numbers. */
  readonly key: string;
  readonly lane: Lane;
  /** Part of the request budget; the lane's when absent. */
  readonly share?: Share;
  readonly schedule: Schedule;
  /** Sends one request; false when it failed, after which the poll backs off. Never rejects. */
  readonly ask: () => Promise<boolean>;
}

export interface Poller {
  /**
   * The grid of a key: the poller's start, a seeded phase within the interval, then every interval.
   */
  grid(key: string, interval: Micros): Schedule;
  /** Asks at the points of the task's schedule until stopped. */
  poll(task: PollTask): { stop(): void };
  /** Sends a request now, or undefined when budget or connections are used up. */
  offer<T>(lane: Lane, send: () => Promise<T>): Promise<T> | undefined;
  /** Sends a request now in any case; the lane pays for it later. */
  force<T>(lane: Lane, send: () => Promise<T>): Promise<T>;
}

/**
 * A failed poll leaves out 1, then 2-3, 4-7 ... points, at most so many doublings or so much time.
 */
const MAX_DOUBLINGS = 5;
/** What polls of orders leave in their share, so that a place finds a request. */
const SPARE: Readonly<Record<Lane, number>> = { safety: 0, trading: 1, data: 0 };
const MAX_BACK_OFF: Micros = 5 * SECOND;

export function createPoller(options: PollerOptions): Poller {
  return new GridPoller(options);
}

/** One running task. */
interface Poll {
  readonly task: PollTask;
  readonly random: Random;
  dueAt: Instant;
  timer: { cancel(): void } | undefined;
  isAsking: boolean;
  isStopped: boolean;
  /** When it last asked; -1 before the first time. */
  askedAt: Instant;
  /** When it last found no budget or connection. */
  putOffAt: Instant;
  failures: number;
  failedAt: Instant;
  /** Points still to leave out. */
  skips: number;
}

class GridPoller implements Poller {
  readonly #clock: Clock;
  readonly #budget: RequestBudget;
  readonly #maxInFlight: number;
  readonly #seed: number;
  readonly #startAt: Instant;
  /** Polls that were put off at their last point. */
  readonly #waiting = new Set<Poll>();
  /** When a request of the lane last found the budget sufficient; 0 after a loan. */
  readonly #paidAt: Record<Lane, Instant> = { safety: 0, trading: 0, data: 0 };
  #inFlight = 0;
  #inFlightForSafety = 0;

  constructor({ clock, budget, maxInFlight, seed }: PollerOptions) {
    this.#clock = clock;
    this.#budget = budget;
    this.#maxInFlight = maxInFlight;
    this.#seed = seed;
    this.#startAt = clock.now();
  }

  grid(key: string, interval: Micros): Schedule {
    const phase = Math.floor(createRandom(this.#seed, `poll/${key}`)() * interval);
    return createGrid(this.#startAt + phase, interval);
  }

  poll(task: PollTask): { stop(): void } {
    const poll: Poll = {
      task,
      random: createRandom(this.#seed, `back-off/${task.key}`),
      dueAt: 0,
      timer: undefined,
      isAsking: false,
      isStopped: false,
      askedAt: -1,
      putOffAt: 0,
      failures: 0,
      failedAt: 0,
      skips: 0,
    };
    this.#arm(poll);
    return {
      stop: () => {
        poll.isStopped = true;
        poll.timer?.cancel();
        this.#waiting.delete(poll);
      },
    };
  }

  offer<T>(lane: Lane, send: () => Promise<T>): Promise<T> | undefined {
    return this.#admit(lane, lane, 0) ? this.#track(lane, send()) : undefined;
  }

  force<T>(lane: Lane, send: () => Promise<T>): Promise<T> {
    this.#budget.force(lane, this.#clock.now());
    return this.#track(lane, send());
  }

  #arm(poll: Poll): void {
    poll.dueAt = poll.task.schedule(this.#clock.now());
    poll.timer = this.#clock.at(poll.dueAt, () => {
      this.#reach(poll);
    });
  }

  /** A point of the schedule: asks, or leaves this point out. */
  #reach(poll: Poll): void {
    this.#arm(poll);
    if (poll.isAsking) return;
    const now = this.#clock.now();
    if (poll.skips > 0 && now - poll.failedAt < MAX_BACK_OFF) {
      poll.skips -= 1;
      return;
    }
    if (this.#mustYield(poll) || !(this.#admitPoll(poll.task) || this.#borrow(poll))) {
      this.#waiting.add(poll);
      poll.putOffAt = now;
      return;
    }
    this.#waiting.delete(poll);
    poll.askedAt = now;
    poll.isAsking = true;
    void this.#track(poll.task.lane, poll.task.ask()).then((hasWorked) => {
      this.#note(poll, hasWorked);
    });
  }

  /**
   * Whether a poll that was put off has waited longer and is due before this one is again. Without
   * this the same polls could find the budget empty every time.
   */
  #mustYield(poll: Poll): boolean {
    return poll.task.lane !== 'safety' && this.#findOlder(poll, poll.dueAt);
  }

  /** Whether another poll of the lane that was put off has waited longer and is due by then. */
  #findOlder(poll: Poll, by: Instant): boolean {
    for (const other of this.#waiting) {
      const isOlder = other.task.lane === poll.task.lane && other.askedAt < poll.askedAt;
      if (isOlder && other.dueAt <= by) return true;
    }
    return false;
  }

  /**
   * Lets the poll that has waited longest ask one request ahead of the budget, when others asked
   * since it was put off and the last such loan is paid: a slow poll would else never find what
   * quick ones leave.
   */
  #borrow(poll: Poll): boolean {
    const { lane } = poll.task;
    if (!this.#waiting.has(poll) || this.#paidAt[lane] <= poll.putOffAt) return false;
    if (!this.#hasConnection() || this.#findOlder(poll, NEVER)) return false;
    this.#paidAt[lane] = 0;
    this.#budget.force(poll.task.share ?? lane, this.#clock.now());
    return true;
  }

  #note(poll: Poll, hasWorked: boolean): void {
    poll.isAsking = false;
    if (poll.isStopped) return;
    poll.failures = hasWorked ? 0 : poll.failures + 1;
    if (hasWorked) return;
    const least = 1 << Math.min(poll.failures - 1, MAX_DOUBLINGS);
    poll.skips = least + Math.floor(poll.random() * least);
    poll.failedAt = this.#clock.now();
  }

  #admitPoll({ lane, share = lane }: PollTask): boolean {
    return this.#admit(lane, share, SPARE[lane]);
  }

  #admit(lane: Lane, share: Share, spare: number): boolean {
    const now = this.#clock.now();
    if (lane === 'safety') {
      this.#budget.force(lane, now);
      return true;
    }
    if (!this.#hasConnection() || !this.#budget.take(share, now, spare)) return false;
    this.#paidAt[lane] = now;
    return true;
  }

  /** Whether a request may go that is not for safety. */
  #hasConnection(): boolean {
    const others = this.#inFlight - this.#inFlightForSafety;
    return this.#inFlight < this.#maxInFlight && others < this.#maxInFlight - 1;
  }

  #track<T>(lane: Lane, request: Promise<T>): Promise<T> {
    const forSafety = lane === 'safety' ? 1 : 0;
    this.#inFlight += 1;
    this.#inFlightForSafety += forSafety;
    return request.finally(() => {
      this.#inFlight -= 1;
      this.#inFlightForSafety -= forSafety;
    });
  }
}
