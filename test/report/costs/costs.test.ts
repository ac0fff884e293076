// Transaction costs: a hand-made table, and an independent calculation over random sessions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, MILLISECOND, SECOND, unwrap } from '../../../src/domain/index.js';
import { createCollector, type Results, summarise } from '../../../src/report/index.js';
import { createRandom, INFO, makeFill, makeOrder, START, usdJpy } from '../twap-session.js';
import { countRuns } from '../../runs.js';

const MARKS_MS = [0, 100, 500, 1_000, 5_000, 30_000, 60_000, 300_000];
const PROVIDERS = ['LP2', 'LP1', undefined];
const MILLION_UNITS = 100_000_000;

/** Plays a buy of a million at the offer, 1.14010; the mid rises by a pip and falls by two. */
function playBuy(): Results {
  const collector = createCollector(INFO);
  collector.rate(START, 0, 114_000, 114_010);
  const terms = { parent: '', side: 'Buy', units: MILLION_UNITS, arrivalTicks2: 228_010 } as const;
  const order = makeOrder({ ...terms, at: START + 10 * MILLISECOND });
  collector.order(order);
  const executedAt = START + 50 * MILLISECOND;
  const fill = { side: 'Buy', units: MILLION_UNITS, priceTicks: 114_010, executedAt } as const;
  collector.fill(makeFill({ ...fill, at: START + 70 * MILLISECOND }));
  const end = { state: 'FILLED', isTerminal: true, filledUnits: MILLION_UNITS } as const;
  collector.order({ ...order, ...end, at: START + 70 * MILLISECOND });
  // Half a second after the fill the mid is 1.14015, ten seconds after it 1.13995.
  collector.rate(START + 500 * MILLISECOND, 0, 114_010, 114_020);
  collector.rate(START + 10 * SECOND, 0, 113_990, 114_000);
  return collector.finish(START + 60 * SECOND, '');
}

describe('transaction costs', () => {
  it('give the figures of a table made by hand', () => {
    const [all] = summarise(playBuy()).costs;
    // 0.5 pips below the price at 1.14005: 0.00005 / 1.14005 = 0.4386 bps, 50 USD of a million.
    expect(all).toMatchObject({
      by: 'all',
      orders: 1,
      fills: 1,
      dealt: 1_000_000,
      dealtCurrency: 'EUR',
      costCurrency: 'USD',
      fillRatio: 1,
      rejectRate: 0,
      arrival: { count: 1, bps: -0.4386, perMillion: -50, lowBps: null },
      decision: { bps: -0.4386 },
      spread: { count: 1, share: -1 },
      timeToFill: { count: 1, mean: 40 },
      holdTime: { count: 1, mean: 60 },
      held: { bps: 0 },
      refused: null,
    });
    // Against 1.14010: 1.14005, 1.14005, 1.14015 from 450 ms on, 1.13995 from 9.95 s on.
    const bps = [-0.4386, -0.4386, 0.4386, 0.4386, 0.4386, -1.3157, undefined, undefined];
    expect(all?.markOuts.map((mark) => mark.bps)).toEqual(bps);
    expect(all?.markOuts.map(({ afterMs }) => afterMs)).toEqual(MARKS_MS);
  });

  it('show the rate at the fill and the mids after it in the row of the fill', () => {
    const [row] = playBuy().fills.rows;
    expect(row).toMatchObject({
      decisionTicks2: 228_010,
      marks: {
        bidTicks: 114_000,
        offerTicks: 114_010,
        mids2: [228_010, 228_010, 228_030, 228_030, 228_030, 227_990, 0, 0],
      },
    });
  });

  it('use the rate of a fill that is reported long after it', () => {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 100, 102);
    collector.order(makeOrder({ parent: '', side: 'Buy' }));
    for (let i = 1; i <= 20; i++) collector.rate(START + i * SECOND, 0, 100 + i, 102 + i);
    const executedAt = START + 3 * SECOND + 1;
    collector.fill(makeFill({ side: 'Buy', executedAt, at: START + 20 * SECOND + 1 }));
    const { marks } = collector.finish(START + 40 * SECOND, '').fills.rows[0] ?? {};
    // 0, 100 ms and 500 ms after it the rate of second 3 stands, then those of 4 and 8, then 20.
    expect(marks).toMatchObject({
      bidTicks: 103,
      offerTicks: 105,
      mids2: [208, 208, 208, 210, 218, 242, 0, 0],
    });
  });

  it('count the end of every order, and rejections by their code', () => {
    const collector = createCollector(INFO);
    collector.rate(START, 0, 114_000, 114_010);
    const place = (coId: string, end: object): void => {
      const order = makeOrder({
        coId,
        parent: '',
        side: 'Buy',
        units: 100,
        arrivalTicks2: 228_010,
      });
      collector.order(order);
      collector.rate(START + SECOND, 0, 114_010, 114_020);
      collector.order({ ...order, at: START + 2 * SECOND, isTerminal: true, ...end });
    };
    place('a', { state: 'REJECTED', rejectCode: 'SIZE_INVALID' });
    place('b', { state: 'REJECTED', rejectCode: 'SIZE_INVALID' });
    place('c', { state: 'EXPIRED' });
    place('d', { state: 'CANCELED', filledUnits: 50 });
    const [all] = summarise(collector.finish(START + SECOND, '')).costs;
    expect(all).toMatchObject({
      orders: 4,
      fillRatio: 0.125,
      rejectRate: 0.5,
      rejects: { SIZE_INVALID: 2 },
      holdTime: { count: 4, mean: 2_000 },
      // The mid rose by a pip under a buy that got nothing.
      refused: { count: 3, bps: -0.8772, perMillion: -100 },
      held: { count: 1, bps: 0.8772 },
    });
  });

  it('convert symbols into USD by the last rates, and name one that no rate converts', () => {
    const collector = createCollector({ ...INFO, instruments: [...INFO.instruments, usdJpy] });
    collector.rate(START, 0, 114_000, 114_000);
    collector.rate(START, 1, 150_000, 150_000);
    const dealt = { side: 'Buy', units: 100_000, executedAt: START } as const;
    collector.order(makeOrder({ coId: 'e', parent: '', side: 'Buy', arrivalTicks2: 228_000 }));
    collector.fill(makeFill({ ...dealt, coId: 'e', priceTicks: 114_114 }));
    const jpy = { instrument: usdJpy, coId: 'j', parent: '', side: 'Buy' } as const;
    collector.order(makeOrder({ ...jpy, arrivalTicks2: 300_000 }));
    collector.fill(makeFill({ ...dealt, ...jpy, priceTicks: 150_300 }));
    const { costs } = summarise(collector.finish(START, ''));
    // 1,000 EUR at 1.14 and 1,000 USD; -10 bps of 1,140 and -20 bps of 1,000 USD.
    expect(costs[0]).toMatchObject({ dealt: 2_140, dealtCurrency: 'USD', leftOut: [] });
    expect(costs[0]?.arrival?.bps).toBeCloseTo((-10 * 1_140 - 20 * 1_000) / 2_140, 3);
    expect(costs[0]).toMatchObject({ perMillionOf: 'USD' });
    const ofJpy = costs.find(({ value }) => value === 'USD/JPY');
    expect(ofJpy).toMatchObject({
      dealtCurrency: 'USD',
      arrival: { bps: -20, perMillion: -2_000 },
    });
  });
});

it('transaction costs count a fill after the end of its order, and that end once', () => {
  const collector = createCollector(INFO);
  collector.rate(START, 0, 114_000, 114_010);
  const order = makeOrder({ parent: '', side: 'Buy', units: 100, arrivalTicks2: 228_010 });
  collector.order(order);
  collector.order({ ...order, state: 'CANCELED', isTerminal: true });
  collector.order({ ...order, state: 'ZOMBIE' });
  collector.fill(makeFill({ side: 'Buy', units: 100, priceTicks: 114_010, at: START + SECOND }));
  collector.order({ ...order, state: 'FILLED', isTerminal: true, filledUnits: 100 });
  const [all] = summarise(collector.finish(START + SECOND, '')).costs;
  expect(all).toMatchObject({ orders: 1, fills: 1, arrival: { count: 1, bps: -0.4386 } });
  expect([all?.holdTime?.count, all?.refused?.count, all?.held]).toEqual([1, 1, null]);
});

it('transaction costs use no times of a previous run, and none of a diverging clock', () => {
  const collector = createCollector(INFO);
  collector.rate(START, 0, 114_000, 114_010);
  const terms = { parent: '', side: 'Buy', units: 200, arrivalTicks2: 228_010 } as const;
  collector.order(makeOrder({ ...terms, coId: 'old', state: 'PARTIAL', filledUnits: 100 }));
  const fill = { side: 'Buy', units: 100, priceTicks: 114_010, at: START + SECOND } as const;
  collector.fill(makeFill({ ...fill, coId: 'old', executedAt: START - SECOND }));
  collector.order(makeOrder({ ...terms, coId: 'new' }));
  collector.fill(makeFill({ ...fill, coId: 'new', executedAt: START + 60 * SECOND }));
  const { costs } = summarise(collector.finish(START + 2 * SECOND, ''));
  expect(costs[0]?.timeToFill).toMatchObject({ count: 1, max: 1_000 });
});

it('transaction costs of a digital asset are per million of what was paid for it', () => {
  const terms = { ratePrecision: 1, sizeIncrement: 0.01, minSize: 0.01 };
  const btcUsd = unwrap(createInstrument(0, 'BTC/USD', terms));
  const collector = createCollector({ ...INFO, instruments: [btcUsd] });
  collector.rate(START, 0, 200_000, 200_000);
  const dealt = { instrument: btcUsd, coId: 'b', parent: '', side: 'Buy' } as const;
  collector.order(makeOrder({ ...dealt, arrivalTicks2: 400_000 }));
  collector.fill(makeFill({ ...dealt, priceTicks: 200_200, executedAt: START }));
  const { costs, slippagePerMillion } = summarise(collector.finish(START, ''));
  const cost = { costCurrency: 'USD', perMillionOf: 'USD', dealtCurrency: 'BTC' };
  expect(costs[0]).toMatchObject({ ...cost, arrival: { bps: -10, perMillion: -1_000 } });
  expect(slippagePerMillion).toBe(-1_000);
});

interface Step {
  readonly wait: number;
  readonly kind: 'rate' | 'fill';
  readonly move: number;
  readonly units: number;
  readonly late: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  wait: fc.integer({ min: 1, max: 40_000_000 }),
  kind: fc.constantFrom('rate' as const, 'rate' as const, 'fill' as const),
  move: fc.integer({ min: -50, max: 50 }),
  units: fc.integer({ min: 1, max: 1_000_000 }),
  late: fc.integer({ min: 0, max: 3_000_000 }),
});

/** Mean and band from the definition: over a list, with units x price as weights. */
function toBand(list: readonly { gain: number; weight: number }[]) {
  const total = list.reduce((sum, { weight }) => sum + weight, 0);
  const mean = list.reduce((sum, { gain, weight }) => sum + gain * weight, 0) / total;
  const shares = list.map(({ weight }) => weight / total);
  const part = shares.reduce((sum, share) => sum + share * share, 0);
  const spread = list.reduce((sum, one, i) => sum + (shares[i] ?? 0) * (one.gain - mean) ** 2, 0);
  const error = Math.sqrt((spread / (1 - part)) * part);
  return { bps: mean * 10_000, halfBps: 1.96 * error * 10_000 };
}

type CostRow = ReturnType<typeof summarise>['costs'][number];

interface PlayedFill {
  readonly at: number;
  readonly units: number;
  readonly price: number;
  readonly provider: string;
}

/** Plays steps; then every mark is what a look through all rates says. */
function compareMarks(steps: readonly Step[]): void {
  const collector = createCollector(INFO);
  const rates = [{ at: START, mid2: 228_000 }];
  const fills: PlayedFill[] = [];
  let at = START;
  const showRate = (mid: number): void => {
    collector.rate(at, 0, mid - 2, mid + 2);
    rates.push({ at, mid2: 2 * mid });
  };
  collector.rate(START, 0, 113_998, 114_002);
  for (const [i, { wait, kind, move, units, late }] of steps.entries()) {
    at += wait;
    if (kind === 'rate') {
      showRate(114_000 + move);
      continue;
    }
    const price = 114_000 + move;
    const order = makeOrder({ coId: `p${String(i)}`, parent: '', side: 'Buy', at, units });
    collector.order(order);
    // Its record comes late, after another rate.
    const executedAt = at;
    at += late + 1;
    showRate(114_000);
    const { coId } = order;
    const counterparty = PROVIDERS[i % PROVIDERS.length];
    const dealt = { units, priceTicks: price, executedAt, counterparty } as const;
    collector.fill(makeFill({ coId, side: 'Buy', at, ...dealt }));
    collector.order({ ...order, at, state: 'FILLED', isTerminal: true, filledUnits: units });
    fills.push({ at: executedAt, units, price, provider: counterparty ?? 'not known' });
  }
  const rows = summarise(collector.finish(at, '')).costs;
  const ofAll = rows.filter(({ by }) => by === 'all');
  const byProvider = rows.filter(({ by }) => by === 'provider');
  expect(ofAll).toHaveLength(fills.length === 0 ? 0 : 1);
  expect(byProvider.map(({ value }) => value)).toEqual(
    [...new Set(fills.map(({ provider }) => provider))].sort(),
  );
  for (const row of ofAll) compareRow(row, fills, rates, at);
  for (const row of byProvider) {
    const own = fills.filter(({ provider }) => provider === row.value);
    expect(row).toMatchObject({ fills: own.length, orders: 0, fillRatio: null, holdTime: null });
    compareRow(row, own, rates, at);
  }
}

/** Each mark of a row is what a look through all rates says of its fills. */
function compareRow(
  row: CostRow,
  fills: readonly PlayedFill[],
  rates: readonly { readonly at: number; readonly mid2: number }[],
  endAt: number,
): void {
  for (const [i, ms] of MARKS_MS.entries()) {
    const list = fills.flatMap(({ at, units, price }) => {
      const wanted = at + ms * MILLISECOND;
      if (wanted > endAt) return [];
      const stood = rates.findLast((rate) => rate.at <= wanted);
      const gain = ((stood?.mid2 ?? 0) - 2 * price) / (2 * price);
      return [{ gain, weight: units * price }];
    });
    const mark = row.markOuts[i];
    expect(mark?.count ?? 0).toBe(list.length);
    if (mark?.bps === undefined) continue;
    const { bps, halfBps } = toBand(list);
    expect(mark.bps).toBeCloseTo(bps, 3);
    if (list.length < 2 || typeof mark.highBps !== 'number') continue;
    expect((mark.highBps - (mark.lowBps ?? 0)) / 2).toBeCloseTo(halfBps, 2);
  }
}

describe('mark-outs', () => {
  it('are those of a second calculation that looks through all rates', () => {
    const sessions = fc.array(anyStep, { minLength: 5, maxLength: 60 });
    fc.assert(fc.property(sessions, compareMarks), { numRuns: countRuns(200) });
  });

  it('are equal to it over thousands of rates', () => {
    const random = createRandom(11);
    const pick = (most: number): number => Math.floor(random() * most);
    const steps = Array.from({ length: 4_000 }, () => ({
      wait: 1 + pick(400_000),
      kind: pick(12) === 0 ? ('fill' as const) : ('rate' as const),
      move: pick(100) - 50,
      units: 1 + pick(1_000_000),
      late: pick(3_000_000),
    }));
    compareMarks(steps);
  });
});
