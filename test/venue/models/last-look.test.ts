// Last look at orders: delayed, then traded or rejected by the market's move meanwhile.
import { describe, expect, it } from 'vitest';
import { MILLISECOND } from '../../../src/domain/index.js';
import { Desk } from '../orders/desk.js';

const HOLD = 50 * MILLISECOND;

function open(rejectShare = 0, changes = {}): Desk {
  const desk = new Desk({ lastLook: { hold: HOLD, maxMove: 0.5, rejectShare }, ...changes });
  desk.rate(0, 1.1, 1.1002);
  return desk;
}

describe('order that takes a rate with last look', () => {
  it('trades at that rate after the provider’s delay', () => {
    const desk = open();
    const coId = desk.place({ timeInForce: 'IOC' });
    desk.moveTo(49);
    expect(desk.state(coId)).toBe('NEW 0');
    desk.moveTo(50);
    expect(desk.fills(coId)).toEqual(['50ms 100000 at 1.1002 taken']);
  });

  it.each([
    ['Buy', 1.10006, 1.10026, 'REJECTED 0 NoLiquidity'],
    ['Buy', 1.10005, 1.10025, 'FILLED 100000'],
    ['Buy', 1.0999, 1.1001, 'FILLED 100000'],
    ['Sell', 1.09994, 1.10014, 'REJECTED 0 NoLiquidity'],
    ['Sell', 1.09995, 1.10015, 'FILLED 100000'],
    ['Sell', 1.1001, 1.1003, 'FILLED 100000'],
  ] as const)('%s: the market goes to %f/%f meanwhile: %s', (side, bid, offer, state) => {
    const desk = open();
    const price = side === 'Buy' ? 1.1002 : 1.1;
    const coId = desk.place({ side, price, timeInForce: 'IOC' });
    desk.rate(20, bid, offer);
    desk.moveTo(50);
    expect(desk.state(coId)).toBe(state);
  });

  it('reserves its size against other orders', () => {
    const desk = open();
    const first = desk.place({ size: 950_000, timeInForce: 'IOC' });
    const second = desk.place({ size: 100_000, timeInForce: 'FOK' });
    desk.moveTo(50);
    expect([desk.state(first), desk.state(second)]).toEqual(['FILLED 950000', 'EXPIRED 0']);
  });

  it('rests with what the touch lacks, after the look', () => {
    const desk = open();
    const coId = desk.place({ size: 1_200_000 });
    desk.moveTo(50);
    expect(desk.state(coId)).toBe('PARTIALLY_FILLED 1000000');
    desk.rate(60, 1.0999, 1.1002);
    expect(desk.state(coId)).toBe('FILLED 1200000');
  });

  it('is not filled once it is cancelled', () => {
    const desk = open();
    const coId = desk.place();
    desk.moveTo(20);
    desk.cancel(coId);
    desk.moveTo(50);
    expect(desk.state(coId)).toBe('CANCELED 0');
  });

  it('is rejected as often as configured, without any move', () => {
    const desk = open(0.25);
    const ids = Array.from({ length: 400 }, (_, i) => {
      desk.rate(100 * i + 1, 1.1, 1.1002);
      return desk.place({ timeInForce: 'IOC' });
    });
    desk.moveTo(100_000);
    const rejected = ids.filter((coId) => desk.state(coId) === 'REJECTED 0 NoLiquidity').length;
    expect(Math.abs(rejected - 100)).toBeLessThan(26);
    const never = open(1);
    const coId = never.place();
    never.moveTo(50);
    expect(never.state(coId)).toBe('REJECTED 0 NoLiquidity');
  });

  it('of a resting order is none', () => {
    const desk = open(1);
    const coId = desk.place({ price: 1.1 });
    desk.rate(10, 1.0998, 1.1);
    expect(desk.state(coId)).toBe('FILLED 100000');
  });
});
