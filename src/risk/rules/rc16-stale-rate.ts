// RC16: no order on an old rate, by the time since it was received and by the venue's own time.
import { z } from 'zod';
import { formatDuration, type Instrument, type Micros, SECOND } from '../../domain/index.js';
import type { RiskRule, RuleSetup } from '../rule.js';

/** Warm-up ends with this many accepted rates of a symbol. */
const WARM_UP_RATES = 3;

const seconds = (value: number, what: string) =>
  z.number().positive().default(value).describe(what);
const venueAge = 'oldest rate by the venue’s own time, seconds';
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
});

export const rc16: RiskRule<typeof params> = {
  id: 'RC16',
  summary: 'Stale rate',
  stage: 'market',
  fixed: false,
  params,
  create: (limits, setup) => {
    const bounds = setup.symbols.map(({ instrument }) => findBounds(instrument, limits, setup));
    return {
      check: ({ symbol, at }) => {
        const { rateCount, instrument } = symbol;
        if (rateCount < WARM_UP_RATES) {
          const message = `expected ${WARM_UP_RATES} rates first, found ${rateCount}`;
          return { limit: WARM_UP_RATES, value: rateCount, message };
        }
        const bound = bounds[instrument.id];
        if (bound === undefined) return { limit: 0, value: 0, message: 'unknown symbol' };
        const receiveAge = setup.seesEveryRate ? 0 : at - symbol.receivedAt;
        return (
          findBreach('received', receiveAge, bound.receive) ??
          findBreach('made by the venue', at - symbol.venueAt, bound.venue)
        );
      },
    };
  },
};

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
  if (age <= limit) return undefined;
  const found = formatDuration(Math.round(age / 1_000) * 1_000);
  const message = `expected a rate ${what} at most ${formatDuration(limit)} ago, found ${found}`;
  return { limit, value: age, message };
}
