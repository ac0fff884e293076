// Simulators with each open point flipped, one at a time: what conformance names, and whether the
// profile that it proposes is right.
import { describe, expect, it } from 'vitest';
import { READ_FLIPS } from './flips.js';
import { listPoints, startSpoken, walk } from './venue.js';

describe('conformance by reads alone', () => {
  it('holds everywhere against a venue that does what is assumed', async () => {
    const venue = await startSpoken({});
    const result = await walk(venue);
    expect(listPoints(result, 'differs')).toEqual([]);
    expect(listPoints(result, 'held')).toEqual([1, 3, 4, 5, 6, 11, 13, 15, 19, 20, 21, 22]);
    expect(result.changes).toEqual([]);
    expect(listPoints(await walk(venue, [], true), 'held')).toContain(2);
  });

  it.each(READ_FLIPS.map((one) => [one.point, one.what, one] as const))(
    'names point %i and no other: %s; what it proposes then holds',
    async (point, _, { file, signs = false }) => {
      const venue = await startSpoken(file);
      const found = await walk(venue, [], signs);
      const wrong = found.points.flatMap(({ findings }) =>
        findings.filter(({ verdict }) => verdict === 'differs'),
      );
      expect(listPoints(found, 'differs'), JSON.stringify(wrong)).toEqual([point]);
      const again = await walk(venue, found.changes, signs);
      const left = again.points.flatMap(({ findings }) =>
        findings.filter(({ verdict }) => verdict === 'differs'),
      );
      expect(left).toEqual([]);
      expect(listPoints(again, 'held')).toContain(point);
    },
  );
});
