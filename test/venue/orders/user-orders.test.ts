// Orders of a user by coId, with and without an index.
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import type { OrderRequest } from '../../../src/domain/orders/index.js';
import { Venue } from '../../../src/venue/index.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const USER = { user: 'algo1', org: 'AcmeFund', account: 'AcmeLE' };
const REQUEST: OrderRequest = {
  coId: 'first',
  type: 'Limit',
  side: 'Buy',
  symbol: 'EUR/USD',
  currency: 'EUR',
  size: 100_000,
  price: 1.1,
  timeInForce: 'GTC',
};

function createAccount(hasUniqueCoIds: boolean) {
  const venue = new Venue({
    instruments: [EURUSD],
    users: [USER],
    latency: { rates: 0, orders: 0, replies: 0 },
    fillTiming: 'arrival',
    tokenLife: 1,
    seed: 1,
    maxEndedOrders: 1,
    hasUniqueCoIds,
  });
  const account = venue.findAccount(USER.user, USER.org)!;
  const place = (request: OrderRequest) => venue.place(1_000, account, request);
  return { account, place };
}

describe.each([true, false])('user where coIds are unique by agreement: %s', (isUnique) => {
  it('finds each order by its coId', () => {
    const { account, place } = createAccount(isUnique);
    const orders = ['first', 'second'].map((coId) => place({ ...REQUEST, coId }));
    expect(orders).toMatchObject([{ accepted: {} }, { accepted: {} }]);
    const found = ['first', 'second', 'third'].map((coId) => account.findByCoId(coId));
    expect(found.map((order) => order?.terms.coId)).toEqual(['first', 'second', undefined]);
  });

  it(`${isUnique ? 'takes' : 'turns down'} a coId that comes again`, () => {
    const { place } = createAccount(isUnique);
    place(REQUEST);
    const again = place(REQUEST);
    expect('rejected' in again && again.rejected.code).toBe(isUnique ? false : 'DuplicateOrder');
  });
});

it('user drops a coId and keeps its order: the coId may be used again', () => {
  const { account, place } = createAccount(false);
  place(REQUEST);
  place({ ...REQUEST, coId: 'second' });
  account.forgetCoIds(({ terms }) => terms.coId === 'first');
  expect(account.findByCoId('first')).toBeUndefined();
  expect(account.findByCoId('second')?.terms.coId).toBe('second');
  expect('accepted' in place(REQUEST)).toBe(true);
  expect(account.listAll().map(({ terms }) => terms.coId)).toEqual(['first', 'second', 'first']);
});
