// RxJS time bound to the kernel's clock: a strategy's timers are timers of the deterministic
// machine.
import {
  auditTime,
  bufferTime,
  debounceTime,
  delay,
  interval,
  type MonoTypeOperatorFunction,
  type Observable,
  type OperatorFunction,
  sampleTime,
  type SchedulerAction,
  type SchedulerLike,
  Subscription,
  throttleTime,
  timer,
} from 'rxjs';
import { type Instant, type Micros, MILLISECOND } from '../domain/index.js';

/** What the machine's clock offers; `machine.Scheduler` has this shape. */
export interface KernelClock {
  readonly now: Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

type Work<T> = (this: SchedulerAction<T>, state?: T) => void;

class KernelAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #clock: KernelClock;
  readonly #work: Work<T>;
  #timer: { cancel(): void } | undefined;

  constructor(clock: KernelClock, work: Work<T>) {
    super(() => this.#timer?.cancel());
    this.#clock = clock;
    this.#work = work;
  }

  schedule(state?: T, milliseconds = 0): Subscription {
    if (this.closed) return this;
    this.#timer?.cancel();
    // A span above 0 moves time: an operator that waits again for the rest must come to its end.
    const span = milliseconds > 0 ? Math.max(1, Math.round(milliseconds * MILLISECOND)) : 0;
    const dueAt = this.#clock.now + span;
    this.#timer = this.#clock.at(dueAt, () => {
      this.#work.call(this, state);
    });
    return this;
  }
}

/** An RxJS scheduler on the kernel's clock; `now()` in milliseconds as RxJS wants it. */
export function createRxScheduler(clock: KernelClock): SchedulerLike {
  return {
    now: () => clock.now / MILLISECOND,
    schedule: <T>(work: Work<T>, milliseconds = 0, state?: T) =>
      new KernelAction(clock, work).schedule(state, milliseconds),
  };
}

/**
 * RxJS time operators on the kernel's clock; every span is in microseconds, as durations parse to.
 */
export interface KernelTime {
  /** For operators that are not listed here: pass it as their scheduler. */
  readonly scheduler: SchedulerLike;
  now(): Instant;
  interval(span: Micros): Observable<number>;
  timer(after: Micros, every?: Micros): Observable<number>;
  sample<T>(span: Micros): MonoTypeOperatorFunction<T>;
  throttle<T>(span: Micros): MonoTypeOperatorFunction<T>;
  debounce<T>(span: Micros): MonoTypeOperatorFunction<T>;
  audit<T>(span: Micros): MonoTypeOperatorFunction<T>;
  delay<T>(span: Micros): MonoTypeOperatorFunction<T>;
  buffer<T>(span: Micros): OperatorFunction<T, T[]>;
}

export function createKernelTime(clock: KernelClock): KernelTime {
  const scheduler = createRxScheduler(clock);
  const toMs = (span: Micros) => span / MILLISECOND;
  return {
    scheduler,
    now: () => clock.now,
    interval: (span) => interval(toMs(span), scheduler),
    timer: (after, every) =>
      every === undefined
        ? timer(toMs(after), scheduler)
        : timer(toMs(after), toMs(every), scheduler),
    sample: (span) => sampleTime(toMs(span), scheduler),
    throttle: (span) => throttleTime(toMs(span), scheduler),
    debounce: (span) => debounceTime(toMs(span), scheduler),
    audit: (span) => auditTime(toMs(span), scheduler),
    delay: (span) => delay(toMs(span), scheduler),
    buffer: (span) => bufferTime(toMs(span), scheduler),
  };
}
