// What was observed of an order counts in the order of time, but for its terms, which have none.
import { expect, it } from 'vitest';
import type { OrderEvent } from '../../src/domain/index.js';
import { ObservedOrder } from '../../src/gateway/remote-order.js';

const NEW: OrderEvent = {
  ...{ type: 'order', coId: 'weir-1', orderId: 'V1', status: 'NEW', cumUnits: 0, units: 100 },
  ...{ priceTicks: 114_270, symbol: 'EUR/USD', side: 'Buy', reason: '', transactAt: 5 },
};

function observeTwice(first: OrderEvent, second: OrderEvent, startedAt: number) {
  const observed = new ObservedOrder('weir-1', '');
  expect(observed.observe(first, 10, 20)).toBe('changed');
  return observed.observe(second, startedAt, 40);
}

it('passes over an answer that was asked for before the last one came', () => {
  const partial = { ...NEW, status: 'PARTIALLY_FILLED', cumUnits: 40 };
  expect(observeTwice(partial, NEW, 15)).toBe('stale');
  expect(observeTwice(partial, NEW, 25)).toBe('changed');
  expect(observeTwice(NEW, { ...partial, transactAt: 6 }, 15)).toBe('changed');
  expect(observeTwice(NEW, NEW, 25)).toBe('same');
  expect(observeTwice(partial, { ...NEW, priceTicks: 0 }, 15)).toBe('stale');
});

it.each([{ units: 101 }, { priceTicks: 114_271 }, { symbol: 'GBP/USD' }, { side: 'Sell' }])(
  'tells an old answer too that shows another order: %j',
  (change) => {
    expect(observeTwice(NEW, { ...NEW, ...change }, 15)).toBe('changed');
  },
);
