// An intent in exact units and ticks, as the gate checks it. The order manager reuses one object.
import type { Instant } from '../../domain/index.js';
import { powerOfTen, toScaled } from '../../domain/numbers/index.js';
import {
  type OrderRequestDetails,
  type OrderType,
  type Side,
  type TimeInForce,
  toSign,
  type PlaceIntent,
} from '../../domain/orders/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import type { AcceptedQuote, Candidate } from '../../risk/index.js';
import type { Order } from './order.js';

export class OrderCandidate implements Candidate {
  at: Instant = 0;
  intentId = 0;
  strategy = '';
  symbol: SymbolState;
  side: Side = 'Buy';
  sign: 1 | -1 = 1;
  type: OrderType = 'Limit';
  timeInForce: TimeInForce = 'IOC';
  currency = '';
  size = 0;
  price = 0;
  units = 0;
  priceTicks = 0;
  expirySeconds = 0;
  coId = '';
  valueDate = '';
  details: OrderRequestDetails | undefined;
  stopTicks = 0;
  quote: AcceptedQuote | undefined;
  parentRest = Infinity;

  constructor(symbol: SymbolState) {
    this.symbol = symbol;
  }

  /** Converts an intent; a size or price with too many decimals becomes NaN units or ticks. */
  setIntent(intent: PlaceIntent, symbol: SymbolState, parentRest: number): void {
    const { instrument } = symbol;
    this.symbol = symbol;
    this.side = intent.side;
    this.sign = toSign(intent.side);
    this.type = intent.type;
    this.timeInForce = intent.timeInForce;
    this.currency = intent.currency ?? instrument.base;
    this.size = intent.size;
    this.price = intent.price;
    this.units = toScaled(intent.size, instrument.baseDecimals) ?? Number.NaN;
    this.priceTicks = toScaled(intent.price, instrument.ratePrecision) ?? Number.NaN;
    this.expirySeconds = intent.expirySeconds ?? 0;
    this.valueDate = intent.valueDate ?? '';
    this.parentRest = parentRest;
    this.quote = undefined;
    this.details = intent.details;
    this.stopTicks = findStopTicks(this);
  }
}

/** Only for stop orders: the venue ignores a stop price on any other order. */
function findStopTicks({ details, symbol, type }: OrderCandidate): number {
  if (details === undefined || (type !== 'Stop' && type !== 'StopLimit')) return 0;
  const { stopPrice = Number.NaN } = details;
  return toScaled(stopPrice, symbol.instrument.ratePrecision) ?? Number.NaN;
}

/** The intent that equals an exact child order. */
export function toIntent(
  symbol: SymbolState,
  side: Side,
  child: {
    readonly units: number;
    readonly priceTicks: number;
    readonly timeInForce: TimeInForce;
    readonly expirySeconds?: number;
  },
): PlaceIntent {
  const { instrument } = symbol;
  return {
    kind: 'place',
    symbol: instrument.symbol,
    side,
    type: 'Limit',
    timeInForce: child.timeInForce,
    size: child.units / powerOfTen(instrument.baseDecimals),
    price: child.priceTicks / powerOfTen(instrument.ratePrecision),
    ...(child.expirySeconds === undefined ? {} : { expirySeconds: child.expirySeconds }),
  };
}

/** The candidate for another attempt at sending an order. */
export function toRetryCandidate({ terms }: Order, at: Instant): OrderCandidate {
  const { coId, expirySeconds, host, intentId, priceTicks, side, symbol, timeInForce } = terms;
  const draft = new OrderCandidate(symbol);
  const child = { units: terms.units, priceTicks, timeInForce, expirySeconds };
  draft.setIntent({ ...toIntent(symbol, side, child), type: terms.type }, symbol, Infinity);
  draft.details = terms.details;
  draft.at = at;
  draft.intentId = intentId;
  draft.strategy = host.name;
  draft.coId = coId;
  return draft;
}
