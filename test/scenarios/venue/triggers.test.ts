// Stop and StopLimit orders: which rate triggers them, and what they do then.
import { describe, expect, it } from 'vitest';
import { VenueHarness } from '../../venue/orders/harness.js';

const STOP = { type: 'Stop', stopPrice: 1.101, price: 1.102, execFlags: ['OfferTrigger'] };

describe('stop order', () => {
  it.each([
    ['BidTrigger', 'Buy', [1.1009, 1.1011], [1.101, 1.1012]],
    ['OfferTrigger', 'Buy', [1.1007, 1.1009], [1.1008, 1.101]],
    ['MidTrigger', 'Buy', [1.1009, 1.10108], [1.1009, 1.1011]],
    ['BidTrigger', 'Sell', [1.1011, 1.1013], [1.101, 1.1012]],
    ['OfferTrigger', 'Sell', [1.101, 1.10101], [1.1008, 1.101]],
    ['MidTrigger', 'Sell', [1.1009, 1.10111], [1.1009, 1.1011]],
  ])('with %s to %s waits at %j and triggers at %j', (flag, side, before, then) => {
    const harness = new VenueHarness();
    const far = side === 'Buy' ? 1.1 : 1.102;
    harness.rate(0, far, far + 0.0002);
    const price = side === 'Buy' ? 1.102 : 1.1;
    const coId = harness.place({ ...STOP, side, price, execFlags: [flag] });
    harness.rate(1, before[0]!, before[1]!);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.rate(2, then[0]!, then[1]!);
    const rate = side === 'Buy' ? then[1]! : then[0]!;
    expect(harness.fills(coId)).toEqual([`2ms 100000 at ${String(rate)} taken`]);
  });

  it('that the present rate triggers trades at once', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1009, 1.1011);
    const coId = harness.place(STOP);
    expect(harness.fills(coId)).toEqual(['0ms 100000 at 1.1011 taken']);
  });

  it('waits without any rate', () => {
    const harness = new VenueHarness();
    const coId = harness.place(STOP);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.rate(1, 1.1009, 1.1011);
    expect(harness.state(coId)).toBe('FILLED 100000');
  });

  it('takes the touch of every further rate within its price', () => {
    const harness = new VenueHarness();
    const coId = harness.place({ ...STOP, size: 250_000 });
    harness.rate(1, 1.1009, 1.1011, 1e6, 100_000);
    harness.rate(2, 1.1019, 1.1021, 1e6, 100_000);
    harness.rate(3, 1.1, 1.1001, 1e6, 1e6);
    expect(harness.fills(coId)).toEqual([
      '1ms 100000 at 1.1011 taken',
      '3ms 150000 at 1.1001 taken',
    ]);
  });

  it('with a limit rests at it once triggered', () => {
    const harness = new VenueHarness();
    const coId = harness.place({ ...STOP, type: 'StopLimit', price: 1.1005 });
    harness.rate(1, 1.1009, 1.1011);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.rate(2, 1.1001, 1.1003);
    expect(harness.fills(coId)).toEqual(['2ms 100000 at 1.1005 rested']);
  });

  it.each([
    ['IOC', 'EXPIRED 60000'],
    ['FOK', 'EXPIRED 0'],
  ])('that is %s meets one rate: that of its trigger', (timeInForce, state) => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002);
    const coId = harness.place({ ...STOP, timeInForce });
    harness.rate(1, 1.1, 1.1003);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.rate(2, 1.1009, 1.1011, 1e6, 60_000);
    expect(harness.state(coId)).toBe(state);
  });

  it('is GTC without a time in force', () => {
    const harness = new VenueHarness();
    const coId = harness.place({ ...STOP, timeInForce: undefined });
    expect(harness.view(coId).timeInForce).toBe('GTC');
  });

  it('that has waited triggers in order of arrival, after resting orders traded', () => {
    const harness = new VenueHarness();
    const first = harness.place({ ...STOP, size: 80_000 });
    const second = harness.place({ ...STOP, size: 80_000 });
    const resting = harness.place({ price: 1.1012 });
    harness.rate(1, 1.1009, 1.1011, 1e6, 200_000);
    const amounts = [resting, first, second].map((coId) => harness.state(coId));
    expect(amounts).toEqual(['FILLED 100000', 'FILLED 80000', 'PARTIALLY_FILLED 20000']);
  });

  it('is dropped once it is cancelled', () => {
    const harness = new VenueHarness();
    const coId = harness.place(STOP);
    harness.cancel(coId);
    harness.rate(1, 1.1009, 1.1011);
    expect(harness.state(coId)).toBe('CANCELED 0');
  });

  it('waits for the next rate where orders meet that one', () => {
    const harness = new VenueHarness({ fillTiming: 'next-rate' });
    harness.rate(0, 1.1009, 1.1011);
    const coId = harness.place(STOP);
    harness.rate(1, 1.1, 1.1002);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.rate(2, 1.1009, 1.1011);
    expect(harness.fills(coId)).toEqual(['2ms 100000 at 1.1011 taken']);
  });
});
