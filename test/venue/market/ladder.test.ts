// Providers' rates derived from the market, and the ladders made of them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, UNLIMITED, unwrap } from '../../../src/domain/index.js';
import { toLevels } from '../../../src/venue/market/ladder.js';
import { createQuoters, isPlain, quoteRate } from '../../../src/venue/market/provider-rates.js';
import { providersSchema } from '../../../src/venue/models/providers.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const TOP = { bidTicks: 110_000, offerTicks: 110_002, bidUnits: 1_000, offerUnits: 2_000 };

function quote(...settings: readonly object[]) {
  const providers = providersSchema.parse(
    settings.map((one, i) => ({ id: `LP${String(i + 1)}`, ...one })),
  );
  return createQuoters(EURUSD, providers).map((quoter) => quoteRate(TOP, quoter));
}

describe('rate of a provider', () => {
  it('is the market, widened, moved by its skew, with its share of the size', () => {
    expect(quote({}, { widen: 0.3, skew: -0.1, sizeFactor: 0.5 })).toEqual([
      { provider: 'LP1', ...TOP },
      {
        ...{ provider: 'LP2', bidTicks: 109_996, offerTicks: 110_004 },
        ...{ bidUnits: 500, offerUnits: 1_000 },
      },
    ]);
  });

  it('has no side below one tick', () => {
    const [rate] = quote({ skew: -10_000, widen: 1_000 });
    // 110,000 - 100,000 - 10,000 = 0 and 110,002 - 100,000 + 10,000 = 20,002.
    expect(rate).toMatchObject({ bidUnits: 0, offerTicks: 20_002, offerUnits: 2_000 });
    expect(toLevels([rate ?? { provider: '', ...TOP }], 'bid', 'RAW')).toEqual([]);
  });

  it('is made only by providers that stream rates of the symbol', () => {
    expect(
      quote({ spot: false }, { symbols: ['USD/JPY'] }, { symbols: ['EUR/USD'] }),
    ).toMatchObject([{ provider: 'LP3' }]);
  });

  it('is plain when it is the market', () => {
    const [plain, wide, moved, small] = createQuoters(
      EURUSD,
      providersSchema.parse([
        { id: 'A' },
        { id: 'B', widen: 0.1 },
        { id: 'C', skew: 0.1 },
        { id: 'D', sizeFactor: 0.9 },
      ]),
    );
    expect([plain, wide, moved, small].map((one) => one && isPlain(one))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('levels of the ladder', () => {
  const rates = quote({ widen: 0.1 }, {}, { sizeFactor: 3 }, { widen: 0.2 });

  it('are each provider separately, best first, equal prices in the order of the file', () => {
    const raw = toLevels(rates, 'bid', 'RAW');
    expect(raw.map(({ ticks, units, providers }) => [ticks, units, ...providers])).toEqual([
      [110_000, 1_000, 'LP2'],
      [110_000, 3_000, 'LP3'],
      [109_999, 1_000, 'LP1'],
      [109_998, 1_000, 'LP4'],
    ]);
    expect(toLevels(rates, 'offer', 'RAW').map((level) => level.ticks)).toEqual([
      110_002, 110_002, 110_003, 110_004,
    ]);
  });

  it('are joined by price in the full book, whose best is the top of book', () => {
    const full = toLevels(rates, 'offer', 'FULL');
    expect(full).toEqual([
      { ticks: 110_002, units: 8_000, providers: ['LP2', 'LP3'] },
      { ticks: 110_003, units: 2_000, providers: ['LP1'] },
      { ticks: 110_004, units: 2_000, providers: ['LP4'] },
    ]);
    expect(toLevels(rates, 'offer', 'TOB')).toEqual(full.slice(0, 1));
  });

  it('have no bound where one of them has none', () => {
    const [a, b] = quote({}, {});
    const unlimited = { ...TOP, provider: 'X', bidUnits: UNLIMITED };
    const joined = toLevels([a ?? unlimited, unlimited, b ?? unlimited], 'bid', 'TOB');
    expect(joined[0]?.units).toBe(UNLIMITED);
  });

  it('keep every unit, in rising order of badness', () => {
    const provider = fc.record({
      widen: fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10),
      skew: fc.integer({ min: -50, max: 50 }).map((tenths) => tenths / 10),
      sizeFactor: fc.integer({ min: 1, max: 5_000 }).map((thousandths) => thousandths / 1_000),
    });
    fc.assert(
      fc.property(fc.array(provider, { minLength: 1, maxLength: 8 }), (settings) => {
        const all = quote(...settings);
        for (const side of ['bid', 'offer'] as const) {
          const [raw, full] = [toLevels(all, side, 'RAW'), toLevels(all, side, 'FULL')];
          const sum = (levels: typeof raw) => levels.reduce((total, one) => total + one.units, 0);
          expect(sum(full)).toBe(sum(raw));
          const sign = side === 'bid' ? -1 : 1;
          full.forEach((level, i) => {
            const next = full[i + 1];
            if (next !== undefined) expect(sign * (next.ticks - level.ticks)).toBeGreaterThan(0);
          });
        }
      }),
    );
  });
});
