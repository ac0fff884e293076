// Creates and places orders of minimum size, and polls them until they end.
import { fromScaled, toScaled } from '../domain/numbers/index.js';
import type { Context, Reply, WriteTools } from './context.js';
import { isFields, listItems } from './names.js';

type Fields = Readonly<Record<string, unknown>>;

/** Maximum polls of an order until its status counts as final. */
const MAX_READS = 24;
/**
 * Fraction of the bid at which an order rests: away from the touch, within the gate's price collar.
 */
export const REST = 0.997;

/** Bid and offer of the first instrument; undefined without a rate. */
export async function readTouch(context: Context) {
  const symbol = context.venue.instruments[0]?.symbol ?? '';
  const { body } = await context.ask('spotRate', { query: { symbol } });
  if (!isFields(body)) return undefined;
  const { bid, offer } = body;
  return typeof bid === 'number' && typeof offer === 'number' ? { bid, offer } : undefined;
}

/** Rounds a price to a tick of the first instrument. */
export function toPrice(context: Context, price: number): number {
  const { ratePrecision } = findInstrument(context);
  const ticks = toScaled(Number(price.toFixed(ratePrecision)), ratePrecision) ?? 0;
  return fromScaled(ticks, ratePrecision);
}

export function findInstrument({ venue }: Context) {
  const [instrument] = venue.instruments;
  if (instrument === undefined) throw new RangeError('a session has an instrument');
  return instrument;
}

/** A Limit order of minimum size; `more` adds or replaces fields. */
export function order(context: Context, side: string, price: number, more: Fields): Fields {
  const { symbol, base, baseDecimals, minSize } = findInstrument(context);
  return {
    type: 'Limit',
    side,
    symbol,
    currency: base,
    size: fromScaled(minSize, baseDecimals),
    price: toPrice(context, price),
    ...more,
  };
}

export function place(
  context: Context,
  { send, idPrefix }: WriteTools,
  name: string,
  fields: Fields,
) {
  return context.write(send, 'placeOrder', { coId: `${idPrefix}-${name}`, ...fields });
}

/** Polls an order until its status changes to one that is not working, or the polls are used up. */
export async function waitForEnd(context: Context, coId: string, before: Reply): Promise<Reply> {
  const { statusNames } = context.profile;
  const [was] = listItems(before.body);
  const working = [statusNames.RECEIVED, statusNames.NEW, statusNames.PENDING_CANCEL];
  let reply = before;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    reply = await context.ask('queryOrders', { query: { coId } });
    const [row] = listItems(reply.body);
    const word = row?.['status'];
    if (typeof word === 'string' && word !== was?.['status'] && !working.includes(word)) break;
    await context.venue.pause();
  }
  return reply;
}

/** The venue's record of the first trade of this run's filled order. */
export async function findFill(
  context: Context,
  { idPrefix }: WriteTools,
): Promise<Fields | undefined> {
  const found = await context.ask('queryOrders', { query: { coId: `${idPrefix}-fill` } });
  const [row] = listItems(found.body);
  if (row === undefined) return undefined;
  const fills = await context.ask('orderFills', { query: { orderId: String(row['orderId']) } });
  return listItems(fills.body)[0];
}
