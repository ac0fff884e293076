// The words typed before a call: of money, of trades, and of anything that takes risk live.
import { expect, it } from 'vitest';
import { ROUTES } from '../../src/protocol/index.js';
import { toPhrase } from '../../src/session/index.js';

const ADDRESS = { amount: '0.25', currency: 'BTC', address: 'bc1qexampleaddress' };
const LIVE = 'algo1@DeskOrg';

it.each([
  ['placeOrder', {}, '', ''],
  ['bookTrade', {}, '', 'bookTrade'],
  ['withdraw', ADDRESS, '', '0.25 BTC ddress'],
  ['placeOrder', {}, LIVE, LIVE],
  ['acceptQuote', {}, LIVE, LIVE],
  ['bookTrade', {}, LIVE, `${LIVE} bookTrade`],
  ['withdraw', ADDRESS, LIVE, `${LIVE} 0.25 BTC ddress`],
  ['cancelOrder', {}, LIVE, ''],
  ['cancelAllOrders', {}, LIVE, ''],
] as const)('of %s with %j, live as "%s", are "%s"', (id, input, account, words) => {
  expect(toPhrase(ROUTES[id], input, account)).toBe(words);
});
