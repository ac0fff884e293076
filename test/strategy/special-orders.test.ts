// Makers of intents beyond plain limit and market orders.
import { expect, it } from 'vitest';
import { atBest, pegged, stop, stopLimit, venueTwap } from '../../src/strategy/index.js';

const ORDER = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, price: 1.11 } as const;
const PLACE = { kind: 'place', ...ORDER };

it('stop makers make orders that wait for the mid and rest until they are cancelled', () => {
  const details = { stopPrice: 1.105, execFlags: ['MidTrigger'] };
  expect(stop({ ...ORDER, stopPrice: 1.105 })).toEqual({
    ...{ ...PLACE, type: 'Stop', timeInForce: 'GTC' },
    details,
  });
  const limited = stopLimit({ ...ORDER, stopPrice: 1.105, expirySeconds: 60 });
  expect(limited).toEqual({
    ...{ ...PLACE, type: 'StopLimit', timeInForce: 'GTT', expirySeconds: 60 },
    details,
  });
});

it('stop makers accept the author’s other fields', () => {
  const order = { ...ORDER, timeInForce: 'DAY', details: { maxShow: 100 } } as const;
  expect(stop({ ...order, stopPrice: 1.105, trigger: 'BidTrigger' })).toMatchObject({
    timeInForce: 'DAY',
    details: { maxShow: 100, stopPrice: 1.105, execFlags: ['BidTrigger'] },
  });
});

it('atBest makes orders at best', () => {
  const valueDate = '2026-07-15';
  expect(atBest({ ...ORDER, valueDate })).toEqual({
    ...{ ...PLACE, type: 'AtBest', timeInForce: 'FOK' },
    valueDate,
  });
});

it('peg and algo makers make pegs and algos of the venue', () => {
  expect(pegged({ ...ORDER, pegTo: 'Bid', expirySeconds: 5 })).toEqual({
    ...{ ...PLACE, type: 'Pegged', timeInForce: 'GTT', expirySeconds: 5 },
    details: { pegPriceType: 'Bid' },
  });
  expect(pegged({ ...ORDER, pegTo: 'Mid', offsetPips: -0.5 }).details).toEqual({
    pegPriceType: 'Mid',
    pegOffsetValue: -0.5,
  });
  expect(venueTwap({ ...ORDER, passiveTime: 500, sliceSize: 100 })).toEqual({
    ...{ ...PLACE, type: 'Algo', timeInForce: 'GTC' },
    details: { targetStrategy: 'TWAP', passiveTime: 500, sliceSize: 100 },
  });
});
