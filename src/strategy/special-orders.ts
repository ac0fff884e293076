// Intents of orders that do more than meet the book or rest in it.
import type { ExecFlag, IntentDetails, PegPriceType, PlaceIntent } from '../domain/index.js';

/**
 * What all of them say. `price` is the worst that is acceptable. Without `timeInForce` they are
 * GTT with `expirySeconds`, and GTC without.
 */
export type SpecialOrder = Pick<PlaceIntent, 'symbol' | 'side' | 'size' | 'price'> &
  Partial<Pick<PlaceIntent, 'timeInForce' | 'expirySeconds' | 'details'>>;

export interface StopOrder extends SpecialOrder {
  /** Buys wait for a rise to it, sells for a fall. */
  readonly stopPrice: number;
  /** The rate that is compared with it; the mid when absent. */
  readonly trigger?: ExecFlag;
}

/**
 * Filled whole at the best there is, or not at all; `valueDate` is the spot date. `price` is what
 * the order is counted by: the venue is not bound to it.
 */
export function atBest(
  order: Pick<PlaceIntent, 'symbol' | 'side' | 'size' | 'price'> &
    Required<Pick<PlaceIntent, 'valueDate'>>,
): PlaceIntent {
  return { kind: 'place', type: 'AtBest', timeInForce: 'FOK', ...order };
}

/** Once the stop price is reached, a market order that is filled at `price` or better. */
export function stop(order: StopOrder): PlaceIntent {
  return toStop('Stop', order);
}

/** Once the stop price is reached, a limit order at `price`. */
export function stopLimit(order: StopOrder): PlaceIntent {
  return toStop('StopLimit', order);
}

function toStop(type: 'Stop' | 'StopLimit', order: StopOrder): PlaceIntent {
  const { stopPrice, trigger = 'MidTrigger', ...rest } = order;
  return toSpecial(type, rest, { stopPrice, execFlags: [trigger] });
}

/** Follows the mid, bid or offer, some pips off, but never beyond `price`. */
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

/** Worked by the venue slice by slice, GTC; our own algorithms are `execute`. */
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
