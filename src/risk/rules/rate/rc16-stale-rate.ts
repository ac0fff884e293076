// RC16: refuses orders on an old rate, by the time since it was received and by the venue's time,
// and acceptances of a quote that is about to expire.
import { z } from 'zod';
import {
  formatDuration,
  type Instant,
  type Instrument,
  type Micros,
  SECOND,
} from '../../../domain/index.js';
import { ceiling } from '../limit-schemas.js';
import type { AcceptedQuote, RiskRule, RuleSetup } from '../../rule.js';

/** Number of rates of a symbol that ends its warm-up. */
const WARM_UP_RATES = 3;

const seconds = (value: number, what: string) =>
  z.number().positive().default(value).describe(what);
const venueAge = 'most seconds that the venue’s time of a rate is behind or ahead of our clock';
const params = z.strictObject({
  receiveSeconds: seconds(3, 'longest time since a rate was received or confirmed, seconds'),
  venueSeconds: z
    .strictObject({
      G10: seconds(30, venueAge),
      EM: seconds(60, venueAge),
      DA: seconds(30, venueAge),
    })
    .prefault({})
    .describe(venueAge),
  quoteLifeSeconds: z
    .number()
    .nonnegative()
    .default(0.25)
    .describe('least time to the expiry of a quote when it is accepted, seconds'),
  pauseTimes: z
    .number()
    .min(1)
    .default(10)
    .describe('pauses the symbol after this many times the receive limit'),
  cancelTimes: z.number().min(1).default(40).describe('cancels its orders too'),
});

export const rc16: RiskRule<typeof params> = {
  id: 'RC16',
  name: 'staleRate',
  summary: 'Stale rate',
  stage: 'market',
  alsoChecks: ['retry', 'request', 'manual'],
  class: 'L',
  research: 'enforced',
  live: 'M',
  mitigates: 'trading on a price that is no longer there',
  action: 'REFUSE; older than 10 x limit: PAUSE(symbol); than 40 x: CXL too',
  params,
  moreIsTighter: ['quoteLifeSeconds'],
  keys: {
    maxReceivedAgeSeconds: 'receiveSeconds',
    maxVenueAgeSeconds: 'venueSeconds',
    minQuoteLifeSeconds: 'quoteLifeSeconds',
    pauseAtMultiple: 'pauseTimes',
    cancelAtMultiple: 'cancelTimes',
  },
  required: {
    receiveSeconds: ceiling(86_400),
    'venueSeconds.G10': ceiling(86_400),
    'venueSeconds.EM': ceiling(86_400),
    'venueSeconds.DA': ceiling(86_400),
  },
  create: (limits, setup) => {
    const bounds = setup.symbols.map(({ instrument }) => findBounds(instrument, limits, setup));
    return {
      check: ({ symbol, at: decidedAt, quote }) => {
        const { rateCount, instrument } = symbol;
        if (rateCount < WARM_UP_RATES) {
          const message = `expected ${WARM_UP_RATES} rates since the start, found ${rateCount}`;
          return { limit: WARM_UP_RATES, value: rateCount, message };
        }
        if (symbol.isDropped) {
          const message = 'the venue refused an order at the newest rate: wait for the next rate';
          return { limit: 0, value: 1, message };
        }
        const bound = bounds[instrument.id];
        if (bound === undefined) return { limit: 0, value: 0, message: 'unknown symbol' };
        const at = setup.checkedAt(decidedAt);
        const receiveAge = setup.seesEveryRate ? 0 : at - symbol.receivedAt;
        return (
          findBreach('received', receiveAge, bound.receive) ??
          findBreach('made by the venue', at - symbol.venueAt, bound.venue) ??
          (quote && findQuoteBreach(quote, at, limits.quoteLifeSeconds * SECOND))
        );
      },
      ...(setup.seesEveryRate ? {} : watch(limits, setup, bounds)),
    };
  },
};

/**
 * Pauses a symbol without a rate for long, also since the start, and cancels its resting orders
 * after an even longer time.
 */
function watch(
  { pauseTimes, cancelTimes }: z.output<typeof params>,
  { symbols, act }: RuleSetup,
  bounds: readonly Bounds[],
) {
  const paused = symbols.map(() => false);
  const cancelled = symbols.map(() => false);
  let beganAt: Instant | undefined;
  return {
    onTick: (at: Instant) => {
      beganAt ??= at;
      for (const { instrument, receivedAt, rateCount } of symbols) {
        const { id, symbol } = instrument;
        // unreached: in range
        const bound = bounds[id]?.receive ?? 0;
        const age = at - (rateCount === 0 ? beganAt : receivedAt);
        if (age <= bound) {
          if (paused[id] === true) act.resolve('RC16', { symbol });
          paused[id] = cancelled[id] = false;
          continue;
        }
        paused[id] ||= act.recur('RC16', { symbol });
        const ever = rateCount === 0 ? ', none since the start' : '';
        const reason = `no rate of ${symbol} for ${formatAge(age)}${ever}`;
        if (age > pauseTimes * bound && !paused[id]) {
          paused[id] = true;
          act.pause('RC16', { symbol }, reason, 'resolved');
          act.alert('warn', 'RC16', { symbol }, reason);
        }
        if (age > cancelTimes * bound && cancelled[id] !== true) {
          cancelled[id] = true;
          act.cancel({ symbol });
          act.alert('page', 'RC16', { symbol }, `${reason}: its orders are cancelled`);
        }
      }
    },
  };
}

interface Bounds {
  readonly receive: Micros;
  readonly venue: Micros;
}

function findBounds(
  instrument: Instrument,
  limits: z.output<typeof params>,
  setup: RuleSetup,
): Bounds {
  const gap = 3 * setup.medianGap(instrument);
  return {
    receive: Math.max(limits.receiveSeconds * SECOND, 3 * setup.pollInterval, gap),
    venue: Math.max(limits.venueSeconds[instrument.class] * SECOND, gap),
  };
}

function findBreach(what: string, age: Micros, limit: Micros) {
  // A rate dated in the future is as wrong as an old one, and would never become old.
  const value = Math.abs(age);
  if (value <= limit) return undefined;
  const found = age < 0 ? `one dated ${formatAge(value)} ahead of our clock` : formatAge(value);
  const message = `expected a rate ${what} at most ${formatDuration(limit)} ago, found ${found}`;
  return { limit, value, message };
}

/** Breach for a quote that cannot be accepted yet, or may expire before the acceptance arrives. */
function findQuoteBreach({ activeAt, validUntil }: AcceptedQuote, at: Instant, least: Micros) {
  if (at < activeAt) {
    const message = `the quote can be accepted only in ${formatAge(activeAt - at)}`;
    return { limit: activeAt, value: at, message };
  }
  const left = validUntil - at;
  if (left >= least) return undefined;
  const found = left <= 0 ? 'none' : formatAge(left);
  const message = `the quote needs ${formatDuration(least)} to its expiry, found ${found}`;
  return { limit: least, value: left, message };
}

function formatAge(age: Micros): string {
  return formatDuration(Math.round(age / 1_000) * 1_000);
}
