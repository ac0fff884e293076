// Price points of a track: a faithful chart in bounded memory, and the exact time integral.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_POINTS, PriceTrack, toIntegral } from '../../../src/report/collect/price-track.js';
import { createRandom } from '../twap-session.js';

function play(count: number, bidAt: (index: number) => number): PriceTrack {
  const track = new PriceTrack();
  for (let index = 0; index < count; index++) {
    track.rate(1_000 + index * 10, bidAt(index), bidAt(index) + 4);
  }
  return track;
}

describe('points of a track', () => {
  it('are all rates while there are few', () => {
    const { at, bidTicks, offerTicks } = play(3_000, (index) => 100 + (index % 7)).points();
    expect(at).toEqual(Array.from({ length: 3_000 }, (_, index) => 1_000 + index * 10));
    expect(bidTicks.slice(0, 8)).toEqual([100, 101, 102, 103, 104, 105, 106, 100]);
    expect(offerTicks.slice(0, 2)).toEqual([104, 105]);
  });

  it('are none before the first rate and one after it', () => {
    expect(play(0, () => 1).points().at).toEqual([]);
    expect(play(1, () => 1).points()).toEqual({ at: [1_000], bidTicks: [1], offerTicks: [5] });
  });

  it('stay below the maximum and keep spikes, the first and the last rate', () => {
    const random = createRandom(5);
    const bids = Array.from({ length: 100_000 }, () => 1_000 + Math.floor(random() * 50));
    bids[41_003] = 900;
    bids[77_777] = 1_200;
    const track = play(bids.length, (index) => bids[index] ?? 0);
    const { at, bidTicks, offerTicks } = track.points();
    expect(track.stride).toBe(64);
    expect(at.length).toBeLessThanOrEqual(MAX_POINTS);
    expect(at.length).toBeGreaterThan(MAX_POINTS / 3);
    expect(Math.min(...bidTicks)).toBe(900);
    expect(Math.max(...offerTicks)).toBe(1_204);
    expect([at[0], at.at(-1)]).toEqual([1_000, 1_000 + 99_999 * 10]);
    const wrong = at.filter((time, index) => bids[(time - 1_000) / 10] !== bidTicks[index]);
    expect(wrong).toEqual([]);
    expect([...at].sort((a, b) => a - b)).toEqual(at);
  });

  it('include the lowest and the highest of every run of rates', () => {
    const random = createRandom(9);
    const bids = Array.from({ length: 9_000 }, () => Math.floor(random() * 1_000_000));
    const track = play(bids.length, (index) => bids[index] ?? 0);
    const kept = new Set(track.points().bidTicks);
    for (let start = 0; start < bids.length; start += track.stride) {
      const run = bids.slice(start, start + track.stride);
      expect(kept).toContain(Math.min(...run));
      expect(kept).toContain(Math.max(...run));
    }
  });
});

describe('time integral of a track', () => {
  it('equals the sum of bid + offer x time in bigint', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 200_000_000_000 }),
      bid: fc.integer({ min: 1, max: 2_000_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(), (steps, rest) => {
        const track = new PriceTrack();
        let at = 1_783_944_000_000_000;
        let expected = 0n;
        let mid2 = 0;
        for (const { wait, bid } of steps) {
          if (track.rates > 0) expected += BigInt(mid2) * BigInt(wait);
          at += wait;
          mid2 = 2 * bid + 3;
          track.rate(at, bid, bid + 3);
        }
        expect(toIntegral(track.mark(at))).toBe(expected);
        expect(toIntegral(track.mark(at + rest))).toBe(expected + BigInt(mid2) * BigInt(rest));
      }),
    );
  });

  it('is 0 before the first rate', () => {
    expect(toIntegral(new PriceTrack().mark(5))).toBe(0n);
  });
});
