// Invariant 12: no order above a limit leaves and no refusal is without cause; both are recomputed
// here.
import { SECOND } from '../../../domain/index.js';
import type { KernelSnapshot } from '../../../kernel/index.js';
import { findPollInterval } from '../../../plan/index.js';
import { isAccept, takesRisk } from '../../platform/request-kinds.js';
import type { Departure } from '../../simulation/departures.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';
import { EXPOSURE_CHECKS } from './exposure.js';
import { DATE_CHECKS } from './dates.js';
import { findDayFault } from './day.js';
import { findUntold, noteShare } from './concentration.js';
import { FEED_CHECKS } from './feed.js';
import { HISTORY_CHECKS } from './history.js';
import { MARKET_CHECKS } from './market.js';
import { type Case, type LimitCheck, paramsOf, type SentOrder } from './order.js';
import { MOST_APPROVAL, PACE_CHECKS } from './pace.js';
import { findGroundless } from './refusals.js';
import { SHAPE_CHECKS } from './shape.js';

const CHECKS: readonly LimitCheck[] = [
  ...SHAPE_CHECKS,
  ...MARKET_CHECKS,
  ...EXPOSURE_CHECKS,
  ...PACE_CHECKS,
  ...DATE_CHECKS,
  ...FEED_CHECKS,
  ...HISTORY_CHECKS,
];

export const limits: Invariant = {
  number: 12,
  title: 'no order above a limit leaves, and no refusal is without cause',
  onLeave: (world, departure) => {
    if (!takesRisk(departure.call)) return undefined;
    const one = toCase(world, departure);
    if (typeof one === 'string') return one;
    for (const check of CHECKS) {
      const found = check(one);
      if (found !== undefined) return found;
    }
    noteShare(one);
    return undefined;
  },
  atQuiet: (world, records) =>
    findGroundless(world, records) ?? findDayFault(world, records) ?? findUntold(world, records),
};

function toCase(world: World, departure: Departure): Case | string {
  const { bot, call } = departure;
  const body = call.request.body.toString();
  const state = bot?.opened?.session.snapshot();
  const order = isAccept(call) ? findAccepted(world, body, state) : (JSON.parse(body) as SentOrder);
  if (order === undefined) return `no order of the bot accepts by ${body}`;
  const instrument = world.plan.instruments.find((one) => one.symbol === order.symbol);
  if (instrument === undefined) return `RC01: an order in ${order.symbol}, not of this session`;
  if (bot === undefined || state === undefined) return 'an order of a bot that is not open';
  const { interval, receive } = readAges(world);
  const age = Math.max(3 * interval, receive) + MOST_APPROVAL;
  const sign = order.side === 'Buy' ? 1 : -1;
  const rates = world.wire.shown.listRates(call.life, order.symbol, world.venueNow - age);
  return { world, bot, departure, order, body, instrument, sign, state, rates };
}

/** Order of an acceptance, taken from the bot's state: the request names only the quote. */
function findAccepted(
  { plan }: World,
  body: string,
  state: KernelSnapshot | undefined,
): SentOrder | undefined {
  const { clOrderId } = JSON.parse(body) as { readonly clOrderId: string };
  const own = state?.orders.find(({ coId }) => coId === clOrderId);
  const instrument = plan.instruments.find(({ symbol }) => symbol === own?.symbol);
  if (own === undefined || instrument === undefined) return undefined;
  const { coId, priceTicks, side, symbol, timeInForce, type, units } = own;
  const { base, baseDecimals, ratePrecision } = instrument;
  const price = Number(`${String(priceTicks)}e-${String(ratePrecision)}`);
  const size = Number(`${String(units)}e-${String(baseDecimals)}`);
  return { coId, symbol, side, type, timeInForce, currency: base, size, price };
}

function readAges(world: World) {
  const receive = (paramsOf(world, 'RC16')?.['receiveSeconds'] ?? Infinity) * SECOND;
  return { interval: findPollInterval(world.plan), receive };
}
