// Providers: what configurations may say of them, and how pips and factors become exact numbers.
import { describe, expect, it } from 'vitest';
import { createInstrument, UNLIMITED, unwrap } from '../../../src/domain/index.js';
import {
  accountOfProvider,
  DEFAULT_PROVIDERS,
  makesRatesOf,
  providersSchema,
  scaleUnits,
  toPipTicks,
} from '../../../src/venue/models/providers.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const USDJPY = unwrap(createInstrument(1, 'USD/JPY'));

function parse(...providers: readonly object[]) {
  return providersSchema.safeParse(providers.map((one, i) => ({ id: `LP${String(i)}`, ...one })));
}

describe('providers of a configuration', () => {
  it("are LP1 alone by default, with the market's own rate", () => {
    expect(DEFAULT_PROVIDERS).toHaveLength(1);
    expect(DEFAULT_PROVIDERS[0]).toMatchObject({
      ...{ id: 'LP1', spot: true, rfs: true, widen: 0, skew: 0, sizeFactor: 1 },
      quotes: { life: 3_000_000, refresh: 1_000_000, hold: 20_000, rejectShare: 0 },
    });
  });

  it.each([
    ['widen', -0.1],
    ['widen', 0.0001],
    ['widen', 10_001],
    ['skew', 0.0001],
    ['sizeFactor', 0],
    ['sizeFactor', 1_001],
    ['sizeFactor', 0.0001],
    ['symbols', ['EURUSD']],
    ['symbols', []],
    ['quotes', { rejectShare: 1.1 }],
    ['quotes', { maxSize: 0 }],
    ['quotes', { life: 'long' }],
    ['id', ''],
  ])('may not have %s %j', (field, value) => {
    expect(parse({ [field]: value }).error?.issues[0]?.path[1]).toBe(field);
  });

  it('are at least one, each once', () => {
    expect(parse().success).toBe(false);
    expect(parse({ id: 'A' }, { id: 'A' }).error?.issues[0]?.message).toBe(
      'expected each provider once',
    );
    expect(parse({ id: 'A' }, { id: 'B', skew: -0.5 }).success).toBe(true);
  });
});

describe('pips of a symbol', () => {
  it.each([
    [EURUSD, 0.2, 2],
    [EURUSD, 1, 10],
    [EURUSD, 0.25, 3],
    [EURUSD, -0.25, -3],
    [EURUSD, 0, 0],
    [USDJPY, 0.2, 2],
    [USDJPY, 10_000, 100_000],
  ])('$symbol: %d are %d ticks, rounded away from zero', (instrument, pips, ticks) => {
    expect(toPipTicks(pips, instrument)).toBe(ticks);
  });
});

describe('size factor', () => {
  it.each([
    [100_000_000, 1, 100_000_000],
    [100_000_000, 0.5, 50_000_000],
    [3, 0.5, 1],
    [999_999_999_999_999, 0.001, 999_999_999_999],
    [999_999_999_999, 1_000, 999_999_999_999_000],
    [1_000_000_000_000, 1_000, 999_999_999_999_999],
    [UNLIMITED, 0.5, UNLIMITED],
  ])('of %d units and %d gives %d, rounded down', (units, factor, scaled) => {
    expect(scaleUnits(units, factor)).toBe(scaled);
  });
});

describe('provider', () => {
  it('has a legal entity of its own name unless the configuration names one', () => {
    const [first, second] = providersSchema.parse([{ id: 'LP1' }, { id: 'LP2', account: 'X' }]);
    expect(first && accountOfProvider(first)).toBe('LP1LE1');
    expect(second && accountOfProvider(second)).toBe('X');
  });

  it('makes rates of the symbols it lists, or of all', () => {
    const [first, second] = providersSchema.parse([
      { id: 'LP1' },
      { id: 'LP2', symbols: ['EUR/USD'] },
    ]);
    expect(first && makesRatesOf(first, 'USD/JPY')).toBe(true);
    expect(second && makesRatesOf(second, 'EUR/USD')).toBe(true);
    expect(second && makesRatesOf(second, 'USD/JPY')).toBe(false);
  });
});
