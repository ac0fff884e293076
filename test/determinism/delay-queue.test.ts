// Items in transit with a constant delay, against a plain list.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BugError } from '../../src/domain/fault.js';
import { NEVER } from '../../src/domain/index.js';
import { DelayQueue, NextDue } from '../../src/determinism/index.js';
import { countRuns } from '../runs.js';

describe('delay queue', () => {
  it('returns what is due, first in, first out', () => {
    const queue = new DelayQueue<string>();
    queue.add(10, 'a');
    queue.add(10, 'b');
    queue.add(20, 'c');
    expect(queue.nextDueAt).toBe(10);
    expect(queue.takeNext(9)).toBeUndefined();
    expect([queue.takeNext(10), queue.takeNext(10), queue.takeNext(10)]).toEqual([
      'a',
      'b',
      undefined,
    ]);
    expect(queue.nextDueAt).toBe(20);
    expect(queue.takeNext(99)).toBe('c');
    expect(queue.nextDueAt).toBe(NEVER);
  });

  it('refuses a due time before the last one', () => {
    const queue = new DelayQueue<string>();
    queue.add(10, 'a');
    expect(() => queue.add(9, 'b')).toThrow(BugError);
  });

  it('accepts any due time again once it is empty', () => {
    const queue = new DelayQueue<string>();
    queue.add(10, 'a');
    queue.takeNext(10);
    queue.add(5, 'b');
    expect(queue.nextDueAt).toBe(5);
    expect(queue.takeNext(5)).toBe('b');
  });

  it('lowers the horizon that it shares with others', () => {
    const horizon = new NextDue();
    const [a, b] = [new DelayQueue<string>(horizon), new DelayQueue<string>(horizon)];
    expect(horizon.at).toBe(NEVER);
    a.add(20, 'a');
    expect(horizon.at).toBe(20);
    b.add(10, 'b');
    expect(horizon.at).toBe(10);
    a.add(30, 'c');
    expect(horizon.at).toBe(10);
  });

  it('equals a list, over thousands of items', () => {
    const moves = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.nat(900)), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(moves, (rounds) => {
        const queue = new DelayQueue<number>();
        const list: { readonly dueAt: number; readonly item: number }[] = [];
        let dueAt = 0;
        let next = 0;
        for (const [adds, takes] of rounds) {
          for (let i = 0; i < adds; i++) {
            dueAt += i % 3;
            queue.add(dueAt, next);
            list.push({ dueAt, item: next++ });
          }
          const to = dueAt - 100;
          for (let i = 0; i < takes; i++) {
            expect(queue.nextDueAt).toBe(list[0]?.dueAt ?? NEVER);
            const expected = (list[0]?.dueAt ?? NEVER) <= to ? list.shift()?.item : undefined;
            expect(queue.takeNext(to)).toBe(expected);
            if (expected === undefined) break;
          }
        }
      }),
      { numRuns: countRuns(50) },
    );
  });
});
