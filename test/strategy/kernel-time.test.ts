// RxJS time on the kernel's clock: operators fire at exact instants.
import fc from 'fast-check';
import { type Observable, type SchedulerAction, Subject, take, timeout } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND, type Span } from '../../src/domain/index.js';
import { Scheduler } from '../../src/determinism/index.js';
import { createKernelTime, createRxScheduler, type KernelTime } from '../../src/strategy/index.js';

const START = 1_783_944_000_123_456;

/** A clock with operators on it; `watch` notes what a stream emits and when, from START on. */
class Bench {
  readonly clock = new Scheduler(START);
  readonly time: KernelTime = createKernelTime(this.clock);
  readonly got: (readonly [number, unknown])[] = [];

  watch(stream: Observable<unknown>) {
    return stream.subscribe({
      next: (value) => this.got.push([this.clock.now - START, value]),
      complete: () => this.got.push([this.clock.now - START, 'done']),
      error: (error: unknown) => this.got.push([this.clock.now - START, error]),
    });
  }

  /** Values 1, 2, ... of a stream at the given times after START. */
  feed(...times: readonly number[]): Observable<number> {
    const source = new Subject<number>();
    times.forEach((time, i) => this.clock.at(START + time, () => source.next(i + 1)));
    return source;
  }

  run(to: number): (readonly [number, unknown])[] {
    this.clock.fireUpTo(START + to);
    return this.got;
  }
}

describe('kernel time', () => {
  it('is the time of the clock, in microseconds, and for RxJS in milliseconds', () => {
    const { clock, time } = new Bench();
    expect(time.now()).toBe(START);
    expect(time.scheduler.now()).toBe(START / MILLISECOND);
    clock.moveTo(START + 1);
    expect(time.now()).toBe(START + 1);
  });

  it('interval emits at every span', () => {
    const bench = new Bench();
    bench.watch(bench.time.interval(250 * MILLISECOND).pipe(take(3)));
    expect(bench.run(10 * SECOND)).toEqual([
      [250_000, 0],
      [500_000, 1],
      [750_000, 2],
      [750_000, 'done'],
    ]);
  });

  it('interval stops with its subscription', () => {
    const bench = new Bench();
    const subscription = bench.watch(bench.time.interval(SECOND));
    bench.run(1.5 * SECOND);
    subscription.unsubscribe();
    expect(bench.run(10 * SECOND)).toEqual([[SECOND, 0]]);
  });

  it('timer emits once, or first after one span and then every other', () => {
    const bench = new Bench();
    bench.watch(bench.time.timer(2 * SECOND));
    bench.watch(bench.time.timer(SECOND, 3 * SECOND).pipe(take(2)));
    expect(bench.run(10 * SECOND)).toEqual([
      [SECOND, 0],
      [2 * SECOND, 0],
      [2 * SECOND, 'done'],
      [4 * SECOND, 1],
      [4 * SECOND, 'done'],
    ]);
  });

  it('sample gives the newest value of each span that brought one', () => {
    const bench = new Bench();
    const source = bench.feed(100, 900_000, 1_500_000, 3_200_000);
    bench.watch(source.pipe(bench.time.sample(SECOND)));
    expect(bench.run(5 * SECOND)).toEqual([
      [SECOND, 2],
      [2 * SECOND, 3],
      [4 * SECOND, 4],
    ]);
  });

  it('throttle lets a value pass and then none for a span', () => {
    const bench = new Bench();
    const source = bench.feed(100, 500_000, 1_000_099, 1_000_101, 1_500_000);
    bench.watch(source.pipe(bench.time.throttle(SECOND)));
    expect(bench.run(5 * SECOND)).toEqual([
      [100, 1],
      [1_000_101, 4],
    ]);
  });

  it('debounce gives a value once nothing newer has come for a span', () => {
    const bench = new Bench();
    const source = bench.feed(0, 400_000, 900_000, 3_000_000);
    bench.watch(source.pipe(bench.time.debounce(500 * MILLISECOND)));
    expect(bench.run(5 * SECOND)).toEqual([
      [1_400_000, 3],
      [3_500_000, 4],
    ]);
  });

  it('audit gives the newest value one span after the first', () => {
    const bench = new Bench();
    const source = bench.feed(100_000, 400_000, 1_099_999, 2_000_000);
    bench.watch(source.pipe(bench.time.audit(SECOND)));
    expect(bench.run(5 * SECOND)).toEqual([
      [1_100_000, 3],
      [3_000_000, 4],
    ]);
  });

  it('delay gives every value one span later, in its order', () => {
    const bench = new Bench();
    const source = bench.feed(0, 10, 1_500_000);
    bench.watch(source.pipe(bench.time.delay(SECOND)));
    expect(bench.run(5 * SECOND)).toEqual([
      [1_000_000, 1],
      [1_000_010, 2],
      [2_500_000, 3],
    ]);
  });

  it('buffer gives the values of each span together', () => {
    const bench = new Bench();
    const source = bench.feed(0, 10, 1_500_000);
    bench.watch(source.pipe(bench.time.buffer(SECOND), take(3)));
    expect(bench.run(5 * SECOND)).toEqual([
      [1_000_000, [1, 2]],
      [2_000_000, [3]],
      [3_000_000, []],
      [3_000_000, 'done'],
    ]);
  });

  it('serves other operators of RxJS as their scheduler', () => {
    const bench = new Bench();
    const source = bench.feed(400_000, 1_300_000);
    bench.watch(source.pipe(timeout({ each: 1_000, scheduler: bench.time.scheduler })));
    const [first, second, third] = bench.run(5 * SECOND);
    expect([first, second]).toEqual([
      [400_000, 1],
      [1_300_000, 2],
    ]);
    expect(third?.[0]).toBe(2_300_000);
    expect(third?.[1]).toBeInstanceOf(Error);
  });

  it('debounces as a naive list of gaps does', () => {
    const gaps = fc.array(fc.nat(2_000), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 1_500 }), (waits, span) => {
        const times = waits.map((_, i) =>
          waits.slice(0, i + 1).reduce((sum, wait) => sum + (wait + 1) * MILLISECOND, 0),
        );
        const bench = new Bench();
        bench.watch(bench.feed(...times).pipe(bench.time.debounce(`${span}ms`)));
        const expected = times.flatMap((time, i) => {
          const idleAt = time + span * MILLISECOND;
          return (times[i + 1] ?? Infinity) > idleAt ? [[idleAt, i + 1]] : [];
        });
        expect(bench.run(100 * SECOND)).toEqual(expected);
      }),
    );
  });
});

describe('span', () => {
  const { time } = new Bench();
  const uses: Readonly<Record<string, (span: Span) => unknown>> = {
    interval: (span) => time.interval(span),
    timer: (span) => time.timer(span),
    'second of timer': (span) => time.timer(0, span),
    sample: (span) => time.sample(span),
    throttle: (span) => time.throttle(span),
    debounce: (span) => time.debounce(span),
    audit: (span) => time.audit(span),
    delay: (span) => time.delay(span),
    buffer: (span) => time.buffer(span),
  };

  it.each(Object.entries(uses))('of %s is a text with its unit, or microseconds', (_, use) => {
    for (const span of ['30s', '1.5s', '250ms', '1us', '1h30m', 10_000, 5 * SECOND] as const) {
      expect(() => use(span)).not.toThrow();
    }
    const wrong = [NaN, Infinity, -1, 0.5, 10_000.5, '30', '5 s', 'soon', '', null];
    for (const span of wrong) expect(() => use(span as Span), String(span)).toThrow(RangeError);
  });

  it.each([
    [1_000, "1000 is 1ms: write '1ms' or '1s'"],
    [9_999, "9999 is 9999us: write '9999us' or '9999ms'"],
    [5, "5 is 5us: write '5us' or '5ms' or '5s'"],
    [1, "1 is 1us: write '1us' or '1ms' or '1s'"],
    ['30', 'expected a duration such as 250ms, 5s or 8m, found "30"'],
    [NaN, "expected a span such as '30s', or whole microseconds, found NaN"],
  ] as const)('of %s is refused with what was meant', (span, message) => {
    for (const use of Object.values(uses)) expect(() => use(span)).toThrow(message);
  });

  it('of 0 fires at once, and never again and again', () => {
    const bench = new Bench();
    bench.watch(bench.time.timer(0));
    expect(bench.run(0)).toEqual([
      [0, 0],
      [0, 'done'],
    ]);
    for (const name of ['interval', 'second of timer', 'sample', 'buffer']) {
      expect(() => uses[name]?.('0s')).toThrow('expected a span above 0');
    }
  });

  it('as text is the same as its microseconds', () => {
    const bench = new Bench();
    bench.watch(bench.time.timer('1m30s'));
    expect(bench.run(100 * SECOND)[0]).toEqual([90 * SECOND, 0]);
  });
});

describe('RxJS scheduler', () => {
  it('passes its state on, and can schedule again and be stopped', () => {
    const clock = new Scheduler(START);
    const got: (readonly [number, number])[] = [];
    const action = createRxScheduler(clock).schedule<number>(
      function (state) {
        got.push([clock.now - START, state]);
        this.schedule(state + 1, 2);
      },
      1,
      5,
    );
    clock.fireUpTo(START + 5 * MILLISECOND);
    action.unsubscribe();
    clock.fireUpTo(START + SECOND);
    expect(got).toEqual([
      [1_000, 5],
      [3_000, 6],
      [5_000, 7],
    ]);
  });

  it('schedules at once without a delay: at the next firing of the same instant', () => {
    const clock = new Scheduler(START);
    const got: number[] = [];
    createRxScheduler(clock).schedule(() => got.push(clock.now));
    expect(got).toEqual([]);
    clock.fireUpTo(START);
    expect(got).toEqual([START]);
  });

  it('keeps microseconds that a number of milliseconds can express', () => {
    const clock = new Scheduler(START);
    const got: number[] = [];
    for (const delay of [0.007, 1.005]) {
      createRxScheduler(clock).schedule(() => got.push(clock.now - START), delay);
    }
    clock.fireUpTo(START + SECOND);
    expect(got).toEqual([7, 1_005]);
  });

  it('has one time for each action: scheduling it again moves it', () => {
    const clock = new Scheduler(START);
    const got: (readonly [number, number | undefined])[] = [];
    const work = (state?: number) => void got.push([clock.now - START, state]);
    const action = createRxScheduler(clock).schedule(work, 5, 1) as SchedulerAction<number>;
    action.schedule(2, 3);
    clock.fireUpTo(START + SECOND);
    expect(got).toEqual([[3_000, 2]]);
  });
});
