// Rules on what the venue reports: external orders and positions.
import { describe, expect, it } from 'vitest';
import { type Instant, MINUTE, SECOND } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import {
  createRule,
  EUR_USD,
  makeSetup,
  NOW,
  quote,
  recordActions,
  USD_JPY,
} from '../../risk/candidate.js';
import { watch } from '../../risk/trade-facts.js';
describe('RC48 external order', () => {
  const see = (coId: string, sharesLogin: boolean) => {
    const { onExternalOrder, told } = watch('RC48', {}, [quote(EUR_USD)], {
      sharesLogin,
    });
    onExternalOrder?.(coId, 'EUR/USD');
    return told();
  };

  it('halts everything on an own order that the bot does not remember, shared login or not', () => {
    for (const sharesLogin of [false, true]) {
      expect(see('w1-0009-1', sharesLogin)).toEqual([
        'halt all: own order w1-0009-1 in EUR/USD is not in the journal',
      ]);
    }
  });

  it('halts everything on another’s order, except where the login is shared', () => {
    expect(see('by-hand', false)).toEqual([
      'halt all: order by-hand in EUR/USD is not of this bot: ' +
        'find its sender, or state loginUse: shared if others use this login',
    ]);
    expect(see('by-hand', true)).toEqual([]);
  });
});

describe('RC49 position mismatch', () => {
  const open = (symbols = [quote(EUR_USD), quote(USD_JPY, 150_000, 150_010)]) => {
    const rule = watch('RC49', {}, symbols);
    const read = (after: number, units: number, symbol = 'EUR/USD', more = {}) => {
      rule.onEvent?.({ type: 'position', symbol, units, ...more }, NOW + after);
      return rule.told();
    };
    return { read, symbols };
  };
  const found = (units: string, symbol = 'EUR/USD') =>
    `the venue's position of ${symbol} differs by ${units} from our fills`;

  it('halts the symbol once two reads, 2 s apart, have the same difference', () => {
    const { read } = open();
    expect([read(0, 500), read(1, 100_500), read(2 * SECOND, 100_500)]).toEqual([[], [], []]);
    expect(read(2 * SECOND + 1, 100_500)).toEqual([`halt EUR/USD: ${found('1000 EUR')}`]);
  });

  it('halts everything on a second symbol, and on a value above 100,000', () => {
    const { read } = open();
    for (const symbol of ['EUR/USD', 'USD/JPY']) read(0, 0, symbol);
    for (const symbol of ['EUR/USD', 'USD/JPY']) read(1, -1, symbol);
    expect(read(3 * SECOND, -1)).toEqual([`halt EUR/USD: ${found('-0.01 EUR')}`]);
    expect(read(3 * SECOND, -1, 'USD/JPY')).toEqual([`halt all: ${found('-0.01 USD', 'USD/JPY')}`]);
    const large = open();
    const yen = (after: number, units: number) => large.read(after, units, 'USD/JPY');
    expect([yen(0, 0), yen(1, 10_000_000)]).toEqual([[], []]);
    expect(yen(3 * SECOND, 10_000_000)).toEqual([
      `halt USD/JPY: ${found('100000 USD', 'USD/JPY')}`,
    ]);
    const larger = open();
    larger.read(0, 0, 'USD/JPY');
    larger.read(1, 10_000_001, 'USD/JPY');
    expect(larger.read(3 * SECOND, 10_000_001, 'USD/JPY')).toEqual([
      `halt all: ${found('100000.01 USD', 'USD/JPY')}`,
    ]);
  });

  it('halts everything on a difference that no rate converts', () => {
    const { read } = open([new SymbolState(EUR_USD)]);
    read(0, 0);
    read(1, 1);
    expect(read(3 * SECOND, 1)).toEqual([`halt all: ${found('0.01 EUR')}`]);
  });

  it('takes no baseline while orders work, unless one is given', () => {
    const { read, symbols } = open();
    const [euro] = symbols;
    euro!.workingBuy = 1;
    read(0, 700);
    euro!.workingBuy = 0;
    expect([read(SECOND, 500), read(9 * SECOND, 500), read(20 * SECOND, 500)]).toEqual([
      [],
      [],
      [],
    ]);
    euro!.workingBuy = 1;
    read(21 * SECOND, 400, 'EUR/USD', { baseline: 400 });
    expect([read(22 * SECOND, 400), read(30 * SECOND, 400)]).toEqual([[], []]);
  });

  it('lets open orders explain a difference for 5 min, and unknown ones for longer', () => {
    const { read, symbols } = open();
    const [euro] = symbols;
    read(0, 0);
    euro!.workingBuy = 100;
    expect(read(1, 100)).toEqual([]);
    expect(read(5 * MINUTE, 100)).toEqual([]);
    expect(read(5 * MINUTE + 1, 100)).toHaveLength(1);
    const again = open();
    again.read(0, 0);
    Object.assign(again.symbols[0]!, { workingBuy: 100, unknownOrders: 1 });
    expect([again.read(1, 100), again.read(10 * MINUTE, 100)]).toEqual([[], []]);
    again.symbols[0]!.unknownOrders = 0;
    expect(again.read(15 * MINUTE - 1, 100)).toEqual([]);
    expect(again.read(15 * MINUTE, 100)).toHaveLength(1);
  });

  it('has positions read again 2 s after they differ, 3 times at most until they agree', () => {
    const due: [Instant, (now: Instant) => void][] = [];
    const { act, told } = recordActions();
    const at = (dueAt: Instant, action: (now: Instant) => void) => void due.push([dueAt, action]);
    const symbols = [quote(EUR_USD)];
    const rule = createRule('RC49', {}, makeSetup({ symbols, act: { ...act, at } }));
    let now = NOW;
    const read = (units: number, then = units) => {
      for (const seen of [units, then]) {
        rule.onEvent?.({ type: 'position', symbol: 'EUR/USD', units: seen }, now);
      }
      const asked = due.splice(0);
      expect(asked.map(([dueAt]) => dueAt - now)).toEqual(asked.map(() => 2 * SECOND));
      now += 2 * SECOND;
      for (const [, action] of asked) action(now);
      return told().length;
    };
    expect([0, 1, 2, 3, 4, 5].map((units) => read(units))).toEqual([0, 1, 1, 1, 0, 0]);
    // Gone before its time; then another episode; then what an open order explains.
    expect([read(0), read(1, 0), read(2), read(3)]).toEqual([0, 0, 1, 1]);
    symbols[0]!.workingBuy = 100;
    expect(read(100)).toBe(0);
  });

  it('ignores other events and symbols outside the session', () => {
    const { onEvent, told } = watch('RC49', {}, [quote(EUR_USD)]);
    onEvent?.({ type: 'wake' }, NOW);
    for (const after of [0, 1, 9]) {
      const event = { type: 'position', symbol: 'USD/JPY', units: after } as const;
      onEvent?.(event, NOW + after * SECOND);
    }
    expect(told()).toEqual([]);
  });
});
