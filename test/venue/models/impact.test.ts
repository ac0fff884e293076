// Market impact against tables and a naive calculation: own size, earlier orders, limits.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { VenueHarness } from '../orders/harness.js';

function open(shape: 'linear' | 'square-root'): VenueHarness {
  const harness = new VenueHarness({
    impact: { shape, pips: 1, size: 1_000_000, decay: 10 * SECOND },
  });
  harness.rate(0, 1.1, 1.1002);
  return harness;
}

const FAR = { price: 1.2, timeInForce: 'IOC' } as const;

describe('market impact of an order', () => {
  // A pip is 10 ticks.
  it.each([
    ['linear', 500_000, 1.10025],
    ['linear', 1_000_000, 1.1003],
    ['linear', 40_000, 1.1002],
    ['linear', 50_000, 1.10021],
    ['square-root', 250_000, 1.10025],
    ['square-root', 40_000, 1.10022],
    ['square-root', 1_000_000, 1.1003],
  ] as const)('%s: %i are bought at %f', (shape, size, price) => {
    const harness = open(shape);
    const coId = harness.place({ ...FAR, size });
    expect(harness.fills(coId)).toEqual([`0ms ${size} at ${price} taken`]);
  });

  it('lowers the rate of a sale', () => {
    const harness = open('linear');
    const coId = harness.place({ ...FAR, side: 'Sell', price: 1, size: 500_000 });
    expect(harness.fills(coId)).toEqual(['0ms 500000 at 1.09995 taken']);
  });

  it('moves later orders of its side, less and less', () => {
    const harness = open('linear');
    harness.place({ ...FAR, size: 1_000_000 }); // moves it by 10 ticks
    const ids = [2_500, 5_000, 15_000].map((ms) => {
      harness.rate(ms, 1.1, 1.1002);
      return harness.place({ ...FAR, size: 200_000 }); // by 2 more
    });
    // 10 x 0.75 + 2; (7.5 + 2) x 0.75 + 2; and nothing but its own after 10 s.
    expect(ids.flatMap((id) => harness.fills(id))).toEqual([
      '2500ms 200000 at 1.1003 taken',
      '5000ms 200000 at 1.10029 taken',
      '15000ms 200000 at 1.10022 taken',
    ]);
  });

  it('makes nothing cheaper for the other side', () => {
    const harness = open('linear');
    harness.place({ ...FAR, size: 1_000_000 });
    const coId = harness.place({ ...FAR, side: 'Sell', price: 1, size: 100_000 });
    expect(harness.fills(coId)).toEqual(['0ms 100000 at 1.09999 taken']);
  });

  it('is limited by the order’s limit, and the rest rests or ends', () => {
    for (const [shape, ticksOf] of [
      ['linear', (units: number) => Math.round((10 * units) / 1e6)],
      ['square-root', (units: number) => Math.round(10 * Math.sqrt(units / 1e6))],
    ] as const) {
      const harness = open(shape);
      const coId = harness.place({ size: 900_000, price: 1.10023, timeInForce: 'IOC' });
      const taken = harness.view(coId).cumUnits / 100;
      expect(harness.fills(coId)).toEqual([`0ms ${taken} at 1.10023 taken`]);
      expect(ticksOf(taken)).toBe(3);
      expect(ticksOf(taken + 1_000)).toBe(4);
      expect(harness.state(coId)).toBe(`EXPIRED ${taken}`);
    }
    const whole = open('linear');
    const coId = whole.place({ size: 900_000, price: 1.10023, timeInForce: 'FOK' });
    expect(whole.state(coId)).toBe('EXPIRED 0');
    const resting = whole.place({ size: 900_000, price: 1.10023 });
    expect(whole.state(resting)).toMatch(/^PARTIALLY_FILLED 34/);
  });

  it('is none when the order rested', () => {
    const harness = open('linear');
    const coId = harness.place({ size: 1_000_000, price: 1.1 });
    harness.rate(10, 1.0998, 1.1);
    expect(harness.fills(coId)).toEqual(['10ms 1000000 at 1.1 rested']);
    const next = harness.place({ ...FAR, size: 40_000 });
    expect(harness.fills(next)).toEqual([]);
  });
});
