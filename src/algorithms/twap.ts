// TWAP algorithm: equal slices over time, each priced at the tighter of parent limit and price
// collar.
import { z } from 'zod';
import { type Instant, type Micros, SECOND } from '../domain/index.js';
import { duration } from '../strategy/index.js';
import type { ExecutionAlgorithm, ParentHandle } from './algorithm.js';
import { stopAtDust } from './dust.js';

/** Time between sweeps, and maximum of sweeps, after the end. */
const SWEEP_EVERY: Micros = 2 * SECOND;
const MAX_SWEEPS = 10;

const NOTHING_SENT =
  `no order could be sent for the rest in ${String(MAX_SWEEPS)} sweeps: the market was beyond ` +
  'limit or collar, or the order rate (RC33) was used up';

const params = z.strictObject({
  duration: duration().refine((span) => span > 0, 'expected a duration above 0'),
  slices: z.int().min(1).max(10_000).default(20).describe('number of slices'),
  sizeJitter: z.number().min(0).max(0.9).default(0).describe('share by which slice sizes vary'),
  intervalJitter: z.number().min(0).max(0.9).default(0).describe('share by which times vary'),
  atEnd: z
    .enum(['sweep', 'stop'])
    .default('sweep')
    .describe('sweep sends the rest at once, stop leaves it unfilled'),
});

export type TwapParams = z.output<typeof params>;

/** One point of the plan: by `at`, `units` in total should have been sent. */
export interface TwapSlice {
  readonly at: Instant;
  readonly units: number;
}

export const twap: ExecutionAlgorithm<typeof params> = {
  id: 'twap',
  summary: 'Spreads a parent order evenly over time in IOC slices, with catch-up and a sweep.',
  params,
  start(parent, settings) {
    parent.onChildEnded(() => {
      stopAtDust(parent);
    });
    // Continued by a later run, the parent keeps its pace: its rest over the same share of the
    // duration.
    const { rest, units } = parent;
    const duration = Math.round((settings.duration * rest) / units);
    const slices = Math.ceil((settings.slices * rest) / units);
    schedule(parent, { ...settings, duration, slices });
    parent.at(parent.now() + duration, () => {
      if (settings.atEnd === 'stop') parent.stop('the end of the schedule was reached');
      else if (!stopAtDust(parent)) sweep(parent, 1, 0);
    });
  },
};

function schedule(parent: ParentHandle, settings: TwapParams): void {
  if (parent.rest === 0) return;
  const slices = countSlices(parent, settings);
  const done = parent.units - parent.rest;
  const plan = planSlices(
    parent.rest,
    parent.stepUnits,
    parent.now(),
    { ...settings, slices },
    () => parent.random(),
  );
  plan.forEach((slice, index) => {
    parent.at(slice.at, () => {
      parent.progress(index + 1, plan.length);
      sendUpTo(parent, done + slice.units);
    });
  });
}

/**
 * Number of slices: as requested, or as many as the order rate allows at even intervals. Refused
 * orders count for the order rate as well, so closer slices would block each other.
 */
function countSlices(parent: ParentHandle, { duration, slices }: TwapParams): number {
  const most = Math.max(1, parent.countMostOrders(duration));
  if (slices <= most) return slices;
  const fields = { asked: slices, slices: most };
  parent.note('the order rate (RC33) allows fewer slices than requested', fields);
  return most;
}

/**
 * Plans `slices` points whose totals rise to exactly `units`, in whole size increments. The first
 * is due at once, the others at even intervals; the jitters move both.
 */
export function planSlices(
  units: number,
  increment: number,
  startAt: Instant,
  settings: Pick<TwapParams, 'duration' | 'slices' | 'sizeJitter' | 'intervalJitter'>,
  random: () => number,
): readonly TwapSlice[] {
  const { slices, sizeJitter, intervalJitter } = settings;
  const interval = settings.duration / slices;
  const weights = Array.from({ length: slices }, () => 1 + sizeJitter * (2 * random() - 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weighed = 0;
  return weights.map((weight, index) => {
    weighed += weight;
    const moved = index === 0 ? 0 : (intervalJitter / 2) * (2 * random() - 1);
    const share = Math.floor((units * weighed) / total / increment) * increment;
    return {
      at: startAt + Math.round((index + moved) * interval),
      units: index === slices - 1 ? units : Math.min(units, share),
    };
  });
}

/**
 * Sends the difference to the planned total, which includes the unfilled quantity of earlier
 * slices. Returns whether it placed a child.
 */
function sendUpTo(parent: ParentHandle, plannedUnits: number): boolean {
  const missing = plannedUnits - parent.filledUnits - parent.workingUnits;
  const size = avoidDust(Math.min(missing, parent.maxChildUnits), parent);
  if (size < parent.leastUnits) return false;
  const priceTicks = findChildPrice(parent);
  // A slice that the order rate has no room for is caught up later: a refusal would count as well.
  if (priceTicks === undefined || !parent.canSendChild()) return false;
  parent.placeChild({ units: size, priceTicks, timeInForce: 'IOC' });
  return true;
}

/**
 * Changes a size so that no rest below the minimum size remains, if one child can take it along or
 * leave enough. A rest that the newest reference data excludes remains.
 */
function avoidDust(size: number, parent: ParentHandle): number {
  const { leastUnits, maxChildUnits, stepUnits } = parent;
  const rest = Math.floor(parent.rest / stepUnits) * stepUnits;
  const whole = Math.floor(size / stepUnits) * stepUnits;
  const left = rest - whole;
  if (whole < leastUnits || left === 0 || left >= leastUnits) return whole;
  if (rest <= maxChildUnits) return rest;
  return Math.floor((rest - leastUnits) / stepUnits) * stepUnits;
}

/**
 * Price of the next child: the tighter of parent limit and price collar. Undefined without a rate
 * or while the market is beyond the limit.
 */
function findChildPrice(parent: ParentHandle): number | undefined {
  const touch = parent.touch();
  const collar = parent.collarTicks();
  if (touch === undefined || collar === undefined) return undefined;
  const { sign, limitTicks } = parent;
  if (limitTicks === 0) return collar;
  const price = sign > 0 ? Math.min(limitTicks, collar) : Math.max(limitTicks, collar);
  const isBeyond = sign > 0 ? touch.offerTicks > price : touch.bidTicks < price;
  return isBeyond ? undefined : price;
}

function sweep(parent: ParentHandle, round: number, sentBefore: number): void {
  const sent = sentBefore + (sendUpTo(parent, parent.units) ? 1 : 0);
  parent.at(parent.now() + SWEEP_EVERY, () => {
    if (round < MAX_SWEEPS) sweep(parent, round + 1, sent);
    else if (sent > 0) parent.stop(`${String(sent)} sweeps did not fill the rest`);
    else parent.stop(NOTHING_SENT);
  });
}
