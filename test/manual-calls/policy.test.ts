// Policy on manual calls: halts, pauses that outlive a call, counts over calls.
import { type CallAnswer, toCallGroup, toCallScope } from '../../src/policy/index.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND, unwrap } from '../../src/domain/index.js';
import { ROUTES } from '../../src/protocol/index.js';
import type { CallOutcome } from '../../src/policy/verdict.js';
import { CallPolicy } from '../../src/manual-calls/policy.js';
import { parsePolicy } from '../../src/plan/load-policy.js';

const { policy } = {
  policy: unwrap(
    parsePolicy({ file: 'policy.yaml', text: readFileSync('config/policy.yaml', 'utf8') }),
  ),
};
const SCOPE = toCallScope({ symbol: 'EUR/USD', type: 'Limit', timeInForce: 'IOC', coId: 'c' });

function answer(at: number, facts: Partial<CallOutcome>): CallAnswer {
  const full = { group: 'desk', status: 0, code: '', message: '', ...facts } as const;
  return { at: at * SECOND, scope: SCOPE, facts: full };
}

function open(before: readonly CallAnswer[] = [], isProbe = false): CallPolicy {
  const setup = { policy, login: 'token', seriousWords: ['call your dealer'] } as const;
  return new CallPolicy({ ...setup, before, isProbe });
}

function evaluate(
  facts: Partial<CallOutcome>,
  before: readonly CallAnswer[] = [],
  isProbe = false,
) {
  const { halts, ...rest } = open(before, isProbe).evaluate(answer(1_000, facts));
  return { ...rest, halts: halts.map(({ scope, rule }) => `${scope} ${rule}`) };
}

describe('end of a manual call', () => {
  it.each(['place', 'cancel', 'rfs', 'accept', 'desk'] as const)(
    'with HTTP 500 on %s halts everything and cancels own orders',
    (group) => {
      const found = evaluate({ group, status: 500 });
      expect(found).toMatchObject({ class: 'unknown', cancels: true, halts: ['all RC52'] });
      expect(found.alerts).toMatchObject([{ level: 'page', rule: 'RC52' }]);
    },
  );

  it.each([
    ['listed in the policy', 'Internal server error'],
    ['listed in the profile', 'Please call your dealer.'],
  ])('with the serious text %s halts everything', (_, message) => {
    const facts = { group: 'rfs', status: 400, code: 'Other', codeKind: 'other', message } as const;
    expect(evaluate(facts)).toMatchObject({ cancels: true, halts: ['all RC52'] });
  });

  it('with success halts nothing', () => {
    expect(evaluate({ status: 200 })).toEqual({
      class: 'accepted',
      halts: [],
      cancels: false,
      alerts: [],
    });
  });

  it('with a 404 of the back office is unknown, never rejected, and halts', () => {
    expect(evaluate({ status: 404 })).toMatchObject({ class: 'unknown', halts: ['all RC52'] });
  });

  it('that stays unknown after a 503 halts at once, because nothing follows it up', () => {
    expect(evaluate({ status: 503 })).toMatchObject({ class: 'unknown', halts: ['all RC53'] });
  });

  it('halts the operator on a code that our checks should have caught', () => {
    const facts = { group: 'place', status: 400, code: 'InvalidDealtCcy' } as const;
    const [halt] = open().evaluate(answer(1, facts)).halts;
    expect(halt).toMatchObject({ scope: 'strategy', strategy: 'operator', rule: 'RC39' });
  });

  it('is latched where the policy waits for resume: trading is disabled', () => {
    const facts = { group: 'place', status: 400, code: 'tradingDisabled' } as const;
    expect(evaluate(facts)).toMatchObject({ class: 'rejected', halts: ['all RC51'] });
  });

  it('counts with earlier calls, within the time of the policy', () => {
    const before = answer(900, { status: 409 });
    expect(evaluate({ status: 409 })).toMatchObject({ halts: [] });
    expect(evaluate({ status: 409 }, [before])).toMatchObject({ halts: ['strategy RC39'] });
    expect(evaluate({ status: 409 }, [answer(399, { status: 409 })])).toMatchObject({ halts: [] });
  });

  it('with a duplicate halts, unless the coId is known to have been sent', () => {
    const facts = { group: 'place', status: 400, code: 'DuplicateOrder' } as const;
    const first = open();
    expect(first.evaluate(first.toAnswer(1, full(facts), SCOPE)).halts).toMatchObject([
      { scope: 'all', rule: 'RC39' },
    ]);
    const again = open([answer(0, { group: 'place', status: 202 })]);
    const found = again.evaluate(again.toAnswer(1, full(facts), SCOPE));
    expect([found.class, found.halts]).toEqual(['duplicate', []]);
  });

  it('of a probe halts on serious errors only', () => {
    const wrong = { group: 'place', status: 400, code: 'SideNotSpecified' } as const;
    expect(evaluate(wrong)).toMatchObject({ halts: ['all RC39'] });
    expect(evaluate(wrong, [], true)).toMatchObject({ halts: [] });
    expect(evaluate({ group: 'place', status: 500 }, [], true)).toMatchObject({
      halts: ['all RC52'],
    });
  });
});

describe('timed pause', () => {
  const throttled = answer(100, { group: 'place', status: 429 });

  it('stays active for later calls, until its time', () => {
    const policies = open([throttled]);
    expect(policies.findPause(100 * SECOND + MINUTE - 1, SCOPE)).toMatchObject({ rule: 'RC39' });
    expect(policies.findPause(100 * SECOND + MINUTE, SCOPE)).toBeUndefined();
    expect(open([throttled], true).findPause(101 * SECOND, SCOPE)).toBeUndefined();
  });

  it('of a symbol applies to that symbol', () => {
    const refused = answer(100, { group: 'place', status: 400, code: 'amount' });
    const policies = open([refused]);
    expect(policies.findPause(101 * SECOND, SCOPE)).toMatchObject({ rule: 'RC39' });
    expect(policies.findPause(101 * SECOND, { ...SCOPE, symbol: 'USD/JPY' })).toBeUndefined();
  });
});

describe('call', () => {
  it.each([
    ['placeOrder', 'place'],
    ['cancelOrder', 'cancel'],
    ['withdrawRfs', 'cancel'],
    ['requestQuotes', 'rfs'],
    ['acceptQuote', 'accept'],
    ['bookTrade', 'desk'],
    ['withdraw', 'desk'],
    ['updateBrokerBalances', 'desk'],
    ['stpResend', 'stp'],
    ['stpMessages', 'stp'],
    ['spotRate', 'data'],
    ['queryOrders', 'find'],
    ['withdrawHistory', 'find'],
    ['login', 'login'],
    ['renewToken', 'renew'],
  ] as const)('%s is one of %s', (id, group) => {
    expect(toCallGroup(ROUTES[id])).toBe(group);
  });
});

function full(facts: Partial<CallOutcome>): CallOutcome {
  return { group: 'place', status: 0, code: '', message: '', ...facts };
}
