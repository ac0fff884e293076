// Pegged orders: where their limit stands, and at which rate they trade.
import { describe, expect, it } from 'vitest';
import { VenueHarness } from '../../venue/orders/harness.js';

const PEG = { type: 'Pegged', pegPriceType: 'Mid', price: undefined };

/** The limit at which a pegged order stands. */
function findLimit(changes: object, bid: number, offer: number): number {
  const harness = new VenueHarness();
  harness.rate(0, bid, offer);
  const coId = harness.place({ ...PEG, ...changes });
  return harness.venue.findAccount('algo1', 'DeskOrg')!.findByCoId(coId)!.limitTicks;
}

describe('limit of a pegged order', () => {
  it.each([
    // The mid of 1.10001 and 1.10004 lies between two ticks: away from the other side.
    [{ side: 'Buy' }, 1.10001, 1.10004, 110_002],
    [{ side: 'Sell' }, 1.10001, 1.10004, 110_003],
    [{ pegPriceType: 'Bid' }, 1.1, 1.1002, 110_000],
    [{ pegPriceType: 'Offer', pegOffsetValue: -1 }, 1.1, 1.1002, 110_010],
    [{ pegPriceType: 'Bid', pegOffsetValue: 0.3 }, 1.1, 1.1002, 110_003],
    [{ pegPriceType: 'Bid', pegOffsetValue: 1, side: 'Sell' }, 1.1, 1.1002, 110_010],
    [{ pegPriceType: 'Bid', price: 1.0999 }, 1.1, 1.1002, 109_990],
    [{ pegPriceType: 'Offer', price: 1.1003, side: 'Sell' }, 1.1, 1.1002, 110_030],
  ])('of %j at %d / %d is %d ticks', (changes, bid, offer, ticks) => {
    expect(findLimit(changes, bid, offer)).toBe(ticks);
  });

  it('is never below one tick', () => {
    expect(findLimit({ pegPriceType: 'Bid', pegOffsetValue: -1_000_000 }, 1.1, 1.1002)).toBe(1);
  });
});

describe('pegged order', () => {
  it('follows its rate and trades at the touch once that reaches it', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    // One pip above the bid, whatever the bid is.
    const coId = harness.place({ ...PEG, pegPriceType: 'Bid', pegOffsetValue: 1 });
    harness.rate(1, 1.101, 1.1012);
    harness.rate(2, 1.0999, 1.10005);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.rate(3, 1.1, 1.10008);
    expect(harness.fills(coId)).toEqual(['3ms 100000 at 1.10008 taken']);
  });

  it('pegged to the other side takes at once, and again with every rate', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002, 1e6, 60_000);
    const coId = harness.place({ ...PEG, pegPriceType: 'Offer' });
    harness.rate(1, 1.1003, 1.1005);
    expect(harness.fills(coId)).toEqual(['0ms 60000 at 1.1002 taken', '1ms 40000 at 1.1005 taken']);
  });

  it('waits for a first rate, and expires without one when it may not rest', () => {
    const harness = new VenueHarness();
    const coId = harness.place({ ...PEG, pegPriceType: 'Offer' });
    const now = harness.place({ ...PEG, pegPriceType: 'Offer', timeInForce: 'IOC' });
    expect([harness.state(coId), harness.state(now)]).toEqual(['NEW 0', 'EXPIRED 0']);
    harness.rate(1, 1.1, 1.1002);
    expect(harness.fills(coId)).toEqual(['1ms 100000 at 1.1002 taken']);
  });

  it('shows its iceberg pieces to the first rate too', () => {
    const harness = new VenueHarness();
    const coId = harness.place({ ...PEG, pegPriceType: 'Offer', maxShow: 60_000 });
    harness.rate(1, 1.1, 1.1002);
    expect(harness.fills(coId)).toEqual(['1ms 60000 at 1.1002 taken', '1ms 40000 at 1.1002 taken']);
  });

  it('stays before later orders of its price while it does not move', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const peg = harness.place({ ...PEG, pegPriceType: 'Bid' });
    const later = harness.place({ price: 1.1 });
    harness.rate(1, 1.1, 1.1, 1e6, 150_000);
    expect(harness.fills(peg)).toEqual(['1ms 100000 at 1.1 taken']);
    expect(harness.fills(later)).toEqual(['1ms 50000 at 1.1 rested']);
  });

  it('goes behind the orders of the price that it moves to', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const peg = harness.place({ ...PEG, pegPriceType: 'Bid' });
    const there = harness.place({ price: 1.1001 });
    harness.rate(1, 1.1001, 1.1003);
    harness.rate(2, 1.1001, 1.1001, 1e6, 150_000);
    expect(harness.state(there)).toBe('FILLED 100000');
    expect(harness.state(peg)).toBe('PARTIALLY_FILLED 50000');
  });

  it('is no longer followed after its end', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const coId = harness.place({ ...PEG, pegPriceType: 'Offer' });
    expect(harness.state(coId)).toBe('FILLED 100000');
    const rest = harness.place({ ...PEG, pegPriceType: 'Bid' });
    harness.cancel(rest);
    harness.rate(1, 1.09, 1.0902);
    expect(harness.state(rest)).toBe('CANCELED 0');
  });
});
