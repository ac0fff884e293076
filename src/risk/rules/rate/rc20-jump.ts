// RC20: distrusts a mid that jumps between two rates until further rates confirm it.
import { z } from 'zod';
import { perClass } from '../limit-schemas.js';
import type { RiskRule } from '../../rule.js';

/** Share of the threshold that bid and offer may move before the rule sees the next rate. */
const CALM_SHARE = 0.2;

const params = z
  .strictObject({
    confirm: perClass(
      { G10: 1, EM: 2, DA: 5 },
      'jump of the mid in per cent; a larger one must be confirmed',
    ),
    halt: perClass(
      { G10: 3, EM: 5, DA: 15 },
      'jump of the mid in per cent; a larger one halts the symbol',
    ),
    confirmations: z.int().min(1).max(100).default(3).describe('rates that confirm a jump'),
  })
  .prefault({});

interface Watch {
  /** Mid of the newest rate, times two; 0 before the first. */
  mid2: number;
  /** Mid that awaits confirmation, times two, and how many more rates must confirm it. */
  jumped2: number;
  missing: number;
}

export const rc20: RiskRule<typeof params> = {
  id: 'RC20',
  name: 'priceJump',
  summary: 'Jump of the rate',
  stage: 'market',
  alsoChecks: ['retry'],
  class: 'T',
  research: 'observed',
  live: 'D',
  mitigates: 'trading into a crash or on a wrong rate',
  isRecomputed: true,
  action: 'refused until 3 rates confirm it; far: HALT(symbol)+CXL',
  params,
  moreIsTighter: ['confirmations'],
  keys: {
    confirmAbovePercent: 'confirm',
    haltAbovePercent: 'halt',
    confirmingRates: 'confirmations',
  },
  create: (limits, { symbols, act }) => {
    const watches = symbols.map((): Watch => ({ mid2: 0, jumped2: 0, missing: 0 }));
    return {
      check: ({ symbol }) => {
        const missing = watches[symbol.instrument.id]?.missing ?? 0;
        if (missing === 0) return undefined;
        const limit = limits.confirm[symbol.instrument.class];
        const message =
          `${String(missing)} more rates must confirm a jump of the mid ` +
          `by more than ${String(limit)} %`;
        return { limit: 'a confirmed mid', value: missing, message };
      },
      distrustsRate: ({ instrument }) => watches[instrument.id]?.missing !== 0,
      onRate: (symbol, at) => {
        const { quietBand, instrument, bidTicks, offerTicks } = symbol;
        const watch = watches[instrument.id];
        if (watch === undefined || !symbol.hasRate) return;
        const mid2 = bidTicks + offerTicks;
        const share = limits.confirm[instrument.class] / 100;
        const former = symbol.previousDoubledMid === 0 ? watch.mid2 : symbol.previousDoubledMid;
        watch.mid2 = mid2;
        const change = former === 0 ? 0 : Math.abs(mid2 - former) / former;
        if (change > limits.halt[instrument.class] / 100) {
          const reason = `the mid of ${instrument.symbol} jumped by ${(change * 100).toFixed(2)} %`;
          act.halt('RC20', { symbol: instrument.symbol }, reason);
          watch.jumped2 = mid2;
          watch.missing = limits.confirmations;
        } else if (change > share) {
          watch.jumped2 = mid2;
          watch.missing = limits.confirmations;
          const text = `the mid jumped by ${(change * 100).toFixed(2)} %`;
          act.alert('warn', 'RC20', { symbol: instrument.symbol }, text);
        } else if (watch.missing > 0) {
          const isNear = Math.abs(mid2 - watch.jumped2) <= watch.jumped2 * share;
          watch.missing = isNear ? watch.missing - 1 : limits.confirmations;
          watch.jumped2 = isNear ? watch.jumped2 : mid2;
        }
        // Within a wide spread the mid could jump without leaving the quiet band.
        const isWide = offerTicks - bidTicks > bidTicks * share * CALM_SHARE;
        if (watch.missing > 0 || isWide) quietBand.endBy(at);
        quietBand.lowestBid = Math.max(
          quietBand.lowestBid,
          Math.ceil(bidTicks * (1 - share * CALM_SHARE)),
        );
        const highest = Math.floor(offerTicks * (1 + share * CALM_SHARE));
        quietBand.highestOffer = Math.min(quietBand.highestOffer, highest);
      },
    };
  },
};
