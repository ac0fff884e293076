// Last look at orders: delayed, then traded or rejected by the market's move meanwhile.
import { describe, expect, it } from 'vitest';
import { MILLISECOND } from '../../../src/domain/index.js';
import { VenueHarness } from '../orders/harness.js';

const HOLD = 50 * MILLISECOND;

function open(rejectShare = 0, changes = {}): VenueHarness {
  const harness = new VenueHarness({
    lastLook: { hold: HOLD, maxMove: 0.5, rejectShare },
    ...changes,
  });
  harness.rate(0, 1.1, 1.1002);
  return harness;
}

describe('order that takes a rate with last look', () => {
  it('trades at that rate after the provider’s delay', () => {
    const harness = open();
    const coId = harness.place({ timeInForce: 'IOC' });
    harness.moveTo(49);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.moveTo(50);
    expect(harness.fills(coId)).toEqual(['50ms 100000 at 1.1002 taken']);
  });

  it.each([
    ['Buy', 1.10006, 1.10026, 'REJECTED 0 NoLiquidity'],
    ['Buy', 1.10005, 1.10025, 'FILLED 100000'],
    ['Buy', 1.0999, 1.1001, 'FILLED 100000'],
    ['Sell', 1.09994, 1.10014, 'REJECTED 0 NoLiquidity'],
    ['Sell', 1.09995, 1.10015, 'FILLED 100000'],
    ['Sell', 1.1001, 1.1003, 'FILLED 100000'],
  ] as const)('%s: the market goes to %f/%f meanwhile: %s', (side, bid, offer, state) => {
    const harness = open();
    const price = side === 'Buy' ? 1.1002 : 1.1;
    const coId = harness.place({ side, price, timeInForce: 'IOC' });
    harness.rate(20, bid, offer);
    harness.moveTo(50);
    expect(harness.state(coId)).toBe(state);
  });

  it('reserves its size against other orders', () => {
    const harness = open();
    const first = harness.place({ size: 950_000, timeInForce: 'IOC' });
    const second = harness.place({ size: 100_000, timeInForce: 'FOK' });
    harness.moveTo(50);
    expect([harness.state(first), harness.state(second)]).toEqual(['FILLED 950000', 'EXPIRED 0']);
  });

  it('rests with what the touch lacks, after the look', () => {
    const harness = open();
    const coId = harness.place({ size: 1_200_000 });
    harness.moveTo(50);
    expect(harness.state(coId)).toBe('PARTIALLY_FILLED 1000000');
    harness.rate(60, 1.0999, 1.1002);
    expect(harness.state(coId)).toBe('FILLED 1200000');
  });

  it('is not filled once it is cancelled', () => {
    const harness = open();
    const coId = harness.place();
    harness.moveTo(20);
    harness.cancel(coId);
    harness.moveTo(50);
    expect(harness.state(coId)).toBe('CANCELED 0');
  });

  it('is rejected as often as configured, without any move', () => {
    const harness = open(0.25);
    const ids = Array.from({ length: 400 }, (_, i) => {
      harness.rate(100 * i + 1, 1.1, 1.1002);
      return harness.place({ timeInForce: 'IOC' });
    });
    harness.moveTo(100_000);
    const rejected = ids.filter((coId) => harness.state(coId) === 'REJECTED 0 NoLiquidity').length;
    expect(Math.abs(rejected - 100)).toBeLessThan(26);
    const never = open(1);
    const coId = never.place();
    never.moveTo(50);
    expect(never.state(coId)).toBe('REJECTED 0 NoLiquidity');
  });

  it('of a resting order is none', () => {
    const harness = open(1);
    const coId = harness.place({ price: 1.1 });
    harness.rate(10, 1.0998, 1.1);
    expect(harness.state(coId)).toBe('FILLED 100000');
  });
});
