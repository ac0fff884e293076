// minQty, maxShow and orders in the term currency: how much is traded, and in which order.
import { describe, expect, it } from 'vitest';
import { VenueHarness } from '../../venue/orders/harness.js';

describe('smallest first fill', () => {
  it('keeps an IOC order from trading less', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002, 1e6, 60_000);
    const less = harness.place({ timeInForce: 'IOC', minQty: 60_000.01 });
    expect(harness.state(less)).toBe('EXPIRED 0');
    const enough = harness.place({ timeInForce: 'IOC', minQty: 60_000 });
    expect(harness.state(enough)).toBe('EXPIRED 60000');
  });

  it('leaves the rest of a resting order to trade in any size', () => {
    const harness = new VenueHarness();
    const coId = harness.place({ minQty: 40_000 });
    harness.rate(1, 1.1, 1.1002, 1e6, 39_999);
    harness.rate(2, 1.1, 1.1002, 1e6, 70_000);
    harness.rate(3, 1.1, 1.1002, 1e6, 29_000);
    expect(harness.fills(coId)).toEqual([
      '2ms 70000 at 1.1002 rested',
      '3ms 29000 at 1.1002 rested',
    ]);
  });

  it('does not strand the rest of an iceberg’s piece', () => {
    const harness = new VenueHarness();
    const coId = harness.place({ minQty: 40_000, maxShow: 50_000 });
    harness.rate(1, 1.1, 1.1002, 1e6, 39_999);
    harness.rate(2, 1.1, 1.1002, 1e6, 45_000);
    harness.rate(3, 1.1, 1.1002, 1e6, 1e6);
    const rested = (text: string) => `${text} at 1.1002 rested`;
    expect(harness.fills(coId)).toEqual(
      ['2ms 45000', '3ms 5000', '3ms 50000'].map((text) => rested(text)),
    );
  });

  it('leaves what it cannot take to the next in the queue', () => {
    const harness = new VenueHarness();
    const first = harness.place({ minQty: 100_000 });
    const second = harness.place();
    harness.rate(1, 1.1, 1.1002, 1e6, 50_000);
    expect([harness.state(first), harness.state(second)]).toEqual([
      'NEW 0',
      'PARTIALLY_FILLED 50000',
    ]);
  });
});

describe('iceberg', () => {
  it('shows one piece after the other, each behind the orders of its price', () => {
    const harness = new VenueHarness();
    const berg = harness.place({ maxShow: 40_000 });
    const other = harness.place({ size: 50_000 });
    harness.rate(1, 1.1, 1.1002, 1e6, 70_000);
    expect([harness.state(berg), harness.state(other)]).toEqual([
      'PARTIALLY_FILLED 40000',
      'PARTIALLY_FILLED 30000',
    ]);
    harness.rate(2, 1.1, 1.1002, 1e6, 1e6);
    expect(harness.fills(berg)).toEqual([
      '1ms 40000 at 1.1002 rested',
      '2ms 40000 at 1.1002 rested',
      '2ms 20000 at 1.1002 rested',
    ]);
    expect(harness.fills(other).at(-1)).toBe('2ms 20000 at 1.1002 rested');
    // The other's rest came first, though it is younger.
    expect(
      harness.trades.filter(({ executedAt }) => executedAt > harness.trades[0]!.executedAt)[0]!
        .coId,
    ).toBe(other);
  });

  it('goes behind equal prices only', () => {
    const harness = new VenueHarness();
    const berg = harness.place({ maxShow: 40_000 });
    const worse = harness.place({ price: 1.1001 });
    harness.rate(1, 1.1, 1.1001, 1e6, 100_000);
    expect([harness.state(berg), harness.state(worse)]).toEqual(['FILLED 100000', 'NEW 0']);
  });

  it('takes with its whole size on arrival', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002, 1e6, 70_000);
    const berg = harness.place({ maxShow: 40_000 });
    expect(harness.fills(berg)).toEqual(['0ms 70000 at 1.1002 taken']);
  });

  it.each([0, 100_000, undefined])('is not formed with %j shown', (maxShow) => {
    const harness = new VenueHarness();
    const coId = harness.place({ maxShow });
    harness.rate(1, 1.1, 1.1002);
    expect(harness.fills(coId)).toEqual(['1ms 100000 at 1.1002 rested']);
  });
});

describe('order in the term currency', () => {
  it('that buys the term sells the base', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const coId = harness.place({ currency: 'USD', size: 110_000, price: 1.1, timeInForce: 'IOC' });
    expect(harness.fills(coId)).toEqual(['0ms 110000 at 1.1 taken']);
    // 110,000 / 1.1 = 100,000 EUR.
    expect(harness.trades[0]).toMatchObject({
      side: 'Buy',
      units: 10_000_000,
      termUnits: 11_000_000,
    });
  });

  it('takes what the displayed base is worth, rounded down', () => {
    const harness = new VenueHarness();
    // 1,000.01 EUR x 1.10021 = 1100.2210021 USD; 1100.22 / 1.10021 = 1000.0090891.. EUR.
    harness.rate(0, 1.1, 1.10021, 1e6, 1_000.01);
    const coId = harness.place({ currency: 'USD', side: 'Sell', size: 5_000, price: 1.10021 });
    expect(harness.fills(coId)).toEqual(['0ms 1100.22 at 1.10021 taken']);
    expect(harness.trades[0]!.units).toBe(100_001);
    expect(harness.state(coId)).toBe('PARTIALLY_FILLED 1100.22');
  });

  it('rests at its price, on the side of the base that it trades', () => {
    const harness = new VenueHarness();
    const buy = harness.place({ currency: 'USD', size: 1_000, price: 1.101 });
    harness.rate(1, 1.1, 1.1002);
    expect(harness.state(buy)).toBe('NEW 0');
    harness.rate(2, 1.1011, 1.1013);
    expect(harness.fills(buy)).toEqual(['2ms 1000 at 1.101 rested']);
  });

  it('has the average of its base amounts', () => {
    const harness = new VenueHarness();
    // 15,000 JPY at 150 are 100 USD; 15,000 at 160 are 93.75 USD.
    const coId = harness.place({
      ...{ symbol: 'USD/JPY', currency: 'JPY', side: 'Sell', size: 30_000 },
      ...{ type: 'Market', timeInForce: 'GTT', expiryTime: 10, price: 200 },
    });
    harness.rate(1, 149, 150, 100, 100, 1);
    harness.rate(2, 159, 160, 1e6, 1e6, 1);
    expect(harness.fills(coId)).toEqual(['1ms 15000 at 150 taken', '2ms 15000 at 160 taken']);
    expect(harness.view(coId)).toMatchObject({ cumUnits: 30_000, cumBaseUnits: 19_375 });
    expect(BigInt(harness.view(coId).cumCash)).toBe(10_000n * 150_000n + 9_375n * 160_000n);
  });

  it('is at least a minor unit of the term, whatever the minimum of the base is', () => {
    const harness = new VenueHarness();
    expect(harness.place({ currency: 'USD', size: 0.01 })).toBe('o-1');
    expect(harness.place({ currency: 'USD', size: 0.001 })).toMatch(/^InvalidOrderQty: size/);
    expect(harness.place({ currency: 'GBP' })).toBe(
      'InvalidDealtCcy: currency must be EUR or USD.',
    );
  });
});

describe('Market order that is GTT', () => {
  it('takes the touch of every rate within its price until it expires', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002, 1e6, 30_000);
    const coId = harness.place({
      type: 'Market',
      timeInForce: 'GTT',
      expiryTime: 1,
      price: 1.1005,
    });
    harness.rate(1, 1.1, 1.1006);
    harness.rate(2, 1.1, 1.1005, 1e6, 30_000);
    expect(harness.fills(coId)).toEqual(['0ms 30000 at 1.1002 taken', '2ms 30000 at 1.1005 taken']);
    harness.moveTo(1_000);
    expect(harness.state(coId)).toBe('EXPIRED 60000');
  });
});
