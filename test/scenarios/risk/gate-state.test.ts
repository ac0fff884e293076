// State of a gate: halts by scope, their snapshot, reduce-only, and prices for AtBest.
import { describe, expect, it } from 'vitest';
import type { Halt } from '../../../src/domain/events/index.js';
import { createInstrument, DAY, MINUTE, SECOND, unwrap } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import type { Candidate } from '../../../src/risk/index.js';
import {
  ANY_RATE,
  BTC_USD,
  candidate,
  createGate,
  createRule,
  EUR_USD,
  listBroken,
  makeSetup,
  NOW,
  quote,
  recordActions,
  USD_JPY,
} from '../../risk/candidate.js';

const haltOf = (scope: Halt['scope'], name: string): Halt => ({
  ...{ at: NOW, scope, rule: 'RC52', reason: `halt of ${name}` },
  ...(scope === 'symbol' ? { strategy: '', symbol: name } : { strategy: name }),
});

function open(limits: Readonly<Record<string, unknown>> = {}) {
  const euro = quote(EUR_USD);
  const yen = quote(USD_JPY, 150_000, 150_010);
  const { act, told } = recordActions();
  const gate = createGate(
    { ...ANY_RATE, RC36: 'off', ...limits },
    makeSetup({ symbols: [euro, yen], act }),
  );
  return { gate, euro, yen, told };
}

describe('halt of a symbol', () => {
  it('refuses orders of that symbol only, by every strategy', () => {
    const { gate, euro, yen } = open();
    expect(gate.trading.halts.latch(haltOf('symbol', 'EUR/USD'))).toBe(true);
    expect(gate.trading.halts.latch(haltOf('symbol', 'EUR/USD'))).toBe(false);
    const [refusal] = gate.preTradeCheck(candidate({ symbol: euro, strategy: 'beta' }));
    expect(refusal).toMatchObject({ rule: 'RC69', value: 'RC52' });
    expect(listBroken(gate, candidate({ symbol: yen, priceTicks: 150_005 }))).toEqual([]);
    expect(gate.trading.isHalted('alpha', 'EUR/USD')).toBe(true);
    expect(gate.trading.isHalted('alpha', 'USD/JPY')).toBe(false);
    expect(gate.trading.isHalted('alpha')).toBe(false);
  });

  it('is not added once everything is halted, and needs a symbol', () => {
    const { gate } = open();
    const nameless: Halt = { ...haltOf('all', ''), scope: 'symbol' };
    expect([gate.trading.halts.latch(nameless), gate.trading.halts.latch(nameless)]).toEqual([
      true,
      false,
    ]);
    gate.trading.halts.latch(haltOf('all', ''));
    expect(gate.trading.halts.latch(haltOf('symbol', 'EUR/USD'))).toBe(false);
  });
});

describe('snapshot of a gate', () => {
  it('lists all halts in a fixed order, and another gate restores them', () => {
    const { gate } = open();
    const names = ['strategy beta', 'symbol USD/JPY', 'strategy alpha', 'symbol EUR/USD'];
    for (const name of [...names, 'strategy gamma', 'symbol AUD/USD', 'all ']) {
      const [scope, which] = name.split(' ') as [Halt['scope'], string];
      gate.trading.halts.latch(haltOf(scope, which));
    }
    const snapshot = gate.snapshot(NOW);
    expect(
      snapshot.halts.map(({ scope, strategy, symbol = '' }) => `${scope} ${strategy}${symbol}`),
    ).toEqual([
      'all ',
      ...['strategy alpha', 'strategy beta', 'strategy gamma'],
      ...['symbol AUD/USD', 'symbol EUR/USD', 'symbol USD/JPY'],
    ]);
    const again = open().gate;
    again.restore(snapshot);
    expect(again.snapshot(NOW)).toEqual(snapshot);
    expect(again.trading.halt?.reason).toBe('halt of ');
  });
});

describe('soft limit', () => {
  it('lets the order pass and alerts once a minute', () => {
    const { gate, euro, told } = open({ RC05: { hard: 10_000, soft: 1_000 } });
    const order = (after: number) => {
      euro.receivedAt = euro.venueAt = NOW + after;
      return listBroken(gate, candidate({ symbol: euro, at: NOW + after }));
    };
    for (const after of [0, 60 * SECOND - 1, 60 * SECOND]) expect(order(after)).toEqual([]);
    expect(told()).toEqual([
      'warn alpha EUR/USD: soft limit: notional: expected at most 1000 USD, found 1101',
      'warn alpha EUR/USD: soft limit: notional: expected at most 1000 USD, found 1101',
    ]);
  });
});

describe('reduce-only', () => {
  const place = (gate: ReturnType<typeof open>['gate'], order: Partial<Candidate>) =>
    listBroken(gate, candidate({ units: 100_000, ...order }));

  it('lets orders pass that reduce the position and do not turn it', () => {
    const { gate, euro } = open();
    euro.position = 200_000;
    gate.trading.reduceOnly.set('RC31', {}, 'the night');
    const sell = (units: number) =>
      place(gate, { symbol: euro, side: 'Sell', units, priceTicks: 110_000 });
    expect([sell(100_000), sell(200_000), sell(200_001)]).toEqual([[], [], ['RC31']]);
    expect(place(gate, { symbol: euro })).toEqual(['RC31']);
    // What rests on that side may fill as well.
    euro.workingSell = 100_000;
    expect([sell(100_000), sell(100_001)]).toEqual([[], ['RC31']]);
    gate.trading.reduceOnly.set('RC31', {}, '');
    expect(sell(300_000)).toEqual([]);
  });

  it('compares both currencies, or the symbol alone where everything is closed', () => {
    const { gate, euro, yen } = open();
    // Long euros for dollars, and short dollars for yen: what reduces the first raises the other.
    euro.position = 100_000;
    yen.position = -1_000_000;
    gate.trading.reduceOnly.set('RC31', {}, 'the night');
    const buyYen = { symbol: yen, units: 900_000, priceTicks: 150_005 };
    expect(place(gate, buyYen)).toEqual([]);
    yen.position = 1_000_000;
    euro.position = 5_000_000;
    const sellYen = { ...buyYen, side: 'Sell' as const };
    // Dollars are short already: selling more of them for yen is no reduction.
    expect(place(gate, sellYen)).toEqual(['RC31']);
    gate.trading.reduceOnly.set('RC31', {}, '');
    gate.trading.beginFlatten('FLATTEN', 'the desk closes');
    expect(place(gate, sellYen)).toEqual([]);
    expect(gate.preTradeCheck(candidate({ symbol: euro }))[0]?.rule).toBe('FLATTEN');
    gate.trading.endFlatten('FLATTEN');
    expect(place(gate, { symbol: euro })).toEqual([]);
  });

  it('applies to the strategy and the symbol that a rule names, and to no others', () => {
    const { gate, euro, yen } = open();
    gate.trading.reduceOnly.set('RC31', { strategy: 'alpha', symbol: 'EUR/USD' }, 'the night');
    expect(place(gate, { symbol: euro })).toEqual(['RC31']);
    expect(place(gate, { symbol: euro, strategy: 'beta' })).toEqual([]);
    expect(place(gate, { symbol: yen, priceTicks: 150_005 })).toEqual([]);
    gate.trading.reduceOnly.set('RC31', { strategy: 'beta', symbol: 'EUR/USD' }, '');
    gate.trading.reduceOnly.set('RC31', { strategy: 'alpha' }, '');
    gate.trading.reduceOnly.set('RC43', { strategy: 'alpha', symbol: 'EUR/USD' }, '');
    expect(place(gate, { symbol: euro })).toEqual(['RC31']);
    gate.trading.reduceOnly.set('RC31', { strategy: 'alpha', symbol: 'EUR/USD' }, '');
    expect(place(gate, { symbol: euro })).toEqual([]);
  });

  it('is reported beside every pause, and a halt alone', () => {
    const { gate, euro } = open();
    const about = { scope: 'all', key: '', reason: 'a drill', cause: 'drill' } as const;
    const times = { since: NOW, hitAt: NOW, until: 'resume' } as const;
    gate.trading.pauses.add({ ...about, ...times, control: 'RC51' });
    gate.trading.pauses.add({ ...about, ...times, control: 'RC57' });
    gate.trading.reduceOnly.set('RC31', {}, 'the night');
    gate.trading.reduceOnly.set('RC31', { strategy: 'alpha' }, 'the weekend');
    gate.trading.reduceOnly.set('RC98', { symbol: 'EUR/USD' }, 'a drill');
    expect(place(gate, { symbol: euro })).toEqual(['RC51', 'RC57', 'RC31', 'RC98']);
    gate.trading.halts.latch(haltOf('symbol', 'EUR/USD'));
    gate.trading.halts.latch(haltOf('strategy', 'alpha'));
    gate.trading.halts.latch(haltOf('all', ''));
    const messages = gate.preTradeCheck(candidate({ symbol: euro })).map(({ message }) => message);
    expect(messages.map((text) => text.split('halt of ')[1])).toEqual(['', 'alpha', 'EUR/USD']);
  });

  it('lets only flatten close a position under a halt', () => {
    const { gate, euro } = open();
    euro.position = 200_000;
    gate.trading.halts.latch(haltOf('all', ''));
    const sell = () => place(gate, { symbol: euro, side: 'Sell', priceTicks: 110_000 });
    expect(sell()).toEqual(['RC69']);
    gate.trading.beginFlatten('FLATTEN', 'the desk closes');
    expect(sell()).toEqual([]);
    gate.trading.endFlatten('FLATTEN');
    expect(sell()).toEqual(['RC69']);
  });
});

describe('AtBest order', () => {
  const draftOf = (symbol: SymbolState, sign: 1 | -1 = 1) => ({
    ...{ symbol, sign, price: 0, priceTicks: 0 },
    ...{ type: 'AtBest' as Candidate['type'], timeInForce: 'FOK' as Candidate['timeInForce'] },
  });
  const bind = (limits: Readonly<Record<string, unknown>>, sign: 1 | -1 = 1) => {
    const { gate, euro } = open(limits);
    const draft = draftOf(euro, sign);
    gate.limitAtBest(draft);
    return [draft.type, draft.timeInForce, draft.priceTicks, draft.price];
  };

  it('becomes a Limit/IOC at the cap where the limits say so', () => {
    const RC15 = { atBest: 'limitIoc' };
    // 5 basis points through 1.10010 and 1.10000: 110,065.005 and 109,945 ticks.
    expect(bind({ RC15 })).toEqual(['Limit', 'IOC', 110_065, 1.100_65]);
    expect(bind({ RC15 }, -1)).toEqual(['Limit', 'IOC', 109_945, 1.099_45]);
  });

  it('stays an AtBest order where they do not, and without a rate', () => {
    const unchanged = ['AtBest', 'FOK', 0, 0];
    for (const limits of [{}, { RC15: 'off' }, { RC15: { atBest: 'refuse' } }]) {
      expect(bind(limits)).toEqual(unchanged);
    }
    const { gate } = open({ RC15: { atBest: 'limitIoc' } });
    const draft = draftOf(new SymbolState(EUR_USD));
    gate.limitAtBest(draft);
    expect(draft.type).toBe('AtBest');
  });

  it('is refused by RC15 where the limits say so, or beyond the displayed size', () => {
    const symbol = quote(EUR_USD);
    Object.assign(symbol, { bidUnits: 200_000, offerUnits: 100_000 });
    const check = (params: object, order: Partial<Candidate> = {}) =>
      createRule('RC15', params).check(candidate({ symbol, type: 'AtBest', ...order }));
    expect(check({ atBest: 'refuse' })?.message).toBe('AtBest orders are refused (atBest: refuse)');
    expect(check({})).toBeUndefined();
    expect(check({}, { units: 100_001 })).toEqual({
      limit: 100_000,
      value: 100_001,
      message: 'size: expected at most the displayed 1000 EUR without a limit, found 1000.01 EUR',
    });
    expect(check({}, { units: 200_000, side: 'Sell' })).toBeUndefined();
    expect(check({}, { units: 200_001, side: 'Sell' })?.limit).toBe(200_000);
    symbol.offerUnits = Number.MAX_SAFE_INTEGER;
    expect(check({}, { units: 1e12 })).toBeUndefined();
  });
});

describe('shape rule', () => {
  it('RC10 measures by the displayed size or by the median, whichever is smaller', () => {
    const symbol = quote(EUR_USD);
    const rule = createRule('RC10', {});
    const find = (units: number) => rule.examine(candidate({ symbol, units }));
    expect(find(1e9)).toBeUndefined(); // no size is stated
    Object.assign(symbol, { offerUnits: 0 });
    expect(find(1)?.message).toBe(
      'size: expected at most 0 EUR by the displayed size, found 0.01 EUR',
    );
    Object.assign(symbol, { bidUnits: 7, offerUnits: 100_000 });
    expect(find(200_000)).toBeUndefined();
    expect(find(200_001)).toMatchObject({ isAlertOnly: true, limit: 200_000 });
    expect(find(300_001)?.message).toBe(
      'size: expected at most 3000 EUR by the displayed size, found 3000.01 EUR',
    );
    for (let i = 0; i < 20; i++) rule.onDecision?.(candidate({ symbol, units: 10_000 }), true);
    expect(find(20_001)?.message).toBe(
      'size: expected at most 200 EUR by the median, found 200.01 EUR',
    );
    expect(find(50_001)).toMatchObject({ limit: 50_000 });
    expect(find(50_001)?.isAlertOnly).toBeUndefined();
  });

  it('RC01 names the symbols that a strategy may trade', () => {
    const limits = { strategies: { alpha: ['USD/JPY', 'EUR/USD'], beta: [] } };
    const rule = createRule('RC01', { symbols: ['USD/JPY', 'AUD/USD'], ...limits });
    const find = (strategy: string) => rule.check(candidate({ strategy }))?.message;
    expect(find('alpha')).toBe('expected one of USD/JPY for alpha, found EUR/USD');
    expect(find('beta')).toBe('expected no symbol for beta, found EUR/USD');
    expect(find('gamma')).toBe('expected one of USD/JPY AUD/USD for gamma, found EUR/USD');
    expect(createRule('RC01', limits).check(candidate({ strategy: 'alpha' }))).toBeUndefined();
    expect(createRule('RC01', limits).check(candidate({ strategy: 'gamma' }))).toBeUndefined();
  });

  it('RC05 passes at its limits, alerts beyond the soft one, refuses beyond the hard one', () => {
    // At 1.10000 ten euros are 11 dollars.
    const symbol = quote(EUR_USD, 110_000, 110_000);
    const find = (units: number, figures = { soft: 11, hard: 22 }) =>
      createRule('RC05', figures, { symbols: [symbol] }).examine(candidate({ symbol, units }));
    expect(find(1_000)).toBeUndefined();
    const soft = 'notional: expected at most 11 USD, found 12';
    expect(find(1_001)).toMatchObject({ limit: 11, value: 12, message: soft, isAlertOnly: true });
    expect(find(2_000)).toMatchObject({ limit: 11, isAlertOnly: true });
    const hard = 'notional: expected at most 22 USD, found 23';
    expect(find(2_001)).toMatchObject({ limit: 22, value: 23, message: hard });
    // A soft limit above the hard one never has a say.
    expect(find(1_000, { soft: 22, hard: 11 })).toBeUndefined();
    expect(find(1_001, { soft: 22, hard: 11 })).toMatchObject({
      ...{ limit: 11, value: 12, message: soft },
    });
  });

  it('RC11 changes the date for NZD at 07:00 in Auckland', () => {
    const rule = createRule('RC11');
    const symbol = quote(unwrap(createInstrument(4, 'NZD/USD')), 60_000, 60_010);
    const find = (valueDate: string, minutes: number) =>
      rule.check(candidate({ symbol, valueDate, at: NOW + minutes * 60 * SECOND }))?.value;
    // 19:00 UTC on 13 July; New York turns two hours later, and changes nothing more.
    expect([find('2026-07-15', 419), find('2026-07-15', 420)]).toEqual([undefined, '2026-07-15']);
    expect([find('2026-07-16', 420), find('2026-07-16', 541)]).toEqual([undefined, undefined]);
  });

  it('RC11 computes the spot date anew when it rolls, and refuses where there is none', () => {
    const rule = createRule('RC11');
    const find = (valueDate: string, hours = 0) =>
      rule.check(candidate({ valueDate, at: NOW + hours * 3_600 * SECOND }))?.message;
    expect(find('2026-07-15')).toBeUndefined();
    expect(find('2026-07-16')).toBe('expected the spot date 2026-07-15, found 2026-07-16');
    // 17:00 New York.
    expect(find('2026-07-15', 9)).toBe('expected the spot date 2026-07-16, found 2026-07-15');
    expect(find('2026-07-16', 9)).toBeUndefined();
    const far = candidate({ valueDate: '2200-01-03', at: 7_258_000_000 * SECOND });
    expect(createRule('RC11').check(far)).toMatchObject({ limit: 'known spot date' });
  });

  it('RC13 accepts the maker’s newest coId as it is, and checks all others', () => {
    const coId = 'w1-0001-0000001-0001';
    const rule = createRule('RC13', {}, { isMadeCoId: (one) => one === 'made' });
    const find = (one: string) => rule.check(candidate({ coId: one }))?.value;
    expect([find('made'), find(coId)]).toEqual([undefined, undefined]);
    expect([find('w2-0001'), find('w1-ü'), find(`w1-${'a'.repeat(30)}`)]).toEqual([
      ...['w2-0001', 'w1-ü', `w1-${'a'.repeat(30)}`],
    ]);
    expect(createRule('RC13').check(candidate({ coId }))).toBeUndefined();
  });

  it('RC70 reports how long the market stays closed', () => {
    const setup = { symbols: [quote(EUR_USD)] };
    const rule = createRule('RC70', { hours: 'fx', holidays: ['2026-07-13'] }, setup);
    expect(rule.check(candidate())?.message).toBe('the market is closed for another 540 min');
    // Monday's day ends at 17:00 New York; Tuesday opens five minutes later.
    const evening = (minutes: number) =>
      rule.check(candidate({ at: NOW + (540 + minutes) * 60 * SECOND }));
    expect([evening(4.99), evening(5)].map((one) => one === undefined)).toEqual([false, true]);
  });
});

describe('RC70 at the close', () => {
  it('cancels orders that observe the hours, and none of an asset that always trades', () => {
    const { act, told } = recordActions();
    const due: { at: number; action: (now: number) => void }[] = [];
    const timed = {
      ...act,
      begun: (start: (at: number) => void) => {
        start(NOW);
      },
      at: (at: number, action: (now: number) => void) => void due.push({ at, action }),
    };
    const symbols = [quote(EUR_USD), quote(BTC_USD, 6_000_000, 6_000_100)];
    createRule('RC70', { hours: 'fx', assets: 'always' }, { symbols, act: timed });
    const done: string[] = [];
    let at = NOW;
    while (done.length === 0 && at < NOW + 7 * DAY) {
      const [next] = due.splice(0);
      if (next === undefined) throw new Error('expected another look');
      ({ at } = next);
      next.action(at);
      done.push(...told());
    }
    // From Monday noon to 16:58 in New York, two minutes before the day turns.
    expect([done, at - NOW]).toEqual([['cancel EUR/USD'], (8 * 60 + 58) * MINUTE]);
  });
});

describe('gate without rules that watch rates', () => {
  it('ignores every rate, and one with such a rule checks the first', () => {
    const off = ['RC17', 'RC18', 'RC19', 'RC20', 'RC21', 'RC43', 'RC44'].map(
      (id) => [id, 'off'] as const,
    );
    const { euro } = open(Object.fromEntries(off));
    expect(euro.leavesQuietBand(NOW, 1, 900_000)).toBe(false);
    expect(open(Object.fromEntries(off.slice(1))).euro.leavesQuietBand(NOW, 1, 1)).toBe(true);
  });
});

describe('inexact order', () => {
  it('is refused whatever rules are off, with the number that does not fit', () => {
    const { gate, euro } = open({ RC06: 'off', RC07: 'off' });
    const find = (order: Partial<Candidate>) =>
      gate
        .preTradeCheck(candidate({ symbol: euro, ...order }))
        .map(({ rule, value }) => [rule, value]);
    expect(find({ units: Number.NaN, size: 0.001 })).toContainEqual(['RC08', 'size 0.001']);
    expect(find({ priceTicks: Number.NaN, price: 1.0000001 })).toContainEqual([
      ...['RC08', 'price 1.0000001'],
    ]);
  });
});
