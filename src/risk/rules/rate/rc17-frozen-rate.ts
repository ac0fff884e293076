// RC17: pauses a symbol whose rate stays the same for long while polls succeed.
import { z } from 'zod';
import { isWeekend } from '../../../domain/dates/index.js';
import {
  DAY,
  formatDuration,
  HOUR,
  type Instant,
  type Micros,
  SECOND,
} from '../../../domain/index.js';
import { perClassBelow } from '../limit-schemas.js';
import type { RiskRule, RuleSetup } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const seconds = (value: number) =>
  z.number().positive().default(value).describe('longest time without a change, seconds');
const hour = (value: number) =>
  z.int().min(0).max(24).default(value).describe('hour of the day, UTC');
const params = z
  .strictObject({
    G10: seconds(60),
    EM: seconds(300),
    DA: seconds(300),
    activeFrom: hour(6),
    activeTo: hour(20),
  })
  .refine(({ activeFrom, activeTo }) => activeFrom <= activeTo, {
    path: ['activeTo'],
    message: 'expected an hour that is not before activeFrom',
  });

export const rc17: RiskRule<typeof params> = {
  id: 'RC17',
  name: 'frozenRate',
  summary: 'Frozen rate',
  stage: 'market',
  alsoChecks: ['retry'],
  class: 'T',
  research: 'observed',
  live: 'D',
  mitigates: 'trading on a feed that repeats itself',
  isRecomputed: true,
  action: 'PAUSE(symbol)',
  params,
  moreIsTighter: ['activeTo'],
  keys: {
    ...perClassBelow('maxUnchangedSeconds'),
    activeFromHourUtc: 'activeFrom',
    activeToHourUtc: 'activeTo',
  },
  create: (limits, setup) => {
    const { symbols, act } = setup;
    const bids = symbols.map(() => 0);
    const offers = symbols.map(() => 0);
    const changedAt: Instant[] = symbols.map(() => 0);
    const paused = symbols.map(() => false);
    /** True when a rate of this run differed from the one before it. */
    const hasMoved = symbols.map(() => false);
    const evaluate = (symbol: SymbolState, at: Instant) => {
      const { id, symbol: name } = symbol.instrument;
      // unreached: in range
      const since = changedAt[id] ?? 0;
      // A pause of the previous run goes on until the rate changes.
      if (hasMoved[id] !== true && paused[id] !== true && since !== 0 && at > since) {
        paused[id] = act.recur('RC17', { symbol: name });
      }
      const isHeard = at - symbol.receivedAt <= 3 * Math.max(setup.pollInterval, SECOND);
      const bound = findBound(symbol, at, limits, setup);
      if (paused[id] === true || since === 0 || !isHeard || at - since <= bound) return;
      paused[id] = true;
      const reason = `the rate of ${name} is unchanged for ${formatDuration(bound)} despite polls`;
      act.pause('RC17', { symbol: name }, reason, 'resolved');
      act.alert('warn', 'RC17', { symbol: name }, reason);
    };
    return {
      onRate: (symbol, at) => {
        const { id, symbol: name } = symbol.instrument;
        symbol.quietBand.until = 0;
        if (bids[id] === symbol.bidTicks && offers[id] === symbol.offerTicks) {
          evaluate(symbol, at);
          return;
        }
        bids[id] = symbol.bidTicks;
        offers[id] = symbol.offerTicks;
        hasMoved[id] = changedAt[id] !== 0;
        changedAt[id] = at;
        if (paused[id] === true) act.resolve('RC17', { symbol: name });
        paused[id] = false;
      },
      onTick: (at) => {
        for (const symbol of symbols) evaluate(symbol, at);
      },
    };
  },
};

/** At night and on weekends at least the EM bound applies to all classes. */
function findBound(
  { instrument }: SymbolState,
  at: Instant,
  limits: z.output<typeof params>,
  setup: RuleSetup,
): Micros {
  const hours = (at % DAY) / HOUR;
  const isWorkday = !isWeekend(Math.floor(at / DAY));
  const isActive = hours >= limits.activeFrom && hours < limits.activeTo && isWorkday;
  const own = limits[instrument.class];
  const bound = isActive ? own : Math.max(own, limits.EM);
  return Math.max(bound * SECOND, 10 * setup.medianGap(instrument));
}
