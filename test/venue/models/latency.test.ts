// Latency by quantiles: times as the table has them, and no message overtakes another.
import { describe, expect, it } from 'vitest';
import { findQuantile, QUANTILES, Transit } from '../../../src/venue/models/latency.js';

const TABLE = { min: 2_000, p50: 10_000, p90: 30_000, p99: 120_000, max: 400_000 };

describe('latency table', () => {
  it.each([
    [0, 2_000],
    [0.25, 6_000],
    [0.5, 10_000],
    [0.7, 20_000],
    [0.9, 30_000],
    [0.945, 75_000],
    [0.99, 120_000],
    [0.995, 260_000],
    [0.999_999_999, 400_000],
  ])('gives for the quantile %f the time %i', (share, time) => {
    expect(findQuantile(TABLE, share)).toBe(time);
  });
});

describe('direction of a connection', () => {
  it('takes a constant time', () => {
    const transit = new Transit(5_000, 1, 'orders');
    expect([10, 10, 700].map((at) => transit.arriveAt(at))).toEqual([5_010, 5_010, 5_700]);
    expect(transit.isInstant).toBe(false);
    expect(new Transit(0, 1, 'orders').isInstant).toBe(true);
  });

  it('draws times as often as the table says', () => {
    const transit = new Transit(TABLE, 7, 'orders');
    // A second apart none waits for the one before it.
    const times = Array.from({ length: 100_000 }, (_, i) => {
      const at = i * 1_000_000;
      return transit.arriveAt(at) - at;
    }).sort((a, b) => a - b);
    expect(times[0]).toBeGreaterThanOrEqual(TABLE.min);
    expect(times.at(-1)).toBeLessThanOrEqual(TABLE.max);
    const share = (most: number) => times.filter((time) => time <= most).length / times.length;
    for (const [i, expected] of [0.5, 0.9, 0.99].entries()) {
      expect(share(TABLE[QUANTILES[i + 1]!])).toBeCloseTo(expected, 2);
    }
  });

  it('lets nothing overtake an earlier message', () => {
    const transit = new Transit(TABLE, 3, 'orders');
    const free = new Transit(TABLE, 3, 'orders');
    let last = 0;
    let waited = 0;
    for (let i = 0; i < 2_000; i++) {
      const at = i * 1_000;
      const arriveAt = transit.arriveAt(at);
      // Alone on its connection the same draw would have come then.
      const alone = at + (free.arriveAt(at + i * 1e9) - at - i * 1e9);
      expect(arriveAt).toBe(Math.max(last, alone));
      if (arriveAt > alone) waited++;
      last = arriveAt;
    }
    expect(waited).toBeGreaterThan(100);
  });

  it('draws the same latencies by seed and name, and others by others', () => {
    const draw = (seed: number, name: string) => {
      const transit = new Transit(TABLE, seed, name);
      return [0, 1e6, 2e6].map((at) => transit.arriveAt(at));
    };
    expect(draw(1, 'orders')).toEqual(draw(1, 'orders'));
    expect(draw(2, 'orders')).not.toEqual(draw(1, 'orders'));
    expect(draw(1, 'replies')).not.toEqual(draw(1, 'orders'));
  });
});
