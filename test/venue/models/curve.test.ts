// Forward points between pillars, against fractions of big integers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpolatePoints, sortPillars } from '../../../src/venue/models/curve.js';

const CURVE = sortPillars([
  { days: 30, bid: 1_390, offer: 1_510 },
  { days: 7, bid: 300, offer: 350 },
]);

describe('forward points', () => {
  it.each([
    [0, 0, 0],
    // 300 x 3 / 7 = 128.57 and 350 x 3 / 7 = 150.
    [3, 128, 150],
    [7, 300, 350],
    // 300 + 1,090 / 23 = 347.39 and 350 + 1,160 / 23 = 400.43.
    [8, 347, 401],
    [30, 1_390, 1_510],
  ])('%d days from spot are %d and %d', (days, bid, offer) => {
    expect(interpolatePoints(CURVE, days)).toEqual({ bid, offer });
  });

  it('before spot mirror those after', () => {
    expect(interpolatePoints(CURVE, -7)).toEqual({ bid: -350, offer: -300 });
    expect(interpolatePoints(CURVE, -3)).toEqual({ bid: -150, offer: -128 });
  });

  it('before spot use pillars there, when there are some', () => {
    const curve = sortPillars([{ days: -2, bid: -90, offer: -80 }]);
    expect(interpolatePoints(curve, -2)).toEqual({ bid: -90, offer: -80 });
    expect(interpolatePoints(curve, -1)).toEqual({ bid: -45, offer: -40 });
    expect(interpolatePoints(curve, -3)).toBeUndefined();
  });

  it('end with the last pillar', () => {
    expect(interpolatePoints(CURVE, 31)).toBeUndefined();
    expect(interpolatePoints(CURVE, -31)).toBeUndefined();
    expect(interpolatePoints(sortPillars([]), 1)).toBeUndefined();
    expect(interpolatePoints(sortPillars([]), 0)).toEqual({ bid: 0, offer: 0 });
  });

  it('fall on falling segments', () => {
    const curve = sortPillars([{ days: 10, bid: -105, offer: -95 }]);
    // -31.5 and -28.5: the bid goes down and the offer up.
    expect(interpolatePoints(curve, 3)).toEqual({ bid: -32, offer: -28 });
  });

  it('are the largest bid and the smallest offer around the exact line', () => {
    const points = fc.integer({ min: -10_000_000, max: 10_000_000 });
    const pillar = fc.record({
      days: fc.integer({ min: 1, max: 4_000 }),
      bid: points,
      offer: points,
    });
    fc.assert(
      fc.property(pillar, pillar, fc.nat(4_000), (a, b, days) => {
        fc.pre(a.days < b.days && days >= a.days && days <= b.days);
        const found = interpolatePoints(sortPillars([b, a]), days);
        // value x whole = exact numerator: bid is at most it and bid + 1 above, offer likewise.
        const whole = BigInt(b.days - a.days);
        const exact = (from: number, to: number) =>
          BigInt(from) * whole + BigInt(to - from) * BigInt(days - a.days);
        const [bidLine, offerLine] = [exact(a.bid, b.bid), exact(a.offer, b.offer)];
        const bid = BigInt(found?.bid ?? NaN) * whole;
        const offer = BigInt(found?.offer ?? NaN) * whole;
        expect(bid <= bidLine && bid + whole > bidLine).toBe(true);
        expect(offer >= offerLine && offer - whole < offerLine).toBe(true);
      }),
    );
  });
});
