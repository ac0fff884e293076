// The policy engine beyond the default policy: other files, and thousands of hits.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SECOND, unwrap } from '../../src/domain/index.js';
import type { CallOutcome, CallScope, PolicyAction } from '../../src/policy/verdict.js';
import { explainCase } from '../../src/policy/explain.js';
import { PolicyEngine } from '../../src/policy/engine.js';
import { classifySubmit } from '../../src/policy/lookup.js';
import { readReasonText } from '../../src/policy/read-reason.js';
import { parsePolicy } from '../../src/plan/load-policy.js';

const TEXT = readFileSync('config/policy.yaml', 'utf8');
const SCOPE: CallScope = { strategy: 'alpha', symbol: 'EUR/USD', type: 'Limit/IOC', coId: 'c1' };

/** An engine by the default policy with the first match replaced; later looks taken by hand. */
function create(from = '', to = '') {
  const text = TEXT.replace(from, to);
  const policy = unwrap(parsePolicy({ file: 'p.yaml', text }));
  const later: (() => void)[] = [];
  const obeyed: string[] = [];
  const ports = {
    at: (_: number, action: () => void) => {
      later.push(action);
      return { cancel: () => undefined };
    },
    applyActions: (actions: readonly PolicyAction[]) => obeyed.push(...notify(actions)),
  };
  const engine = new PolicyEngine({ policy, login: 'token' }, ports);
  const answer = (at: number, facts: Partial<CallOutcome>, scope: Partial<CallScope> = {}) => {
    const full = { group: 'place', status: 400, code: '', message: '', ...facts } as const;
    return notify(engine.answer(at * SECOND, full, { ...SCOPE, ...scope }, () => true).actions);
  };
  return { engine, later, obeyed, answer, policy };
}

function notify(actions: readonly PolicyAction[]): readonly string[] {
  return actions.map(({ action }) => {
    const what = 'scope' in action ? ` ${action.scope}` : '';
    return `${action.do}${what}`;
  });
}

const PRICE = 'InvalidPrice';
const TYPE = 'OrderTypeNotSupported';

describe('policy engine', () => {
  it('runs no later step of an answer for which nothing waits any more', () => {
    const { engine, later, obeyed } = create();
    const facts = { group: 'place', status: 503, code: '', message: '' } as const;
    engine.answer(0, facts, SCOPE);
    for (const look of later) look();
    expect([later.length, obeyed]).toEqual([1, []]);
  });

  it.each([
    ['place', 502, '', 'the venue answered HTTP 502 on place, outcome unknown'],
    ['accept', 504, 'Busy', 'the venue answered HTTP 504 on accept with Busy, outcome unknown'],
    ['place', 400, 'X1', 'the venue answered HTTP 400 on place with X1, outcome unknown'],
    ['place', 400, PRICE, `the venue rejected an order with ${PRICE}`],
    ['data', 500, '', 'the venue answered HTTP 500 on data'],
  ] as const)('reports of %s with %i %s what is known', (group, status, code, words) => {
    const { engine } = create();
    const codeKind = code === 'X1' ? 'other' : code === PRICE ? 'known' : 'none';
    const facts = { group, status, code, codeKind, message: '' } as const;
    const reasons = engine.answer(0, facts, SCOPE).actions.map(({ reason }) => reason);
    expect(reasons[0]).toMatch(new RegExp(`^${words} \\(policy `));
  });

  it('runs a later step once per window, whichever order waits', () => {
    const { answer, later, obeyed } = create(
      'steps: [{count: 2, in: 60s, do',
      'steps: [{count: 9, in: 60s, do',
    );
    answer(0, { status: 503 });
    answer(1, { status: 503 }, { coId: 'c2' });
    for (const look of later) look();
    expect(obeyed).toEqual(['halt all', 'cancel all', 'alert']);
  });

  it('resolves what unknown outcomes paused once they are fewer than the step counts', () => {
    const { engine } = create();
    const list = (symbol: number, all: number) => engine.listKnown({ symbol, all }, 'EUR/USD');
    const [one, two, three] = list(0, 0);
    expect(list(0, 0)).toHaveLength(3);
    expect(new Set([one, two, three]).size).toBe(3);
    expect(list(0, 1)).toEqual([one, two, three]);
    expect(list(1, 1)).toEqual([two, three]);
    expect(list(1, 2)).toEqual([three]);
    expect(list(1, 3)).toEqual([]);
  });

  it('classifies a call without a response as unknown', () => {
    const { engine } = create();
    expect(engine.quick('place', 0)).toBeUndefined();
    const facts = { status: 0, code: '', message: '' };
    expect(classifySubmit(engine.policy, 'token', facts)).toBe('unknown');
  });

  it('freezes cancels after a serious error where the policy says so, and no others', () => {
    const halts = (word: string) => create(`onSeriousError: ${word}`, 'onSeriousError: freeze');
    const frozen = halts('cancel').answer(0, { status: 500 });
    expect(frozen).toEqual(['halt all', 'alert']);
    expect(create().answer(0, { status: 500 })).toEqual(['halt all', 'cancel all', 'alert']);
    const { engine } = halts('cancel');
    const bursts = Array.from({ length: 10 }, (_, i) =>
      notify(engine.rejected(0, 'reason NoLiquidity', { ...SCOPE, strategy: `s${String(i)}` })),
    );
    expect(bursts.at(-1)).toEqual(['halt all', 'cancel all', 'alert']);
  });

  it('requests no step of an order status when it evaluates a response', () => {
    const step = 'steps: [{when: no-reason, do: [{halt: all}]}, {count: 2, in: 10m';
    const { answer } = create('steps: [{count: 2, in: 10m', step);
    expect(answer(0, { status: 302 })).toEqual(['alert']);
  });

  it('counts by the type of an order where a step says so', () => {
    const { answer } = create(
      '{pause: type, until: restart}, {alert: warn}], steps: [{count: 2, in: 10m,',
      '{pause: type, until: restart}, {alert: warn}], steps: [{count: 2, in: 10m, per: type,',
    );
    const halts = (at: number, scope: Partial<CallScope>) =>
      answer(at, { code: TYPE }, scope).includes('halt strategy');
    expect(halts(0, {})).toBe(false);
    expect(halts(1, { type: 'AtBest/FOK' })).toBe(false);
    expect(halts(2, { strategy: 'beta' })).toBe(true);
  });

  it('counts 10,000 scopes at a time, and drops the oldest for a new one', () => {
    const { answer } = create();
    const halts = (name: string) =>
      answer(0, { code: PRICE }, { strategy: name }).includes('halt strategy');
    for (let i = 0; i < 10_000; i++) halts(`s${String(i)}`);
    expect(halts('s0')).toBe(true);
    expect(halts('s10000')).toBe(false); // in place of s0
    expect(halts('s0')).toBe(false); // in place of s1
    expect([halts('s2'), halts('s1')]).toEqual([true, false]);
  });
});

describe('event of a quote request', () => {
  it('has its state, pending steps, and a rule for unlisted statuses', () => {
    const { engine, later, obeyed } = create();
    const see = (word: string, at = 0) => {
      const { state, actions } = engine.rfsEvent(at * SECOND, word, SCOPE, () => true);
      return [state, ...notify(actions)];
    };
    expect(see('QUOTE')).toEqual(['open']);
    expect(see('SOMETHING')).toEqual(['by-pattern', 'alert']);
    expect(see('QUOTE_ACCEPTED')).toEqual(['pending']);
    expect(later).toHaveLength(2);
    later[0]?.();
    expect(obeyed).toEqual(['pause symbol', 'probe', 'alert']);
    expect([0, 20, 40].map((at) => see('TRADE_REJECTED', at).slice(1))).toEqual([
      [],
      [],
      ['pause symbol', 'alert'],
    ]);
  });
});

describe('reason in a text beside a status', () => {
  it.each([
    ['RequestValidationError.invalidprice: 1.1', 'known', 'InvalidPrice'],
    ['requestvalidationerror.Strange', 'unlisted', 'Strange'],
    ['RequestValidationError.amount, RequestValidationError.AMOUNT', 'known', 'amount'],
    ['RequestValidationError.amount, RequestValidationError.InvalidPrice', 'conflict', ''],
    [' NoLiquidity: none left', 'other', 'NoLiquidity'],
    ['   ', 'none', ''],
  ])('%j is %s %s', (text, kind, code) => {
    expect(readReasonText(text)).toEqual({ kind, code });
  });

  it('with a serious error is evaluated as one', () => {
    const { policy } = create();
    const { rules } = unwrap(explainCase(policy, 'place 400 Fatal'));
    expect(rules.map(({ name }) => name)).toEqual(['http 400', 'reason other', 'serious text']);
  });
});

describe('policy that lacks a rule', () => {
  const messages = (from: string | RegExp, to = '') => {
    const text = TEXT.replace(from, to);
    expect(text).not.toBe(TEXT);
    const parsed = parsePolicy({ file: 'p.yaml', text });
    const faults = parsed.ok ? [] : 'faults' in parsed.fault ? parsed.fault.faults : [parsed.fault];
    return (faults as readonly { message: string }[]).map(({ message }) => message);
  };

  it('of a code that must halt is reported by K1 only', () => {
    const found = messages(/^ {2}RequestValidationError\.SideNotSpecified:.*\n/m);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('K1');
  });

  it('of orders that failed is reported by K1 only', () => {
    const found = messages(/^ {2}FAILED:\n(?: {4}.*\n)+/m);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('K1');
  });

  it('for a duplicate that was sent before uses its own class', () => {
    const found = messages(
      /DuplicateOrder: \{class: duplicate, (do: \[.*?\]), resent: .*\}\}/,
      'DuplicateOrder: {class: unknown, $1}',
    );
    expect(found).toEqual([
      expect.stringContaining('K5: expected the class `duplicate`, found `unknown`'),
    ]);
  });
});
