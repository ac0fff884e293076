// Limits against the market: RC14 to RC16, RC18, RC19 and RC21, on the rates shown to the bot.
import { type Instant, type Micros, SECOND } from '../../../domain/index.js';
import type { ShownRate } from '../../simulation/delivered-data.js';
import { type Case, type LimitCheck, paramsOf } from './order.js';

const BASIS = 10_000;
/** Tolerance: rounding of a rate to ticks may move a bound by this many basis points. */
const SLACK = 1e-6;

/** A rate is shown up to this long before the bot decides. */
const DECIDED: Micros = SECOND;

interface VenueAges {
  readonly venueSeconds: Readonly<Record<string, number>>;
}

type Bands = Readonly<Record<string, readonly [number, number]>>;

function bandsOf({ plan }: Case['world']): Bands | undefined {
  const rule = plan.limits.rules['RC21'] as { readonly bands?: Bands } | 'off' | undefined;
  return rule === 'off' ? undefined : rule?.bands;
}

/** RC16: greatest distance of a rate's time from the bot's clock, in either direction. */
function findVenueAge({ instrument, world: { plan } }: Case): Micros {
  const rule = plan.limits.rules['RC16'] as VenueAges | 'off' | undefined;
  const seconds = rule === 'off' ? undefined : rule?.venueSeconds[instrument.class];
  return (seconds ?? Infinity) * SECOND;
}

/** Time of the decision, by the bot's own clock. */
function findDecided({ order, state }: Case): Instant {
  return state.orders.find(({ coId }) => coId === order.coId)?.at ?? NaN;
}

/** Reason why the bot could not decide by this rate, or undefined. */
function judge(one: Case, { bid, madeAt, offer }: ShownRate) {
  const { world, order, instrument, sign } = one;
  const { price } = order;
  const off = madeAt - findDecided(one);
  if (Math.abs(off) > findVenueAge(one) + DECIDED) {
    return `RC16: a rate dated ${String(off / SECOND)} s from our clock`;
  }
  const bandOf = (id: string) => paramsOf(world, id)?.[instrument.class] ?? Infinity;
  if (!(bid > 0) || !(offer > 0) || bid > offer) return 'RC18: a rate that is broken';
  const mid = (bid + offer) / 2;
  const band = bandsOf(world)?.[instrument.symbol];
  if (band !== undefined && (mid < band[0] || mid > band[1]))
    return `RC21: a mid of ${String(mid)}`;
  const spread = ((offer - bid) / mid) * BASIS;
  if (spread > bandOf('RC19') + SLACK) return `RC19: a spread of ${spread.toFixed(1)} bp`;
  if (price === undefined) return undefined;
  const distance = (Math.abs(price - mid) / mid) * BASIS;
  if (distance > bandOf('RC14') + SLACK) return `RC14: ${distance.toFixed(1)} bp from the mid`;
  const touch = sign > 0 ? offer : bid;
  const through = ((sign * (price - touch)) / touch) * BASIS;
  return through > bandOf('RC15') + SLACK
    ? `RC15: ${through.toFixed(1)} bp through the touch`
    : undefined;
}

/** At least one fresh rate must let the order pass all checks. */
const checkRates: LimitCheck = (one) => {
  const { rates } = one;
  if (rates.length === 0) {
    return paramsOf(one.world, 'RC16') === undefined ? undefined : 'RC16: no rate that is young';
  }
  const found = rates.map((rate) => judge(one, rate));
  return found.includes(undefined) ? undefined : found.at(-1);
};

export const MARKET_CHECKS: readonly LimitCheck[] = [checkRates];
