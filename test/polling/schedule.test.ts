// Schedules are fixed points of time: a late or repeated query gets the same ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createDoubling,
  createGrid,
  createOffsets,
  type Schedule,
} from '../../src/polling/index.js';

function list(schedule: Schedule, from: number, count: number): number[] {
  const points = [];
  for (let at = from; points.length < count;) points.push((at = schedule(at)));
  return points;
}

const span = fc.integer({ min: 1, max: 5_000 });

describe('schedule', () => {
  it('of a grid is its base and every interval after it', () => {
    expect(list(createGrid(100, 250), 0, 4)).toEqual([100, 350, 600, 850]);
    expect(createGrid(100, 250)(349)).toBe(350);
    expect(createGrid(100, 250)(350)).toBe(600);
  });

  it('that doubles keeps its longest gap for ever', () => {
    const schedule = createDoubling(1_000, { first: 200, most: 2_000 });
    expect(list(schedule, 1_000, 7)).toEqual([1_200, 1_600, 2_400, 4_000, 6_000, 8_000, 10_000]);
  });

  it('of offsets continues with multiples of the last', () => {
    const schedule = createOffsets(50, [1, 2, 8], 10);
    expect(list(schedule, 50, 6)).toEqual([51, 52, 58, 60, 70, 80]);
  });

  it('gives the first point after any instant, as a walk from its start does', () => {
    const schedules = fc.oneof(
      fc.tuple(span, span).map(([base, interval]) => createGrid(base, interval)),
      fc
        .tuple(span, span, fc.integer({ min: 1, max: 40 }))
        .map(([from, first, times]) => createDoubling(from, { first, most: first * times })),
    );
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 100_000 }), (schedule, after) => {
        let walked = schedule(0);
        while (walked <= after) walked = schedule(walked);
        expect(schedule(after)).toBe(walked);
      }),
    );
  });
});
