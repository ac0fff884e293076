// Polls the venue: on a fixed time grid, within the request budget, never the same poll twice at
// once.
import { type Instant, type Micros, SECOND } from '../domain/index.js';
import { type Clock, createRandom, type Random } from '../determinism/index.js';
import type { Lane, RequestBudget, BudgetShare } from './request-budget.js';
import { createPollGrid, type Schedule } from './schedule.js';
import { type PendingPoll, PollAdmission } from './admission.js';

export interface PollerOptions {
  readonly clock: Clock;
  readonly budget: RequestBudget;
  /** Most requests in flight, one of them reserved for safety. */
  readonly maxInFlight: number;
  readonly seed: number;
  /**
   * Refused polls stop, since somebody calls `resumeRefused`; if false, they back off. Default
   * true.
   */
  readonly restsWhenRefused?: boolean | undefined;
}

/** Whether a poll succeeded; `refused` when the venue would reject the same request again. */
export type PollEnd = boolean | 'refused';

export interface PollTask {
  /** Name of the poll's random stream. */
  readonly key: string;
  readonly lane: Lane;
  /** Share of the request budget; the lane's when absent. */
  readonly share?: BudgetShare;
  readonly schedule: Schedule;
  /**
   * Sends one request. The poll backs off after a failure and stops after a refusal. Never rejects.
   */
  readonly ask: () => Promise<PollEnd>;
}

export interface Poller {
  /** Grid of a key: the poller's start, a seeded phase within the interval, then every interval. */
  grid(key: string, interval: Micros): Schedule;
  /** Polls at the points of the task's schedule until stopped. */
  poll(task: PollTask): { stop(): void };
  /** Resumes refused polls at the next point of their schedules. */
  resumeRefused(): void;
  /** Sends a request now, or returns undefined when budget or connections are used up. */
  tryRequest<T>(lane: Lane, send: () => Promise<T>): Promise<T> | undefined;
  /** Sends a request now in any case; the lane repays the budget later. */
  requestNow<T>(lane: Lane, send: () => Promise<T>): Promise<T>;
}

/** A failed poll skips 1, then 2-3, 4-7 ... points; limits of the doublings and of the time. */
const MAX_DOUBLINGS = 5;
const MAX_BACK_OFF: Micros = 5 * SECOND;

export function createPoller(options: PollerOptions): Poller {
  return new GridPoller(options);
}

/** State of a running task. */
interface Poll extends PendingPoll {
  readonly task: PollTask;
  readonly random: Random;
  timer: { cancel(): void } | undefined;
  isAsking: boolean;
  isStopped: boolean;
  failures: number;
  failedAt: Instant;
  /** Points still to skip. */
  skips: number;
}

class GridPoller implements Poller {
  readonly #clock: Clock;
  readonly #budget: RequestBudget;
  readonly #maxInFlight: number;
  readonly #seed: number;
  readonly #restsWhenRefused: boolean;
  readonly #startAt: Instant;
  readonly #turns: PollAdmission;
  /** Polls that stopped after a refusal. */
  readonly #refused = new Set<Poll>();
  #inFlight = 0;
  #inFlightForSafety = 0;

  constructor({ clock, budget, maxInFlight, seed, restsWhenRefused = true }: PollerOptions) {
    this.#clock = clock;
    this.#budget = budget;
    this.#maxInFlight = maxInFlight;
    this.#seed = seed;
    this.#restsWhenRefused = restsWhenRefused;
    this.#startAt = clock.now();
    this.#turns = new PollAdmission(budget, () => this.#hasConnection());
  }

  grid(key: string, interval: Micros): Schedule {
    return createPollGrid(this.#seed, key, this.#startAt, interval);
  }

  poll(task: PollTask): { stop(): void } {
    const { lane, share = lane } = task;
    const poll: Poll = {
      task,
      lane,
      share,
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
        this.#turns.leave(poll);
        this.#refused.delete(poll);
      },
    };
  }

  resumeRefused(): void {
    const resting = [...this.#refused];
    this.#refused.clear();
    for (const poll of resting) this.#arm(poll);
  }

  tryRequest<T>(lane: Lane, send: () => Promise<T>): Promise<T> | undefined {
    return this.#turns.admit(lane, this.#clock.now()) ? this.#track(lane, send()) : undefined;
  }

  requestNow<T>(lane: Lane, send: () => Promise<T>): Promise<T> {
    this.#budget.overdraw(lane, this.#clock.now());
    return this.#track(lane, send());
  }

  #arm(poll: Poll): void {
    poll.dueAt = poll.task.schedule(this.#clock.now());
    poll.timer = this.#clock.at(poll.dueAt, () => {
      this.#reach(poll);
    });
  }

  /** Sends a request at a point of the schedule, or skips the point. */
  #reach(poll: Poll): void {
    this.#arm(poll);
    if (poll.isAsking) return;
    const now = this.#clock.now();
    if (poll.skips > 0 && now - poll.failedAt < MAX_BACK_OFF) {
      poll.skips -= 1;
      return;
    }
    if (!this.#turns.take(poll, now)) return;
    poll.isAsking = true;
    void this.#track(poll.task.lane, poll.task.ask()).then((end) => {
      this.#note(poll, end);
    });
  }

  #note(poll: Poll, end: PollEnd): void {
    poll.isAsking = false;
    if (poll.isStopped) return;
    const isResting = end === 'refused' && this.#restsWhenRefused;
    const hasFailed = end !== true && !isResting;
    poll.failures = hasFailed ? poll.failures + 1 : 0;
    if (isResting) {
      poll.timer?.cancel();
      this.#refused.add(poll);
    }
    if (!hasFailed) return;
    const least = 1 << Math.min(poll.failures - 1, MAX_DOUBLINGS);
    poll.skips = least + Math.floor(poll.random() * least);
    poll.failedAt = this.#clock.now();
  }

  /** Whether a request other than safety may leave. */
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
