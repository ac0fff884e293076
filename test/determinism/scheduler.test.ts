// The scheduler against a plain list: order, ties, timers of timers, time that never goes back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEVER } from '../../src/domain/index.js';
import { Scheduler, type Timer } from '../../src/determinism/index.js';
import { countRuns } from '../runs.js';

describe('scheduler', () => {
  it('fires by due time, ties by insertion', () => {
    const scheduler = new Scheduler();
    const fired: string[] = [];
    const plan: [string, number][] = [
      ['c', 30],
      ['a1', 10],
      ['b', 20],
      ['a2', 10],
      ['a3', 10],
    ];
    for (const [name, dueAt] of plan) scheduler.at(dueAt, () => fired.push(name));
    scheduler.fireUpTo(30);
    expect(fired).toEqual(['a1', 'a2', 'a3', 'b', 'c']);
  });

  it('fires each timer at its own due time and ends at the limit', () => {
    const scheduler = new Scheduler(5);
    const times: number[] = [];
    for (const dueAt of [7, 9]) scheduler.at(dueAt, () => times.push(scheduler.now));
    scheduler.fireUpTo(20);
    expect(times).toEqual([7, 9]);
    expect(scheduler.now).toBe(20);
  });

  it('fires what is due at the limit and leaves what is due later', () => {
    const scheduler = new Scheduler();
    const fired: number[] = [];
    for (const dueAt of [10, 11]) scheduler.at(dueAt, () => fired.push(dueAt));
    scheduler.fireUpTo(10);
    expect(fired).toEqual([10]);
    expect(scheduler.nextDueAt).toBe(11);
  });

  it('fires a timer added while firing in the same round when it is due by then', () => {
    const scheduler = new Scheduler();
    const fired: string[] = [];
    scheduler.at(10, () => {
      fired.push('first');
      scheduler.at(10, () => fired.push('same time'));
      scheduler.at(15, () => fired.push('in time'));
      scheduler.at(25, () => fired.push('too late'));
    });
    scheduler.at(10, () => fired.push('second'));
    scheduler.fireUpTo(20);
    expect(fired).toEqual(['first', 'second', 'same time', 'in time']);
  });

  it('moves a due time in the past to now', () => {
    const scheduler = new Scheduler(100);
    const times: number[] = [];
    expect(scheduler.at(40, () => times.push(scheduler.now)).dueAt).toBe(100);
    scheduler.fireUpTo(100);
    expect(times).toEqual([100]);
  });

  it('never fires a cancelled timer, not even one cancelled by a timer of the same time', () => {
    const scheduler = new Scheduler();
    const fired: string[] = [];
    const timers: Timer[] = [];
    scheduler.at(10, () => timers[1]?.cancel());
    timers.push(scheduler.at(5, () => fired.push('before')));
    timers.push(scheduler.at(10, () => fired.push('same time')));
    timers[0]?.cancel();
    scheduler.fireUpTo(20);
    expect(fired).toEqual([]);
    expect(scheduler.nextDueAt).toBe(NEVER);
  });

  it('fires a timer once, even when it fires the scheduler again', () => {
    const scheduler = new Scheduler();
    let count = 0;
    scheduler.at(10, () => {
      count++;
      scheduler.fireUpTo(10);
    });
    scheduler.fireUpTo(10);
    scheduler.fireUpTo(10);
    expect(count).toBe(1);
  });

  it('never goes back in time', () => {
    const scheduler = new Scheduler(50);
    scheduler.moveTo(20);
    scheduler.fireUpTo(30);
    expect(scheduler.now).toBe(50);
  });

  it('fires one timer at a time on request', () => {
    const scheduler = new Scheduler();
    const fired: number[] = [];
    for (const dueAt of [1, 2, 3]) scheduler.at(dueAt, () => fired.push(dueAt));
    expect(scheduler.fireNext(2)).toBe(true);
    expect(scheduler.now).toBe(1);
    expect(scheduler.fireNext(2)).toBe(true);
    expect(scheduler.fireNext(2)).toBe(false);
    expect(fired).toEqual([1, 2]);
  });

  it('has no due time before the first timer', () => {
    expect(new Scheduler().nextDueAt).toBe(NEVER);
  });
});

type Action =
  | { readonly do: 'add'; readonly dueAt: number; readonly adds: readonly number[] }
  | { readonly do: 'cancel'; readonly index: number }
  | { readonly do: 'fire'; readonly to: number };

const time = fc.integer({ min: 0, max: 60 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      dueAt: time,
      adds: fc.array(fc.integer({ min: -5, max: 20 }), { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), index: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fire' as const), to: time }) },
);

interface Waiting {
  readonly name: number;
  readonly dueAt: number;
  readonly adds: readonly number[];
  isOver: boolean;
}

/** The same by a list that is searched from the start for the earliest timer. */
class NaiveScheduler {
  now = 0;
  readonly timers: Waiting[] = [];
  readonly fired: [number, number][] = [];

  add(dueAt: number, adds: readonly number[]): void {
    const due = Math.max(dueAt, this.now);
    this.timers.push({ name: this.timers.length, dueAt: due, adds, isOver: false });
  }

  get nextDueAt(): number {
    const waiting = this.timers.filter((timer) => !timer.isOver).map((timer) => timer.dueAt);
    return Math.min(NEVER, ...waiting);
  }

  fireUpTo(limit: number): void {
    for (;;) {
      const dueAt = this.nextDueAt;
      if (dueAt > limit) break;
      const next = this.timers.find((timer) => !timer.isOver && timer.dueAt === dueAt);
      if (next === undefined) break;
      next.isOver = true;
      this.now = Math.max(this.now, dueAt);
      this.fired.push([next.name, this.now]);
      for (const after of next.adds) this.add(this.now + after, []);
    }
    this.now = Math.max(this.now, limit);
  }
}

describe('heap', () => {
  it('equals a sorted list, under any mix of adding, cancelling and firing', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const scheduler = new Scheduler();
        const naive = new NaiveScheduler();
        const timers: Timer[] = [];
        const fired: [number, number][] = [];
        const add = (dueAt: number, adds: readonly number[]): void => {
          const name = timers.length;
          const run = (): void => {
            fired.push([name, scheduler.now]);
            for (const after of adds) add(scheduler.now + after, []);
          };
          timers.push(scheduler.at(dueAt, run));
        };
        for (const one of actions) {
          if (one.do === 'add') {
            add(one.dueAt, one.adds);
            naive.add(one.dueAt, one.adds);
          } else if (one.do === 'cancel') {
            timers[one.index]?.cancel();
            const timer = naive.timers[one.index];
            if (timer !== undefined) timer.isOver = true;
          } else {
            scheduler.fireUpTo(one.to);
            naive.fireUpTo(one.to);
          }
          expect(scheduler.now).toBe(naive.now);
          expect(scheduler.nextDueAt).toBeLessThanOrEqual(naive.nextDueAt);
        }
        scheduler.fireUpTo(200);
        naive.fireUpTo(200);
        expect(fired).toEqual(naive.fired);
      }),
      { numRuns: countRuns(300) },
    );
  });
});

it('scheduler is quiet until a timer that is no check is due, and postpones checks', () => {
  const scheduler = new Scheduler();
  const fired: string[] = [];
  const add = (name: string, dueAt: number, isLook: boolean) => {
    return scheduler.at(dueAt, () => fired.push(`${name} ${String(scheduler.now)}`), isLook);
  };
  add('early', 10, true);
  add('cancelled', 20, false).cancel();
  expect(scheduler.quietUntil).toBe(NEVER);
  add('late', 90_000_000, true);
  add('work', 70_000_000, false);
  expect(scheduler.quietUntil).toBe(70_000_000);
  const gone = add('gone', 15, true);
  scheduler.putOffLooks(59_000_000);
  gone.cancel();
  scheduler.fireUpTo(100_000_000);
  expect(fired).toEqual(['early 60000010', 'work 70000000', 'late 90000000']);
});
