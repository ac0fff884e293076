// The words typed before a call: of money, of trades, and of anything that takes risk live.
import { expect, it } from 'vitest';
import { DEFAULT_PROFILE, ROUTES } from '../../src/protocol/index.js';
import { checkAllowed, checkNamed, toPhrase } from '../../src/session/index.js';

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

it.each([
  ['withdraw', ADDRESS, 'clientWithdrawId'],
  ['bookTrade', { type: 'Spot' }, 'clientRequestId'],
] as const)('of %s without a name to find it by does not leave', (id, input, name) => {
  const fault = { code: 'session.no-name', where: `--${name}` };
  expect(checkNamed(ROUTES[id], input)).toMatchObject({ ok: false, fault });
  expect(checkNamed(ROUTES[id], { ...input, [name]: 'w-1' }).ok).toBe(true);
  expect(checkNamed(ROUTES.placeOrder, {}).ok).toBe(true);
});

type Config = Parameters<typeof checkAllowed>[1];

function check(id: 'withdraw' | 'updateBrokerBalances' | 'placeOrder', environment: string) {
  const allow = { withdraw: true, brokerBalances: true };
  const config = { allow, venue: { environment } } as unknown as Config;
  return (custodyNames: 'assumed' | 'confirmed') => {
    const checked = checkAllowed(ROUTES[id], config, { ...DEFAULT_PROFILE, custodyNames });
    return checked.ok ? '' : checked.fault.message;
  };
}

it.each(['withdraw', 'updateBrokerBalances'] as const)(
  'of money, %s, goes live only under names that a person has confirmed',
  (id) => {
    const live = check(id, 'live');
    expect(live('assumed')).toContain('expected `custodyNames: confirmed` in the profile');
    expect(live('confirmed')).toBe('');
    expect(check(id, 'paper')('assumed')).toBe('');
    expect(check('placeOrder', 'live')('assumed')).toBe('');
  },
);
