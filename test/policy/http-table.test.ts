// The default policy, row by row, against a table written by hand from what it is meant to do.
import { describe, expect, it } from 'vitest';
import { SECOND, unwrap } from '../../src/domain/index.js';
import { CALL_GROUPS, type CallGroup } from '../../src/domain/venue/index.js';
import type { CallOutcome, PolicyAction } from '../../src/policy/verdict.js';
import { PolicyEngine } from '../../src/policy/engine.js';
import { loadPolicy } from '../../src/plan/load-policy.js';
import { findReasonControl } from '../../src/policy/controls.js';

const { policy } = unwrap(loadPolicy('config/policy.yaml'));
const SCOPE = { strategy: 'alpha', symbol: 'EUR/USD', type: 'Limit/IOC', coId: 'c1' };

function describeDeed({ action }: PolicyAction): string {
  switch (action.do) {
    case 'pause': {
      const end = typeof action.end === 'number' ? `${String(action.end / SECOND)}s` : action.end;
      return `pause ${action.scope} ${end}`;
    }
    case 'halt':
    case 'cancel':
      return `${action.do} ${action.scope}`;
    case 'alert':
      return action.level;
    case 'throttle':
      return `throttle ${String(action.share)} ${String(action.span / SECOND)}s`;
    case 'refresh':
    case 'probe':
      return `${action.do} ${action.what}`;
    case 'reject':
      return 'reject';
  }
}

function toText(actions: readonly PolicyAction[]): string {
  return actions.map(describeDeed).join(', ');
}

/** An engine whose later looks are taken by hand. */
function create(login: 'token' | 'hmac' = 'token') {
  const later: { readonly dueAt: number; readonly action: () => void }[] = [];
  const obeyed: PolicyAction[] = [];
  const engine = new PolicyEngine(
    { policy, login },
    {
      at: (dueAt, action) => {
        later.push({ dueAt, action });
        return { cancel: () => undefined };
      },
      applyActions: (actions) => {
        obeyed.push(...actions);
      },
    },
  );
  return { engine, later, obeyed };
}

/** Class, word for the strategy, and what is done at the first hit, the second and the third. */
function evaluate(facts: Partial<CallOutcome>, hits = 1, login: 'token' | 'hmac' = 'token') {
  const { engine } = create(login);
  const full = { group: 'place', status: 400, code: '', message: '', ...facts } as const;
  const verdicts = Array.from({ length: hits }, (_, i) => engine.answer(i * SECOND, full, SCOPE));
  const last = verdicts.at(-1)!;
  return [last.class, last.reject, toText(last.actions)];
}

const STOP = 'halt all, cancel all, page';

describe('HTTP status', () => {
  it.each<[string, number, CallGroup, string, string, string]>([
    ['', 202, 'place', 'accepted', '', ''],
    ['', 202, 'accept', 'accepted', '', ''],
    ['', 200, 'place', 'accepted', '', 'info'],
    ['', 204, 'cancel', 'accepted', '', ''],
    ['', 200, 'rfs', 'accepted', '', ''],
    ['', 200, 'data', 'data', '', ''],
    ['', 200, 'login', 'data', '', ''],
    ['', 206, 'place', 'unknown', '', 'warn'],
    ['', 302, 'data', 'unknown', '', 'page'],
    ['', 400, 'cancel', 'weak', '', ''],
    ['', 400, 'rfs', 'rejected', 'QUOTE_REJECTED', ''],
    ['', 400, 'accept', 'weak', 'QUOTE_INVALID', 'pause symbol 30s'],
    ['', 400, 'desk', 'rejected', 'VENUE_REJECTED', ''],
    ['', 400, 'login', 'rejected', '', 'halt all, page'],
    ['', 400, 'renew', 'failed', '', 'refresh login, warn'],
    ['', 400, 'find', 'failed', '', 'pause symbol resume, page'],
    ['', 401, 'login', 'rejected', '', 'pause all resolved, page'],
    ['', 401, 'renew', 'failed', '', 'refresh login'],
    ['', 401, 'place', 'rejected', 'AUTH', 'refresh login'],
    ['', 401, 'desk', 'rejected', 'AUTH', 'refresh login, warn'],
    ['', 403, 'place', 'rejected', 'AUTH', 'halt all, page'],
    ['', 403, 'data', 'failed', '', 'pause symbol resume, page'],
    ['', 404, 'find', 'empty', '', ''],
    ['', 404, 'data', 'empty', '', ''],
    ['', 404, 'stp', 'failed', '', 'warn'],
    ['', 404, 'cancel', 'weak', '', ''],
    ['', 404, 'renew', 'failed', '', 'refresh login'],
    ['', 404, 'place', 'unknown', '', STOP],
    ['', 405, 'place', 'weak', 'INTERNAL', STOP],
    ['', 415, 'data', 'weak', 'INTERNAL', STOP],
    ['', 408, 'place', 'unknown', '', ''],
    ['', 409, 'place', 'weak', 'VENUE_REJECTED', 'warn'],
    ['', 413, 'place', 'weak', 'INTERNAL', 'halt strategy, page'],
    ['', 429, 'place', 'weak', 'THROTTLED', 'throttle 0.5 60s, pause all 60s, warn'],
    ['', 429, 'data', 'failed', '', 'throttle 0.5 60s, info'],
    ['', 418, 'place', 'unknown', '', 'warn'],
    ['', 502, 'place', 'unknown', '', 'pause all 60s, warn'],
    ['', 503, 'data', 'failed', '', 'throttle 0.5 5s'],
    ['', 501, 'cancel', 'unknown', '', STOP],
    ['', 599, 'data', 'unknown', '', STOP],
    ['', 100, 'data', 'unknown', '', 'page'],
  ])('%s%i on %s', (_, status, group, found, reject, actions) => {
    expect(evaluate({ status, group })).toEqual([found, reject, actions]);
  });

  it.each(CALL_GROUPS)('500 on %s halts everything, even if its body is truncated', (group) => {
    expect(evaluate({ status: 500, group })).toEqual(['unknown', '', STOP]);
    expect(evaluate({ status: 500, group, transport: 'cut-short' })).toEqual(['unknown', '', STOP]);
  });

  it('is treated more strictly the second or third time', () => {
    expect(evaluate({ status: 307, group: 'data' }, 2)[2]).toBe('page, halt all, cancel all');
    expect(evaluate({ status: 401, group: 'login' }, 2)[2]).toBe('pause all resolved, page');
    expect(evaluate({ status: 401, group: 'login' }, 3)[2]).toMatch(/page, halt all, cancel all$/);
    expect(evaluate({ status: 401 }, 2)[2]).toBe('refresh login, pause all resolved, warn');
    expect(evaluate({ status: 401 }, 1, 'hmac')[2]).toBe('refresh clock');
    expect(evaluate({ status: 401 }, 2, 'hmac')[2]).toBe('refresh clock, halt all, page');
    expect(evaluate({ status: 409 }, 2)[2]).toBe('warn, halt strategy');
    expect(evaluate({ status: 503 }, 2)[2]).toBe(`pause all 60s, warn, ${STOP}`);
  });
});

describe('call without a response', () => {
  it.each([
    ['dns', 'not-sent', 'NOT_SENT', '', 'pause all 30s, warn'],
    ['connect-refused', 'not-sent', 'NOT_SENT', '', 'pause all 30s, warn'],
    ['connect-timeout', 'not-sent', 'NOT_SENT', '', 'pause all 30s, warn'],
    ['gate', 'not-sent', 'NOT_SENT', '', ''],
    ['echo-differs', 'unknown', '', STOP, STOP],
    ['echo-missing', 'unknown', '', 'warn', 'warn'],
    ['schema', 'unknown', '', 'warn', 'warn'],
    ['too-large', 'unknown', '', 'warn', 'warn'],
    ['timeout', 'unknown', '', '', ''],
    ['reset', 'unknown', '', '', ''],
    ['aborted', 'unknown', '', '', ''],
  ] as const)('%s of a place', (transport, found, reject, once, thrice) => {
    expect(evaluate({ status: 0, transport })).toEqual([found, reject, once]);
    expect(evaluate({ status: 0, transport }, 3)[2]).toBe(thrice);
  });

  it('tls halts at the second, garbage pauses at the second, of a read at the fifth', () => {
    expect(evaluate({ status: 0, transport: 'tls' }, 2)[2]).toBe('page, halt all');
    expect(evaluate({ status: 200, transport: 'not-json' }, 2)[2]).toBe('warn, pause all 60s');
    const read = { status: 200, group: 'data', transport: 'not-json' } as const;
    expect(evaluate(read, 4)).toEqual(['failed', '', '']);
    expect(evaluate(read, 5)[2]).toBe('pause all fresh, warn');
  });
});

describe('reason code', () => {
  const REFDATA = 'refresh refdata, pause symbol 60s, warn';
  it.each([
    ['amount', 'SIZE_INVALID', REFDATA, 'halt strategy'],
    ['CoIdNotSpecified', 'INTERNAL', 'halt all, page', ''],
    ['TypeNotSpecified', 'INTERNAL', 'halt strategy, page', ''],
    ['TIFNotSpecified', 'INTERNAL', 'halt strategy, page', ''],
    ['SideNotSpecified', 'INTERNAL', 'halt all, page', ''],
    ['CurrencyNotSpecified', 'INTERNAL', 'halt strategy, page', ''],
    ['InvalidDealtCcy', 'CURRENCY_INVALID', 'halt strategy, page', ''],
    ['SymbolNotSpecified', 'INTERNAL', 'halt strategy, page', ''],
    ['InvalidCurrencyPair', 'SYMBOL_UNSUPPORTED', 'refresh refdata, pause symbol listed, warn', ''],
    ['SizeNotSpecified', 'INTERNAL', 'halt strategy, page', ''],
    ['InvalidOrderQty', 'SIZE_INVALID', REFDATA, 'halt strategy'],
    ['InvalidPrice', 'PRICE_INVALID', 'refresh quote, pause symbol 10s, warn', 'halt strategy'],
    ['BuySellMismatch', 'SIDE_MISMATCH', 'refresh quote, halt strategy, page', ''],
    ['InvalidQuoteID', 'QUOTE_INVALID', 'refresh quote', ''],
    ['LegalEntitySetIncorrectly', 'ACCOUNT_INVALID', 'halt all, page', ''],
    ['OrderTypeNotSupported', 'TYPE_UNSUPPORTED', 'pause type restart, warn', 'halt strategy'],
    ['PriceMismatch', 'QUOTE_STALE', 'refresh quote', ''],
    ['QuoteExpired', 'QUOTE_STALE', 'refresh quote', ''],
    ['tradingDisabled', 'VENUE_CLOSED', 'pause all resume, page', ''],
  ])('%s', (code, reject, once, second) => {
    expect(evaluate({ code })).toEqual(['rejected', reject, once]);
    expect(evaluate({ code }, 2)[2]).toBe([once, second].filter((one) => one !== '').join(', '));
  });

  it('of an account that is not of the login is filed with the login, not as a burst', () => {
    const filed = (code: string) => findReasonControl(`RequestValidationError.${code}`);
    expect(filed('LegalEntitySetIncorrectly')).toBe('RC54');
    expect(filed('tradingDisabled')).toBe('RC51');
    expect(filed('InvalidOrderQty')).toBe('RC39');
  });

  it('DuplicateOrder halts on a first attempt, and proves an earlier one', () => {
    const code = 'DuplicateOrder';
    expect(evaluate({ code })).toEqual(['duplicate', '', 'halt all, page']);
    expect(evaluate({ code, resent: true })).toEqual(['duplicate', '', 'info']);
  });

  it('outside the twenty is weak if unlisted, and rejected otherwise', () => {
    const open = (codeKind: CallOutcome['codeKind'], code: string) => evaluate({ code, codeKind });
    expect(open('unlisted', 'New')).toEqual([
      'weak',
      'VENUE_UNKNOWN_CODE',
      'pause strategy 300s, warn',
    ]);
    expect(open('other', 'CreditCheckFailed')).toEqual([
      'rejected',
      'CREDIT',
      'pause symbol 60s, warn',
    ]);
    expect(open('other', 'NoLiquidity')).toEqual(['rejected', 'NO_LIQUIDITY', '']);
    expect(open('other', 'MarketClosed')[2]).toBe('refresh calendar, pause all open, warn');
    expect(open('none', '')).toEqual(['weak', 'VENUE_REJECTED', 'warn']);
    expect(open('conflict', '')).toEqual(['unknown', '', 'page']);
    expect(open('other', 'whatever')).toEqual(['unknown', '', 'warn']);
    expect(open('other', 'none')).toEqual(['unknown', '', 'warn']);
  });
});

describe('order status', () => {
  it.each([
    ['RECEIVED', 'PENDING_VENUE', '', ['10s: warn', '60s: pause symbol resolved']],
    ['NEW', 'WORKING', '', []],
    ['PARTIALLY_FILLED', 'PARTIAL', '', []],
    ['PARTIAL', 'PARTIAL', '', []],
    ['FILLED', 'FILLED', '', ['trades-missing 30s: probe trades, warn']],
    ['PENDING_CANCEL', 'unchanged', '', ['30s: cancel order', '120s: halt symbol, page']],
    ['cancel_pending', 'unchanged', '', ['30s: cancel order', '120s: halt symbol, page']],
    ['CANCELED', 'CANCELED', '', []],
    ['Cancelled', 'CANCELED', '', []],
    ['REPLACED', 'REPLACED', 'pause symbol resume, probe order, page', []],
    ['SUSPENDED', 'WORKING_PAUSED', 'pause symbol resolved, info', []],
    ['PAUSED', 'WORKING_PAUSED', 'pause symbol resolved, info', []],
    ['REJECTED', 'REJECTED', '', []],
    ['EXPIRED', 'EXPIRED', '', []],
    [
      'FAILED',
      'FAILED',
      'pause symbol 60s, probe trades, page',
      ['unlisted-reason: halt all, cancel all', 'no-reason 60s: halt all, cancel all'],
    ],
    ['UNHEARD_OF', 'STATUS_UNKNOWN', 'pause symbol resolved, page', []],
    ['unknown', 'STATUS_UNKNOWN', 'pause symbol resolved, page', []],
  ])('%s is %s', (word, state, once, steps) => {
    const { engine } = create();
    const rule = engine.findStatus(word);
    expect(rule.state).toBe(state);
    expect(rule.readsReason).toBe(word === 'REJECTED' || word === 'FAILED');
    expect(toText(engine.status(0, rule, word, SCOPE))).toBe(once);
    const reported = rule.steps.map((step) => {
      const { when = '', after } = step;
      const time = after === 0 ? '' : `${String(after / SECOND)}s`;
      const actions = toText(engine.statusStep(0, rule, step, SCOPE));
      return `${`${when} ${time}`.trim()}: ${actions}`;
    });
    expect(reported).toEqual(steps);
  });
});

describe('policy step', () => {
  it('counts within its window and scope, and is taken once per window', () => {
    const { engine } = create();
    const facts = { group: 'place', status: 400, code: 'InvalidPrice', message: '' } as const;
    const halts = (at: number, strategy = 'alpha') =>
      toText(engine.answer(at * SECOND, facts, { ...SCOPE, strategy }).actions).includes('halt');
    expect([halts(0), halts(1, 'beta'), halts(599), halts(600), halts(601)]).toEqual([
      ...[false, false, true, false, false],
    ]);
    expect(halts(1_200)).toBe(true);
  });

  it('after a time runs when the state is unchanged then', () => {
    for (const isOpen of [true, false]) {
      const { engine, later, obeyed } = create();
      const facts = { group: 'place', status: 503, code: '', message: '' } as const;
      engine.answer(0, facts, SCOPE, () => isOpen);
      expect(later.map(({ dueAt }) => dueAt)).toEqual([30 * SECOND]);
      later[0]?.action();
      expect(toText(obeyed)).toBe(isOpen ? STOP : '');
    }
  });
});

describe('several events at once', () => {
  it('(five rejections of a strategy in a minute) halt it, ten of all halt everything', () => {
    const { engine } = create();
    const reported = Array.from({ length: 10 }, (_, i) => {
      const strategy = i < 5 ? 'alpha' : `s${String(i)}`;
      return toText(engine.rejected(i * SECOND, `reason NoLiquidity`, { ...SCOPE, strategy }));
    });
    expect(reported).toEqual([
      ...['', '', '', '', 'halt strategy, page'],
      ...['', '', '', '', STOP],
    ]);
  });

  it('(three equal codes without steps of their own) halt the strategy', () => {
    const { engine } = create();
    const code = 'reason RequestValidationError.tradingDisabled';
    const reported = [0, 200, 400].map((at) => toText(engine.rejected(at * SECOND, code, SCOPE)));
    expect(reported).toEqual(['', '', 'halt strategy, warn']);
  });

  it('(unknown outcomes) pause the symbol, then everything, then halt', () => {
    const { engine, later } = create();
    const reported = [1, 2, 3].map((count) => {
      const counts = { symbol: 1, all: count };
      const scope = { ...SCOPE, coId: `c${String(count)}` };
      return toText(engine.unknown(0, counts, scope, () => true));
    });
    const one = 'pause symbol resolved, warn';
    const two = `${one}, pause all resolved, page`;
    expect(reported).toEqual([one, two, `${two}, ${STOP}`]);
    expect(new Set(later.map(({ dueAt }) => dueAt))).toEqual(new Set([300 * SECOND]));
    expect(engine.listKnown({ symbol: 0, all: 1 }, 'EUR/USD')).toHaveLength(3);
  });
});

describe('success', () => {
  it('is evaluated without a new object', () => {
    const { engine } = create();
    expect(engine.quick('place', 202)).toBe(engine.quick('place', 202));
    expect(engine.quick('place', 202)?.class).toBe('accepted');
    for (const status of [200, 400, 500]) expect(engine.quick('place', status)).toBeUndefined();
  });
});
