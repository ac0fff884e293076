// The rolling count against a list of all events.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RollingCount } from '../../src/determinism/index.js';
import { countRuns } from '../runs.js';

describe('rolling count', () => {
  it('is full with as many events as its limit within the span', () => {
    const count = new RollingCount(1_000, 2);
    expect(count.isFull(0)).toBe(false);
    count.add(0);
    expect(count.isFull(10)).toBe(false);
    count.add(10);
    expect(count.isFull(20)).toBe(true);
  });

  it('has room again one span after the oldest event, and not before', () => {
    const count = new RollingCount(1_000, 2);
    count.add(0);
    count.add(400);
    expect(count.isFull(999)).toBe(true);
    expect(count.isFull(1_000)).toBe(false);
    count.add(1_000);
    expect(count.isFull(1_399)).toBe(true);
    expect(count.isFull(1_400)).toBe(false);
  });

  it('agrees with counting all events of the last span', () => {
    const steps = fc.array(fc.tuple(fc.nat(400), fc.boolean()), { maxLength: 60 });
    const span = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(span, fc.integer({ min: 1, max: 8 }), steps, (width, limit, moves) => {
        const count = new RollingCount(width, limit);
        const events: number[] = [];
        let at = 0;
        for (const [gap, adds] of moves) {
          at += gap;
          const within = events.filter((event) => at - event < width).length;
          expect(count.isFull(at)).toBe(within >= limit);
          if (adds) {
            count.add(at);
            events.push(at);
          }
        }
      }),
      { numRuns: countRuns(300) },
    );
  });
});
