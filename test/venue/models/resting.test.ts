// Resting models by hand-made rates: the queue behind the displayed size, and probability.
import { describe, expect, it } from 'vitest';
import type { VenueSettings } from '../../../src/venue/index.js';
import { VenueHarness } from '../orders/harness.js';

/** A venue with a Buy of 100,000 at 1.1000 that rests; `bidSize` stands there before it. */
function rest(resting: VenueSettings['resting'], bidSize: number, price = 1.1, seed = 1) {
  const harness = new VenueHarness({ ...(resting === undefined ? {} : { resting }), seed });
  harness.rate(0, 1.1, 1.1002, bidSize);
  return { harness, coId: harness.place({ price }) };
}

describe('order behind the displayed size', () => {
  it('waits until a touch has served the whole queue before it', () => {
    const { harness, coId } = rest('queue', 500_000);
    harness.rate(100, 1.1, 1.1002, 300_000); // 200,000 have gone
    harness.rate(200, 1.1, 1.1002, 900_000); // 600,000 came behind it
    harness.rate(300, 1.0998, 1.1, 1e6, 250_000); // for those before it; 50,000 are left of them
    expect(harness.fills(coId)).toEqual([]);
    harness.rate(400, 1.0998, 1.1, 1e6, 110_000);
    expect(harness.fills(coId)).toEqual(['400ms 60000 at 1.1 rested']);
    harness.rate(500, 1.0998, 1.1, 1e6, 110_000);
    expect(harness.fills(coId)).toEqual(['400ms 60000 at 1.1 rested', '500ms 40000 at 1.1 rested']);
  });

  it('is filled by the first touch where nothing waits', () => {
    const { harness, coId } = rest(undefined, 500_000);
    harness.rate(300, 1.0998, 1.1, 1e6, 250_000);
    expect(harness.fills(coId)).toEqual(['300ms 100000 at 1.1 rested']);
  });

  it('has no queue before it once a rate goes through its price', () => {
    const { harness, coId } = rest('queue', 500_000);
    harness.rate(100, 1.0997, 1.0999, 1e6, 1e6);
    expect(harness.fills(coId)).toEqual(['100ms 100000 at 1.1 rested']);
  });

  it('is first once its side of the market falls back', () => {
    const { harness, coId } = rest('queue', 500_000);
    harness.rate(100, 1.0999, 1.1002);
    harness.rate(200, 1.0998, 1.1, 1e6, 70_000);
    expect(harness.fills(coId)).toEqual(['200ms 70000 at 1.1 rested']);
  });

  it('is first at a better price than the market’s, and stays before later orders', () => {
    const { harness, coId } = rest('queue', 500_000, 1.1001);
    harness.rate(100, 1.1001, 1.1002, 800_000);
    harness.rate(200, 1.0998, 1.1001, 1e6, 70_000);
    expect(harness.fills(coId)).toEqual(['200ms 70000 at 1.1001 rested']);
  });

  it('at a price below the market’s queues behind what is displayed there first', () => {
    const { harness, coId } = rest('queue', 500_000, 1.0999);
    harness.rate(100, 1.0999, 1.1002, 200_000);
    harness.rate(200, 1.0998, 1.0999, 1e6, 230_000);
    expect(harness.fills(coId)).toEqual(['200ms 30000 at 1.0999 rested']);
  });

  it('shares what a touch leaves with another order', () => {
    const { harness, coId } = rest('queue', 100_000);
    const second = harness.place({ price: 1.1 });
    harness.rate(100, 1.0998, 1.1, 1e6, 250_000);
    expect(harness.state(coId)).toBe('FILLED 100000');
    expect(harness.state(second)).toBe('PARTIALLY_FILLED 50000');
  });
});

describe('order with a fill probability', () => {
  /** Whether each of many orders was filled by a rate that touched it. */
  const draw = (probability: number, seed = 1, offer = 1.1) =>
    Array.from({ length: 400 }, (_, i) => {
      const { harness, coId } = rest({ probability }, 500_000, 1.1, seed * 1_000 + i);
      harness.rate(100, offer - 0.0002, offer);
      return harness.state(coId) === 'FILLED 100000';
    });
  const count = (filled: readonly boolean[]) => filled.filter(Boolean).length;

  it('is filled by a touch as often as configured', () => {
    expect(count(draw(0))).toBe(0);
    expect(count(draw(1))).toBe(400);
    // Twice the deviation of 400 tosses is 18.
    expect(Math.abs(count(draw(0.3)) - 120)).toBeLessThan(27);
  });

  it('is filled by a rate through its price in any case', () => {
    expect(count(draw(0, 1, 1.0999))).toBe(400);
  });

  it('behaves equally with the same seed', () => {
    expect(draw(0.5)).toEqual(draw(0.5));
    expect(draw(0.5, 2)).not.toEqual(draw(0.5));
  });
});
