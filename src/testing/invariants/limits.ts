// Invariant 12: nothing above the limits leaves, by arithmetic of its own.
import { isPlace } from '../faults/fault.js';
import type { Departure } from '../world/wire.js';
import type { World } from '../world/world.js';
import type { Invariant } from './invariant.js';

interface Order {
  readonly symbol: string;
  readonly size: number;
  readonly price?: number;
  readonly type: string;
  readonly timeInForce: string;
}

const SECOND = 1_000_000;

export const limits: Invariant = {
  number: 12,
  title: 'no order above a limit leaves',
  onLeave: (world, departure) => {
    if (!isPlace(departure.call)) return undefined;
    const order = JSON.parse(departure.call.request.body.toString()) as Order;
    return findShape(world, order) ?? findPrice(world, order) ?? findRate(world, departure);
  },
};

function ruleOf(world: World, id: string): Readonly<Record<string, number>> | undefined {
  const rule = world.plan.limits.rules[id];
  return rule === 'off' ? undefined : (rule as Readonly<Record<string, number>>);
}

function findShape(world: World, { symbol, size, type, timeInForce }: Order): string | undefined {
  const instrument = world.plan.instruments.find((one) => one.symbol === symbol);
  if (instrument === undefined) return `an order in ${symbol}, which is not of this session`;
  const most = ruleOf(world, 'RC04')?.[instrument.class];
  if (!(size > 0)) return `an order of size ${String(size)}`;
  if (most !== undefined && size > most) return `size ${String(size)} above ${String(most)}`;
  const kinds = (world.plan.limits.rules['RC02'] as { allowed?: readonly string[] }).allowed;
  const kind = `${type}/${timeInForce}`;
  return kinds?.includes(kind) === false ? `an order of kind ${kind}` : undefined;
}

/** The collar, around what the venue shows now or showed within the age that a rate may have. */
function findPrice(world: World, { symbol, price }: Order): string | undefined {
  const instrument = world.plan.instruments.find((one) => one.symbol === symbol);
  const band = instrument && ruleOf(world, 'RC14')?.[instrument.class];
  if (instrument === undefined || price === undefined || band === undefined) return undefined;
  const book = world.venue.venue.findBook(instrument);
  const mid = (book.bidTicks + book.offerTicks) / 2 / 10 ** instrument.ratePrecision;
  // The market may have moved since the rate that the bot saw: by less than the band.
  const distance = (Math.abs(price - mid) / mid) * 10_000;
  return distance > 2 * band
    ? `price ${String(price)} is ${distance.toFixed(1)} bp from the mid`
    : undefined;
}

function findRate(world: World, { at }: Departure): string | undefined {
  const rule = ruleOf(world, 'RC33');
  if (rule === undefined) return undefined;
  const places = world.departures.filter(({ call }) => isPlace(call));
  for (const [span, most] of [
    [SECOND, rule['allPerSecond']],
    [60 * SECOND, rule['allPerMinute']],
  ] as const) {
    // A request may wait for a connection: a window is as long as it says, give or take.
    const count = places.filter((one) => one.at > at - span * 0.9).length;
    if (most !== undefined && count > most + 1) {
      return `${String(count)} orders within ${String(span / SECOND)} s, ${String(most)} allowed`;
    }
  }
  return undefined;
}
