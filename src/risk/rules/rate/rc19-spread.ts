// RC19: refuses orders while the spread is wide, by an absolute cap and by its usual median.
import { z } from 'zod';
import { type Instant, SECOND } from '../../../domain/index.js';
import { RollingMedian } from '../../../determinism/index.js';
import { byClassAnd, ceiling, perClassBelow } from '../limit-schemas.js';
import type { RiskRule, RuleSetup } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

/** The median is over 60 samples, one every 10 s: 10 minutes. */
const SAMPLES = 60;
const SAMPLE_EVERY = 10 * SECOND;
const LEAST_SAMPLES = 20;
const BPS = 20_000;

const params = byClassAnd({ G10: 10, EM: 60, DA: 100 }, 'widest spread, basis points of the mid', {
  timesMedian: z
    .number()
    .positive()
    .default(5)
    .describe('widest multiple of the median of 10 minutes'),
  pauseSeconds: z
    .number()
    .positive()
    .default(60)
    .describe('seconds of wide spreads that pause the symbol'),
});

interface Watch {
  readonly spreads: RollingMedian;
  nextAt: Instant;
  /** Infinity when the spread is not wide. */
  wideSince: Instant;
  isPaused: boolean;
}

export const rc19: RiskRule<typeof params> = {
  id: 'RC19',
  name: 'maxSpread',
  summary: 'Spread',
  stage: 'market',
  alsoChecks: ['retry'],
  class: 'L',
  research: 'observed',
  live: 'M',
  mitigates: 'paying for a market that has dried up',
  action: 'REFUSE; 60 s: PAUSE(symbol)',
  params,
  keys: {
    ...perClassBelow('maxBps'),
    maxTimesMedian: 'timesMedian',
    pauseAfterSeconds: 'pauseSeconds',
  },
  required: { G10: ceiling(1_000), EM: ceiling(3_000), DA: ceiling(5_000) },
  create: (limits, setup) => {
    const { symbols } = setup;
    const watches = symbols.map((): Watch => {
      const spreads = new RollingMedian(SAMPLES);
      return { spreads, nextAt: 0, wideSince: Infinity, isPaused: false };
    });
    return {
      check: ({ symbol }) => {
        const watch = watches[symbol.instrument.id];
        if (watch === undefined || !symbol.hasRate) return undefined;
        const value = findSpread(symbol);
        const limit = findLimit(symbol, watch, limits);
        if (value <= limit) return undefined;
        const found = value.toFixed(2);
        const message = `expected a spread of at most ${limit.toFixed(2)} bp, found ${found} bp`;
        const { median } = watch.spreads;
        const isUsual = limit === limits[symbol.instrument.class];
        const needs = isUsual
          ? { [symbol.instrument.class]: value }
          : { timesMedian: value / median };
        return { limit, value, message, needs };
      },
      onRate: (symbol, at) => {
        const watch = watches[symbol.instrument.id];
        if (watch !== undefined && symbol.hasRate) observe(symbol, watch, at, limits, setup);
      },
      onTick: (at) => {
        for (const symbol of symbols) {
          const watch = watches[symbol.instrument.id];
          // unreached: in range
          if (watch !== undefined) evaluate(symbol, watch, at, limits, setup);
        }
      },
    };
  },
};

type SpreadLimits = z.output<typeof params>;

function findLimit({ instrument }: SymbolState, { spreads }: Watch, limits: SpreadLimits): number {
  const cap = limits[instrument.class];
  if (spreads.count < LEAST_SAMPLES) return cap;
  return Math.min(cap, limits.timesMedian * spreads.median);
}

function observe(
  symbol: SymbolState,
  watch: Watch,
  at: Instant,
  limits: SpreadLimits,
  setup: RuleSetup,
): void {
  const { quietBand, bidTicks, offerTicks, instrument } = symbol;
  const spread = findSpread(symbol);
  if (at >= watch.nextAt) {
    watch.spreads.add(spread);
    watch.nextAt = at + SAMPLE_EVERY;
  }
  const limit = findLimit(symbol, watch, limits);
  quietBand.endBy(watch.nextAt);
  if (spread > limit) {
    // The rules must see the rate that ends the wide spread.
    quietBand.until = 0;
    if (watch.wideSince === Infinity) {
      watch.wideSince = at;
      watch.isPaused = setup.act.recur('RC19', { symbol: instrument.symbol });
    }
    evaluate(symbol, watch, at, limits, setup);
    return;
  }
  // Widest spread that is within the limit at the lowest mid of the quiet band.
  const most = Math.floor((limit * (bidTicks + offerTicks) * 0.99) / BPS);
  quietBand.mostSpread = Math.min(quietBand.mostSpread, most);
  quietBand.lowestBid = Math.max(quietBand.lowestBid, Math.ceil(bidTicks * 0.99));
  watch.wideSince = Infinity;
  if (watch.isPaused) setup.act.resolve('RC19', { symbol: instrument.symbol });
  watch.isPaused = false;
}

function evaluate(
  { instrument: { symbol } }: SymbolState,
  watch: Watch,
  at: Instant,
  { pauseSeconds }: SpreadLimits,
  { act }: RuleSetup,
): void {
  if (watch.isPaused || at - watch.wideSince < pauseSeconds * SECOND) return;
  watch.isPaused = true;
  const reason = `the spread of ${symbol} is wide for ${String(pauseSeconds)} s`;
  act.pause('RC19', { symbol }, reason, 'resolved');
  act.alert('warn', 'RC19', { symbol }, reason);
}

function findSpread({ bidTicks, offerTicks }: SymbolState): number {
  return ((offerTicks - bidTicks) / (offerTicks + bidTicks)) * BPS;
}
