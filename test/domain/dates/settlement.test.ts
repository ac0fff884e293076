// Own trades by value date: open to its end, cash from then on, over restarts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBuiltInCalendars,
  findTradeDate,
  Settlement,
  TradeDates,
} from '../../../src/domain/dates/index.js';
import {
  createInstrument,
  DAY,
  type Instant,
  parseInstant,
  unwrap,
} from '../../../src/domain/index.js';
import { formatShortest } from '../../../src/domain/numbers/index.js';
import { FINE_TICKS, toTermUnits } from '../../../src/domain/venue/index.js';

const SYMBOLS = ['EUR/USD', 'USD/JPY', 'USD/CAD', 'USD/TRY', 'NZD/USD'];
const PAIRS = SYMBOLS.map((symbol, id) => unwrap(createInstrument(id, symbol)));
const dates = new TradeDates(createBuiltInCalendars());
const instant = (text: string): Instant => unwrap(parseInstant(text));
const create = () => new Settlement(PAIRS, dates);
const [EUR_USD, , , , NZD_USD] = PAIRS as [
  (typeof PAIRS)[0],
  unknown,
  unknown,
  unknown,
  (typeof PAIRS)[0],
];

/** 1,000,000.00 bought at 1.14250 on a Monday, for Wednesday. */
function buy(): Settlement {
  const settlement = create();
  const trade = { at: instant('2026-07-13T12:00:00Z'), priceTicks: 114_250 };
  settlement.book(EUR_USD, 100_000_000, { ...trade, valueDate: '2026-07-15' });
  return settlement;
}

describe('position by value date', () => {
  it('is open to the end of its value date, 17:00 New York, and cash from then on', () => {
    const settlement = buy();
    const [before, after] = ['2026-07-15T20:59:59Z', '2026-07-15T21:00:00Z'].map(instant);
    const position = { symbol: 'EUR/USD', valueDate: '2026-07-15', units: 100_000_000 };
    expect(settlement.list(before ?? 0)).toMatchObject([{ ...position, term: '-114250000' }]);
    expect(settlement.listCash(before ?? 0)).toEqual([]);
    expect(settlement.list(after ?? 0)).toEqual([]);
    expect(settlement.listCash(after ?? 0)).toEqual([
      { currency: 'EUR', amount: '1000000' },
      { currency: 'USD', amount: '-1142500' },
    ]);
  });

  it('in NZD turns at 07:00 in Auckland, in winter and in summer', () => {
    for (const [at, end] of [
      ['2026-07-13T12:00:00Z', '2026-07-15T19:00:00Z'],
      ['2026-12-07T12:00:00Z', '2026-12-09T18:00:00Z'],
    ] as const) {
      const settlement = create();
      const valueDate = dates.spotDate(instant(at), NZD_USD);
      settlement.book(NZD_USD, 1_000, { at: instant(at), priceTicks: 60_000, valueDate });
      expect(settlement.settledOf(NZD_USD, instant(end) - 1)).toBe(0);
      expect(settlement.settledOf(NZD_USD, instant(end))).toBe(1_000);
    }
  });

  it('without a date in any record stays open', () => {
    const settlement = buy();
    const symbol = { instrument: EUR_USD, position: 100_000_500 };
    const later = instant('2026-07-20T12:00:00Z');
    expect(settlement.expectOpen(symbol, [], later)).toBe(500);
    expect(settlement.listOwn(EUR_USD, symbol.position).at(-1)).toEqual({
      valueDate: '',
      units: 500,
    });
  });

  it('of another login user settles as well', () => {
    const settlement = buy();
    const symbol = { instrument: EUR_USD, position: 100_000_000 };
    const dated = [
      { valueDate: '2026-07-15', units: 100_000_700 },
      { valueDate: '2026-07-16', units: -200 },
    ];
    const event = { type: 'position', symbol: 'EUR/USD', units: 100_000_500, dated } as const;
    const external = settlement.findExternal(symbol, event);
    const expectAt = (text: string) => settlement.expectOpen(symbol, external, instant(text));
    expect(expectAt('2026-07-15T12:00:00Z')).toBe(100_000_500);
    expect(expectAt('2026-07-16T12:00:00Z')).toBe(-200);
    expect(expectAt('2026-07-17T12:00:00Z')).toBe(0);
  });
});

/** Ten days over a US holiday, a month's end, and the change of clocks in New York. */
const FROM = instant('2026-10-28T12:00:00Z');
const trade = fc.record({
  pair: fc.constantFrom(...PAIRS),
  at: fc.integer({ min: 0, max: 10 * DAY }),
  units: fc
    .oneof(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.integer({ min: -1e14, max: 1e14 }))
    .filter((units) => units !== 0),
  priceTicks: fc.integer({ min: 50_000, max: 160_000 }),
  isRestart: fc.boolean(),
});

it('settlement equals adding all trades up anew, at any time, over restarts', () => {
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 40 }), (drawn) => {
      const trades = drawn
        .map((one) => ({ ...one, at: FROM + one.at }))
        .sort((a, b) => a.at - b.at)
        .map((one) => ({ ...one, valueDate: dates.spotDate(one.at, one.pair) }));
      let settlement = create();
      for (const [count, { isRestart, pair, units, ...one }] of trades.entries()) {
        settlement.book(pair, units, one);
        if (isRestart) settlement = restart(settlement);
        for (const at of [one.at, one.at + DAY, one.at + 4 * DAY]) {
          expect(notify(settlement, at)).toEqual(addUp(trades.slice(0, count + 1), at));
        }
      }
    }),
  );
});

function restart(settlement: Settlement): Settlement {
  const restored = create();
  restored.restore(settlement.snapshot() ?? { dated: [], settled: [], cash: [] });
  return restored;
}

function notify(settlement: Settlement, at: Instant) {
  const open = settlement.list(at).map(({ symbol, valueDate, units }) => {
    return `${symbol} ${valueDate} ${String(units)}`;
  });
  const cash = settlement.listCash(at).map(({ currency, amount }) => `${currency} ${amount}`);
  return { open: open.sort(), cash };
}

interface Told {
  readonly pair: (typeof PAIRS)[number];
  readonly at: Instant;
  readonly units: number;
  readonly priceTicks: number;
  readonly valueDate: string;
}

function addUp(trades: readonly Told[], at: Instant) {
  const open: Record<string, number> = {};
  const cash: Record<string, number> = {};
  for (const { pair, units, priceTicks, valueDate } of trades) {
    const key = `${pair.symbol} ${valueDate}`;
    if (valueDate >= findTradeDate(at, pair)) {
      open[key] = (open[key] ?? 0) + units;
      continue;
    }
    const paid = Number(toTermUnits(pair, Math.abs(units), priceTicks * FINE_TICKS));
    const scale = (decimals: number) => 10 ** (2 - decimals);
    cash[pair.base] = (cash[pair.base] ?? 0) + units * scale(pair.baseDecimals);
    const term = (units > 0 ? -paid : paid) * scale(pair.termDecimals);
    cash[pair.term] = (cash[pair.term] ?? 0) + term;
  }
  const isSome = ([, amount]: [string, number]) => amount !== 0;
  return {
    open: Object.entries(open)
      .filter(isSome)
      .map(([key, units]) => `${key} ${String(units)}`)
      .sort(),
    cash: Object.entries(cash)
      .filter(isSome)
      .map(([currency, amount]) => `${currency} ${formatShortest(Math.round(amount), 2)}`)
      .sort(),
  };
}
