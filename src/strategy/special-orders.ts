// Builds intents for stop, pegged and AtBest orders and for the venue's TWAP.
import type { ExecFlag, IntentDetails, PegPriceType, PlaceIntent } from '../domain/orders/index.js';

/**
 * Common fields. `price` is the worst acceptable price. Without `timeInForce` an order is GTT if it
 * has `expirySeconds`, else GTC.
 */
export type SpecialOrder = Pick<PlaceIntent, 'symbol' | 'side' | 'size' | 'price'> &
  Partial<Pick<PlaceIntent, 'timeInForce' | 'expirySeconds' | 'details'>>;

export interface StopOrder extends SpecialOrder {
  /** A buy waits for a rise to it, a sell for a fall. */
  readonly stopPrice: number;
  /** The rate that is compared with it; the mid when absent. */
  readonly trigger?: ExecFlag;
}

/**
 * Filled completely at the best price or not at all; `valueDate` is the spot date. Limits count the
 * order by `price`, which does not bind the venue.
 */
export function atBest(
  order: Pick<PlaceIntent, 'symbol' | 'side' | 'size' | 'price'> &
    Required<Pick<PlaceIntent, 'valueDate'>>,
): PlaceIntent {
  return { kind: 'place', type: 'AtBest', timeInForce: 'FOK', ...order };
}

/** At the stop price it becomes a market order that fills at `price` or better. */
export function stop(order: StopOrder): PlaceIntent {
  return toStop('Stop', order);
}

/** At the stop price it becomes a limit order at `price`. */
export function stopLimit(order: StopOrder): PlaceIntent {
  return toStop('StopLimit', order);
}

function toStop(type: 'Stop' | 'StopLimit', order: StopOrder): PlaceIntent {
  const { stopPrice, trigger = 'MidTrigger', ...rest } = order;
  return toSpecial(type, rest, { stopPrice, execFlags: [trigger] });
}

/** Follows the mid, bid or offer at an offset in pips, but never beyond `price`. */
export function pegged(
  order: SpecialOrder & { readonly pegTo: PegPriceType; readonly offsetPips?: number },
): PlaceIntent {
  const { pegTo, offsetPips, ...rest } = order;
  const offset = offsetPips === undefined ? {} : { pegOffsetValue: offsetPips };
  return toSpecial('Pegged', rest, { pegPriceType: pegTo, ...offset });
}

type AlgoFields =
  | ('executionStartTime' | 'executionEndTime' | 'actionOnExpiry' | 'sliceSize' | 'passiveTime')
  | ('passiveTimeFactorPercentage' | 'sliceInterval' | 'randomizeSliceSizePercentage')
  | ('randomizeSliceIntervalPercentage' | 'tobRange');

/** The venue works it slice by slice, GTC; Weir's own algorithms are started by `execute`. */
export function venueTwap(
  order: Pick<SpecialOrder, 'symbol' | 'side' | 'size' | 'price' | 'details'> &
    Pick<IntentDetails, AlgoFields>,
): PlaceIntent {
  const { symbol, side, size, price, details, ...fields } = order;
  const plain = { symbol, side, size, price, ...(details === undefined ? {} : { details }) };
  return toSpecial('Algo', plain, { targetStrategy: 'TWAP', ...fields });
}

function toSpecial(
  type: PlaceIntent['type'],
  { details, ...order }: SpecialOrder,
  own: IntentDetails,
): PlaceIntent {
  const timeInForce = order.expirySeconds === undefined ? 'GTC' : 'GTT';
  return { kind: 'place', type, timeInForce, ...order, details: { ...details, ...own } };
}
