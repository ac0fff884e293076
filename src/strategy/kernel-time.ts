// RxJS time on the kernel's clock: a strategy's timers are timers of the deterministic kernel.
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
import { type Instant, MILLISECOND, type Span, toSpan } from '../domain/index.js';

/** The kernel's clock; `Scheduler` of determinism has this shape. */
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
    // A span above 0 advances the time by at least 1 us: an operator that waits for a remainder
    // must finish.
    const span = milliseconds > 0 ? Math.max(1, Math.round(milliseconds * MILLISECOND)) : 0;
    const dueAt = this.#clock.now + span;
    this.#timer = this.#clock.at(dueAt, () => {
      this.#work.call(this, state);
    });
    return this;
  }
}

/** An RxJS scheduler on the kernel's clock; `now()` is in milliseconds, as RxJS requires. */
export function createRxScheduler(clock: KernelClock): SchedulerLike {
  return {
    now: () => clock.now / MILLISECOND,
    schedule: <T>(work: Work<T>, milliseconds = 0, state?: T) =>
      new KernelAction(clock, work).schedule(state, milliseconds),
  };
}

/**
 * RxJS time operators on the kernel's clock. A span is a text with its unit, such as `'30s'`, or
 * whole microseconds, as durations parse to. Anything else throws, and so does a number from 1 to
 * 9,999.
 */
export interface KernelTime {
  /** For operators that are not listed here: pass it as their scheduler. */
  readonly scheduler: SchedulerLike;
  now(): Instant;
  interval(span: Span): Observable<number>;
  timer(after: Span, every?: Span): Observable<number>;
  sample<T>(span: Span): MonoTypeOperatorFunction<T>;
  throttle<T>(span: Span): MonoTypeOperatorFunction<T>;
  debounce<T>(span: Span): MonoTypeOperatorFunction<T>;
  audit<T>(span: Span): MonoTypeOperatorFunction<T>;
  delay<T>(span: Span): MonoTypeOperatorFunction<T>;
  buffer<T>(span: Span): OperatorFunction<T, T[]>;
}

export function createKernelTime(clock: KernelClock): KernelTime {
  const scheduler = createRxScheduler(clock);
  return {
    scheduler,
    now: () => clock.now,
    interval: (span) => interval(toGap(span), scheduler),
    timer: (after, every) =>
      every === undefined
        ? timer(toMs(after), scheduler)
        : timer(toMs(after), toGap(every), scheduler),
    sample: (span) => sampleTime(toGap(span), scheduler),
    throttle: (span) => throttleTime(toMs(span), scheduler),
    debounce: (span) => debounceTime(toMs(span), scheduler),
    audit: (span) => auditTime(toMs(span), scheduler),
    delay: (span) => delay(toMs(span), scheduler),
    buffer: (span) => bufferTime(toGap(span), scheduler),
  };
}

function toMs(span: Span): number {
  return toSpan(span) / MILLISECOND;
}

/** Span between repeated events: at 0 no time would ever pass. */
function toGap(span: Span): number {
  const gap = toMs(span);
  if (gap === 0) throw new RangeError('expected a span above 0 between two times, found 0');
  return gap;
}
