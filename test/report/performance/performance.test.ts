// P&L in the account currency and its statistics: hand-made tables and a second calculation.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { createCollector, summarise } from '../../../src/report/index.js';
import { CurrencyConversion } from '../../../src/report/figures/currency-conversion.js';
import { Equity } from '../../../src/report/performance/equity.js';
import { RoundTrips } from '../../../src/report/performance/round-trips.js';
import { eurUsd, INFO, makeFill, makeOrder, START, usdJpy } from '../twap-session.js';

const BOTH = { ...INFO, instruments: [eurUsd, usdJpy], currency: 'USD' };
const MILLION = 100_000_000;

/** Buys and sells a million EUR three times: +100, -50, and +30 USD, five seconds apart. */
function playTrips() {
  const collector = createCollector(BOTH);
  const deal = (coId: string, at: number, side: 'Buy' | 'Sell', priceTicks: number): void => {
    collector.rate(at, 0, priceTicks, priceTicks);
    collector.order(makeOrder({ coId, at, parent: '', side, units: MILLION }));
    collector.fill(makeFill({ coId, at, side, units: MILLION, priceTicks }));
  };
  deal('b1', START, 'Buy', 114_000);
  deal('s1', START + 5 * SECOND, 'Sell', 114_010);
  deal('b2', START + 10 * SECOND, 'Buy', 114_010);
  deal('s2', START + 15 * SECOND, 'Sell', 114_005);
  deal('b3', START + 20 * SECOND, 'Buy', 114_005);
  deal('s3', START + 25 * SECOND, 'Sell', 114_008);
  return summarise(collector.finish(START + 25 * SECOND, ''));
}

describe('P&L of a session', () => {
  it('gives the statistics of a table made by hand', () => {
    expect(playTrips().performance).toEqual({
      currency: 'USD',
      pnl: 80,
      leftOut: [],
      maxDrawdown: 50,
      drawdownFrom: '2026-07-13T12:00:10.000Z',
      drawdownLow: '2026-07-13T12:00:15.000Z',
      roundTrips: 3,
      winRate: 0.6667,
      averageTrip: 26.67,
      largestTrip: 100,
      profitFactor: 2.6,
      exposure: 0.5,
      minutes: 1,
      sharpe: null,
      sortino: null,
      calmar: null,
    });
  });

  it('is the sum of its changes, with what came after the last whole minute', () => {
    const changes: number[] = [];
    const collector = createCollector(BOTH, 'full', (change) => changes.push(change));
    collector.rate(START, 0, 114_000, 114_000);
    collector.order(makeOrder({ parent: '', side: 'Buy', units: MILLION }));
    collector.fill(makeFill({ side: 'Buy', units: MILLION, priceTicks: 114_000 }));
    collector.rate(START + MINUTE, 0, 114_100, 114_100);
    collector.rate(START + MINUTE + 20 * SECOND, 0, 113_500, 113_500);
    const { performance } = summarise(collector.finish(START + MINUTE + 30 * SECOND, ''));
    expect([changes, performance.pnl, performance.minutes]).toEqual([[1_000, -6_000], -5_000, 2]);
  });

  it('is converted into the account currency by the rates of the session', () => {
    const collector = createCollector(BOTH);
    collector.rate(START, 1, 150_000, 150_000);
    const jpy = { instrument: usdJpy, coId: 'y', parent: '', side: 'Buy' } as const;
    collector.order(makeOrder({ ...jpy, units: MILLION }));
    collector.fill(makeFill({ ...jpy, units: MILLION, priceTicks: 149_850 }));
    const { performance } = summarise(collector.finish(START + SECOND, ''));
    // A million USD gained 0.15 JPY each: 150,000 JPY at 150.
    expect(performance).toMatchObject({ currency: 'USD', pnl: 1_000, leftOut: [] });
  });

  it('has no decimals in a currency without a minor unit', () => {
    const collector = createCollector({ ...BOTH, currency: 'JPY' });
    collector.rate(START, 1, 150_001, 150_002);
    const jpy = { instrument: usdJpy, coId: 'y', parent: '', side: 'Buy' } as const;
    collector.order(makeOrder({ ...jpy, units: 12_345 }));
    collector.fill(makeFill({ ...jpy, units: 12_345, priceTicks: 149_850 }));
    collector.fill(makeFill({ ...jpy, side: 'Sell', units: 12_345, priceTicks: 150_001 }));
    const summary = summarise(collector.finish(START + SECOND, ''));
    // 123.45 USD at 0.151 JPY more each.
    expect(summary.performance).toMatchObject({ pnl: 19, averageTrip: 19, largestTrip: 19 });
    expect(summary.slippageCurrency).toBe('USD');
  });

  it('names symbols that no rate converts', () => {
    const collector = createCollector({ ...BOTH, currency: 'CHF' });
    collector.rate(START, 0, 114_000, 114_010);
    collector.order(makeOrder({ parent: '', side: 'Buy', units: MILLION }));
    collector.fill(makeFill({ side: 'Buy', units: MILLION, priceTicks: 114_000 }));
    const { performance } = summarise(collector.finish(START + SECOND, ''));
    expect(performance).toMatchObject({ currency: 'CHF', pnl: 0, leftOut: ['EUR/USD'] });
  });

  it('leaves unconvertible P&L out of all figures', () => {
    const collector = createCollector(BOTH);
    collector.order(makeOrder({ parent: '', side: 'Buy', units: MILLION }));
    collector.fill(makeFill({ side: 'Buy', units: MILLION, priceTicks: 114_000 }));
    collector.rate(START + 10 * SECOND, 1, 150_000, 150_000);
    collector.rate(START + 20 * SECOND, 0, 114_010, 114_010);
    const { performance } = summarise(collector.finish(START + 20 * SECOND, ''));
    expect(performance).toMatchObject({ pnl: 100, maxDrawdown: 0, leftOut: [] });
    const other = createCollector({ ...BOTH, currency: 'CHF' });
    for (const side of ['Buy', 'Sell'] as const) {
      const coId = `chf-${side}`;
      other.rate(START, 0, 114_000, 114_010);
      other.order(makeOrder({ coId, parent: '', side, units: MILLION }));
      other.fill(makeFill({ coId, side, units: MILLION, priceTicks: side === 'Buy' ? 1 : 2 }));
    }
    const left = summarise(other.finish(START + SECOND, '')).performance;
    expect(left).toMatchObject({ pnl: 0, roundTrips: 0, exposure: 0, leftOut: ['EUR/USD'] });
  });

  it('is unchanged when the session is closed twice', () => {
    const collector = createCollector(BOTH);
    collector.rate(START, 0, 114_000, 114_010);
    collector.order(makeOrder({ parent: '', side: 'Buy', units: MILLION }));
    collector.fill(makeFill({ side: 'Buy', units: MILLION, priceTicks: 114_000 }));
    const first = summarise(collector.finish(START + SECOND, ''));
    expect(summarise(collector.finish(START + SECOND, ''))).toEqual(first);
  });

  it('has a remark where it is suspicious', () => {
    expect(playTrips().remarks.map(({ id }) => id)).toEqual(['few-trips', 'one-trip']);
    const collector = createCollector(BOTH);
    collector.rate(START, 0, 114_000, 114_010);
    const at = START + MINUTE;
    collector.order(makeOrder({ at, parent: '' }));
    collector.fill(makeFill({ at }));
    const { remarks } = summarise(collector.finish(at, ''));
    expect(remarks.find(({ id }) => id === 'stale-rates')?.text).toContain('1 of 1 fill');
  });

  it('has a remark where fills are better than the market right after them', () => {
    const collector = createCollector(BOTH);
    for (let i = 0; i < 40; i++) {
      const at = START + i * 10 * SECOND;
      const coId = `l${String(i)}`;
      const side = i % 2 === 0 ? 'Buy' : 'Sell';
      collector.rate(at, 0, 114_000, 114_010);
      const order = makeOrder({ coId, at, parent: '', side, units: MILLION });
      collector.order(order);
      const priceTicks = (side === 'Buy' ? 113_990 : 114_020) + (i % 3);
      collector.fill(makeFill({ coId, at, side, units: MILLION, priceTicks }));
      const end = { state: 'FILLED', isTerminal: true, filledUnits: MILLION } as const;
      collector.order({ ...order, ...end });
      collector.rate(at + SECOND, 0, 114_000, 114_010);
    }
    const { remarks, performance } = summarise(collector.finish(START + 1_000 * SECOND, ''));
    expect(performance.pnl).toBeGreaterThan(0);
    const ids = remarks.map(({ id }) => id);
    expect(ids).toEqual(['few-trips', 'look-ahead', 'latency-window', 'no-refusals']);
  });
});

describe('equity curve', () => {
  it('has the changes and the deepest fall of a second calculation', () => {
    const steps = fc.array(fc.integer({ min: -1_000, max: 1_000 }), {
      minLength: 3,
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, (moves) => {
        const equity = new Equity();
        equity.start(START);
        let pnl = 0;
        const seen = [0];
        equity.look(START, 0, false);
        for (const [i, move] of moves.entries()) {
          pnl += move;
          seen.push(pnl);
          equity.look(START + (i + 1) * MINUTE, pnl, true);
        }
        let deepest = 0;
        for (const [i, high] of seen.entries()) {
          for (const low of seen.slice(i)) deepest = Math.min(deepest, low - high);
        }
        expect(equity.drawdown.amount).toBe(deepest);
        const mean = pnl / moves.length;
        const squares = moves.reduce((sum, move) => sum + (move - mean) ** 2, 0);
        const losses = moves.reduce((sum, move) => sum + Math.min(0, move) ** 2, 0);
        const { changes } = equity;
        expect(changes.mean).toBeCloseTo(mean, 6);
        expect(changes.deviation).toBeCloseTo(Math.sqrt(squares / (moves.length - 1)), 6);
        expect(changes.downside).toBeCloseTo(Math.sqrt(losses / moves.length), 6);
      }),
    );
  });

  it('is bounded', () => {
    const equity = new Equity();
    equity.start(START);
    for (let i = 0; i < 10_000; i++) equity.look(START + i * 5 * SECOND, i, true);
    expect(equity.list().length).toBeLessThan(2_000);
    expect(equity.list()[0]).toEqual({ at: START, pnl: 0, drawdown: 0 });
  });
});

describe('round trips', () => {
  it('together gain what the cash gained, and end where the position is flat or reverses', () => {
    const fills = fc.array(
      fc.record({
        sign: fc.constantFrom(1 as const, -1 as const),
        units: fc.integer({ min: 1, max: 5 }),
        price: fc.integer({ min: 1, max: 1_000 }),
      }),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(fills, (list) => {
        const trips = new RoundTrips();
        let [position, cash, total] = [0, 0, 0];
        const deal = (sign: 1 | -1, units: number, price: number): void => {
          const pnl = trips.fill(sign, units, price);
          const before = Math.sign(position);
          position += sign * units;
          cash -= sign * units * price;
          expect(pnl !== undefined).toBe(before !== 0 && Math.sign(position) !== before);
          total += pnl ?? 0;
        };
        for (const { sign, units, price } of list) deal(sign, units, price);
        if (position !== 0) deal(position > 0 ? -1 : 1, Math.abs(position), 500);
        expect(total).toBe(cash);
      }),
    );
  });
});

describe('value of a currency', () => {
  const mids = [
    { instrument: eurUsd, ticks2: 228_000 },
    { instrument: usdJpy, ticks2: 300_000 },
  ];

  it.each([
    ['USD', 'USD', 1],
    ['EUR', 'USD', 1.14],
    ['USD', 'EUR', 1 / 1.14],
    ['EUR', 'JPY', 171],
    ['JPY', 'EUR', 1 / 171],
    ['CHF', 'USD', undefined],
  ])('%s in %s', (from, to, worth) => {
    const found = new CurrencyConversion(from, to, mids).find();
    if (worth === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(worth, 12);
  });
});
