// The confirmation typed before a call: of money, of trades, and of anything risky in live.
import type { CallAnswer } from '../../src/policy/index.js';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../src/protocol/profile/index.js';
import { checkUnused } from '../../src/manual-calls/confirmation.js';
import { checkAllowed, checkNamed, toPhrase } from '../../src/manual-calls/confirmation.js';

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
] as const)('confirmation of %s with %j, live as "%s", is "%s"', (id, input, account, words) => {
  expect(toPhrase(ROUTES[id], input, account)).toBe(words);
});

it.each([
  ['withdraw', ADDRESS, 'clientWithdrawId'],
  ['bookTrade', { type: 'Spot' }, 'clientRequestId'],
] as const)('call of %s without an id to find it by is not sent', (id, input, name) => {
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
  'call of money, %s, is sent live only under ids that the operator has confirmed',
  (id) => {
    const live = check(id, 'live');
    expect(live('assumed')).toContain('expected `custodyNames: confirmed` in the profile');
    expect(live('confirmed')).toBe('');
    expect(check(id, 'paper')('assumed')).toBe('');
    expect(check('placeOrder', 'live')('assumed')).toBe('');
  },
);

describe('id that an earlier call used', () => {
  const answer = (status: number, made = 'bookTrade cr-3'): CallAnswer => ({
    ...{ at: 1_783_944_000_000_000, scope: { strategy: '', symbol: '', type: '', coId: '' } },
    facts: { group: 'desk', status, transport: undefined, code: '', message: '' },
    made,
  });
  const check = (...before: readonly CallAnswer[]) => {
    const found = checkUnused(ROUTES.bookTrade, { clientRequestId: 'cr-3' }, before);
    return found.ok ? 'free' : found.fault.message;
  };

  it.each([
    [200, 'HTTP 200'],
    [0, 'no answer'],
    [503, 'HTTP 503'],
    [408, 'HTTP 408'],
  ])('for a call that ended with %s may have been done', (status, outcome) => {
    const found = `this id was used by the call of 2026-07-13T12:00:00.000Z (${outcome})`;
    expect(check(answer(status))).toContain(found);
    expect(check(answer(status), answer(400))).toContain(found);
  });

  it('is free where the venue rejected the call, or the call was another', () => {
    expect(check(answer(400), answer(404))).toBe('free');
    expect(check(answer(200, 'withdraw cr-3'), answer(200, 'bookTrade cr-4'))).toBe('free');
    expect(checkUnused(ROUTES.placeOrder, { coId: 'cr-3' }, [answer(200)]).ok).toBe(true);
  });
});
