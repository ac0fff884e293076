// The rate generator: equal for equal seed and name, and statistically like real rates.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createInstrument,
  DAY,
  formatInstant,
  HOUR,
  MILLISECOND,
  MINUTE,
  parseInstant,
  SECOND,
  unwrap,
} from '../../../src/domain/index.js';
import { generatedSymbolSchema } from '../../../src/venue/models/generator-schema.js';
import { RateGenerator } from '../../../src/venue/models/rate-generator.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const USDJPY = unwrap(createInstrument(1, 'USD/JPY'));
const MONDAY = unwrap(parseInstant('2026-07-13T08:00:00Z'));

interface Made {
  readonly at: number;
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

function create(settings: object = {}, seed = 1, isWeekly = false, instrument = EURUSD) {
  const symbol = generatedSymbolSchema.parse({ price: 1.0951, ...settings });
  return new RateGenerator(instrument, symbol, seed, MONDAY, isWeekly);
}

function make(generator: RateGenerator, count: number): readonly Made[] {
  return Array.from({ length: count }, () => {
    const { at, bidTicks, offerTicks, bidUnits, offerUnits } = generator;
    generator.next();
    return { at, bidTicks, offerTicks, bidUnits, offerUnits };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const ONE_MOOD = { regimes: [{ life: '1h' }] };

describe('generated rates of a seed', () => {
  it('are always the same, and differ for another seed or symbol', () => {
    const rates = make(create(), 500);
    expect(make(create(), 500)).toEqual(rates);
    expect(make(create({}, 2), 500)).not.toEqual(rates);
    expect(make(create({}, 1, false, USDJPY), 500)).not.toEqual(rates);
  });

  it('start at the start, near the price', () => {
    const [first] = make(create(), 1);
    expect(first?.at).toBe(MONDAY);
    expect(Math.abs((first?.bidTicks ?? 0) - 109_510)).toBeLessThan(20);
  });

  it('have whole ticks and units, a spread, and rise in time, whatever the settings', () => {
    const span = fc.integer({ min: 1, max: 100_000 }).map((ms) => `${String(ms)}ms`);
    const settings = fc.record({
      price: fc.double({ min: 0.0001, max: 10_000, noNaN: true }),
      volatility: fc.double({ min: 0, max: 1_000, noNaN: true }),
      interval: span,
      reversion: span,
      spread: fc.integer({ min: 1, max: 100_000 }).map((value) => value / 1_000),
    });
    fc.assert(
      fc.property(settings, fc.integer(), fc.boolean(), (one, seed, isWeekly) => {
        let last = 0;
        for (const rate of make(create(one, seed, isWeekly), 60)) {
          expect(Object.values(rate).every(Number.isSafeInteger)).toBe(true);
          expect(rate.at).toBeGreaterThan(last);
          expect(rate.at % MILLISECOND).toBe(0);
          expect(rate.bidTicks).toBeGreaterThan(0);
          expect(rate.offerTicks).toBeGreaterThan(rate.bidTicks);
          expect(Math.min(rate.bidUnits, rate.offerUnits)).toBeGreaterThan(0);
          last = rate.at;
        }
      }),
    );
  });
});

describe('figures of many generated rates', () => {
  it('come at the mean interval, some close together and some far apart', () => {
    const rates = make(create({ ...ONE_MOOD, interval: '200ms' }), 50_000);
    const gaps = rates.slice(1).map((rate, i) => rate.at - (rates[i]?.at ?? 0));
    expect(mean(gaps) / MILLISECOND).toBeGreaterThan(197);
    expect(mean(gaps) / MILLISECOND).toBeLessThan(203);
    // Of an exponential law 1 - 1/e = 63 % are shorter than the mean.
    const short = gaps.filter((gap) => gap < 200 * MILLISECOND).length / gaps.length;
    expect(short).toBeGreaterThan(0.62);
    expect(short).toBeLessThan(0.645);
  });

  it('have the spread, half as much more in the mean, and a tail', () => {
    const spreads = make(create({ ...ONE_MOOD, spread: 2 }), 50_000).map(
      (rate) => rate.offerTicks - rate.bidTicks,
    );
    expect(Math.min(...spreads)).toBe(20);
    // Rounding up to whole ticks adds half a tick.
    expect(mean(spreads)).toBeGreaterThan(29.5);
    expect(mean(spreads)).toBeLessThan(31.5);
    expect(Math.max(...spreads)).toBeGreaterThan(80);
  });

  it('show multiples of the size, small ones most often', () => {
    const sizes = make(create({ size: 250_000 }), 20_000).map((rate) => rate.bidUnits);
    expect(sizes.every((size) => size % 25_000_000 === 0)).toBe(true);
    const share = sizes.filter((size) => size === 25_000_000).length / sizes.length;
    // floor of an exponential number is 0 in 63 % of cases.
    expect(share).toBeGreaterThan(0.62);
    expect(share).toBeLessThan(0.645);
    expect(Math.max(...sizes)).toBeGreaterThan(100_000_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20 * 25_000_000);
  });

  it('move by their volatility in a minute', () => {
    const settings = { ...ONE_MOOD, volatility: 2, interval: '1s', reversion: '30d' };
    const rates = make(create(settings), 120_000);
    const minutes: number[] = [];
    let [from, next] = [rates[0]?.bidTicks ?? 0, MONDAY + MINUTE];
    for (const rate of rates) {
      if (rate.at < next) continue;
      minutes.push(rate.bidTicks - from);
      [from, next] = [rate.bidTicks, rate.at + MINUTE];
    }
    const deviation = Math.sqrt(mean(minutes.map((move) => move * move)));
    // 2 pips are 20 ticks; jumps, 0.4 % of moves of 4 times the size, add 3 %.
    expect(deviation).toBeGreaterThan(18.5);
    expect(deviation).toBeLessThan(23);
  });

  it('stay around the price over weeks', () => {
    const generator = create({ interval: '1m', volatility: 2, reversion: '4h' });
    const bids = make(generator, 30 * 24 * 60).map((rate) => rate.bidTicks);
    expect(Math.abs(mean(bids) - 109_510)).toBeLessThan(300);
    expect(Math.max(...bids.map((bid) => Math.abs(bid - 109_510)))).toBeLessThan(5_000);
  });

  it('are wider and faster in a storm than in a calm', () => {
    const regimes = [{ life: '10m' }, { spread: 5, interval: 0.2, life: '10m' }];
    const rates = make(create({ regimes, spread: 1 }), 50_000);
    const wide = rates.filter((rate) => rate.offerTicks - rate.bidTicks >= 50).length;
    expect(wide / rates.length).toBeGreaterThan(0.4);
    expect(wide / rates.length).toBeLessThan(0.95);
    const span = (rates.at(-1)?.at ?? 0) - MONDAY;
    expect(span).toBeLessThan(50_000 * 0.25 * SECOND * 0.8);
  });

  it('pause in gaps', () => {
    const gaps = { every: '10m', life: '1m' };
    const rates = make(create({ ...ONE_MOOD, interval: '1s', gaps }), 40_000);
    const pauses = rates
      .slice(1)
      .map((rate, i) => rate.at - (rates[i]?.at ?? 0))
      .filter((gap) => gap > 20 * SECOND);
    const hours = ((rates.at(-1)?.at ?? 0) - MONDAY) / HOUR;
    // Six gaps begin in an hour of rates; 72 % of them are longer than 20 s.
    expect(pauses.length / hours).toBeGreaterThan(3);
    expect(pauses.length / hours).toBeLessThan(5);
    expect(mean(pauses)).toBeGreaterThan(65 * SECOND);
  });
});

describe('generated week', () => {
  it('ends on Friday 17:00 New York and begins on Sunday 17:00:10', () => {
    const generator = create({ ...ONE_MOOD, interval: '40s' }, 3, true);
    const rates = make(generator, 30_000).map((rate) => rate.at);
    const starts = rates.filter((at, i) => i > 0 && at - (rates[i - 1] ?? 0) > 40 * HOUR);
    expect(starts.slice(0, 2).map(formatInstant)).toEqual([
      '2026-07-19T21:00:10.000Z',
      '2026-07-26T21:00:10.000Z',
    ]);
    const isClosed = (at: number) => {
      const sinceFriday = (at - unwrap(parseInstant('2026-07-17T21:00:00Z'))) % (7 * DAY);
      return sinceFriday >= 0 && sinceFriday < 2 * DAY + 10 * SECOND;
    };
    expect(rates.filter(isClosed)).toEqual([]);
  });

  it('has no end without it', () => {
    const rates = make(create({ ...ONE_MOOD, interval: '1m' }), 14 * 24 * 60);
    const gaps = rates.slice(1).map((rate, i) => rate.at - (rates[i]?.at ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(HOUR);
  });
});

describe('skip of the generator', () => {
  it('leaves out earlier rates, moves the mid like one minute, and ends a gap', () => {
    const generator = create({ gaps: { every: '1h', life: '5m' } });
    const [first] = make(generator, 10);
    generator.skipTo(MONDAY + 3 * DAY);
    expect(generator.at).toBe(MONDAY + 3 * DAY);
    expect(Math.abs(generator.bidTicks - (first?.bidTicks ?? 0))).toBeLessThan(200);
    const after = make(generator, 20).map(({ at }) => at - MONDAY - 3 * DAY);
    expect(after.at(-1)).toBeLessThan(MINUTE);
  });

  it('to a past time changes nothing, and one into a weekend ends at its opening', () => {
    const [one, other] = [create(), create()];
    one.skipTo(MONDAY);
    expect(make(one, 100)).toEqual(make(other, 100));
    const weekly = create({}, 1, true);
    weekly.skipTo(MONDAY + 5 * DAY);
    expect(formatInstant(weekly.at)).toBe('2026-07-19T21:00:10.000Z');
  });
});
