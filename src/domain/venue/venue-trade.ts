// A trade in the venue's back office: from an order, a quote or a booking.
import type { Instrument } from '../instrument.js';
import type { Side } from '../orders/order-enums.js';
import { bigPowerOfTen, divideHalfUp, powerOfTen } from '../numbers/scaled.js';
import type { Instant } from '../time.js';

export const TRADE_TYPES = ['Spot', 'Outright', 'NDF', 'Swap', 'FwdFwd', 'NDFSwap'] as const;
/** Trade types of the STP record (spec). */
export type TradeType = (typeof TRADE_TYPES)[number];

/** Decimals of all-in rates and forward points beyond the instrument's spot precision. */
export const FINE_DIGITS = 2;
/** Fine ticks per tick. */
export const FINE_TICKS = 100;

/**
 * One leg. Rates and points are integers of 10^-(ratePrecision + FINE_DIGITS): fine ticks. Amounts
 * are minor units of their currency, positive.
 */
export interface TradeLeg {
  /** `YYYY-MM-DD`. */
  readonly valueDate: string;
  /** As requested; absent when a date was. */
  readonly tenor?: string;
  /** For a non-deliverable leg, `YYYY-MM-DD`. */
  readonly fixingDate?: string;
  readonly fixingTenor?: string;
  /** Side in the dealt currency, from the customer's view. */
  readonly side: Side;
  readonly dealtUnits: number;
  readonly baseUnits: number;
  readonly termUnits: bigint;
  /** All-in rate. */
  readonly rate: number;
  readonly forwardPoints: number;
  /** All-in rate at which the leg was hedged. */
  readonly coverRate?: number;
}

export interface VenueTrade {
  /** `FXI` and digits. */
  readonly tradeId: string;
  /** The requestId of an accepted quote; for a booking the id of the booked trade. */
  readonly orderId: string;
  /** The order's coId, the request's clOrderId, or the booking's clientRequestId; may be empty. */
  readonly coId: string;
  readonly type: TradeType;
  /** Replaced: amended, rolled or allocated; other trades represent it now. */
  readonly status: 'Verified' | 'Canceled' | 'Replaced';
  readonly instrument: Instrument;
  /** Base or term of the instrument. */
  readonly dealtCurrency: string;
  /** True when the customer's order rested, or its quote request was answered by the trade. */
  readonly maker: boolean;
  readonly org: string;
  readonly account: string;
  /** Full name of the user who entered it, `user@Org`. */
  readonly user: string;
  /** Full name of the customer's user whose position it is; absent: the user who entered it. */
  readonly trader?: string;
  readonly counterparty: string;
  readonly counterpartyAccount: string;
  /** Workflow, such as `API/REST/ESP`. */
  readonly channel: string;
  readonly executedAt: Instant;
  /** When the trade entered its present status. */
  readonly changedAt: Instant;
  /** `YYYY-MM-DD`. */
  readonly tradeDate: string;
  /** Spot rate of the near leg, fine ticks. */
  readonly spotRate: number;
  readonly near: TradeLeg;
  readonly far?: TradeLeg;
  /** The quote or rate that it was dealt on. */
  readonly rateId?: string;
  readonly note?: string;
  /** For a booking: the name by which it is canceled; trades made from it inherit the name. */
  readonly clientRequestId?: string;
  /** For an allocation or booking: the entering organization's own reference. */
  readonly referenceId?: string;
  /** Book of position management: `A` cover, `B` warehouse, empty no cover. */
  readonly bookName?: string;
  readonly counterpartyTradeId?: string;
  /** The trade that it represents since an amendment, roll or allocation. */
  readonly originalTradeId?: string;
  /** Number of amendments of its rate, including those of the trades before it. */
  readonly rateChanges?: number;
  /** Key and value pairs of the organization. */
  readonly customParameters?: Readonly<Record<string, string>>;
  /** True when STP delivers it; absent: the setting of the entering organization decides. */
  readonly stp?: boolean;
}

/** Maximum of digits for which every power of ten is a safe integer. */
const SAFE_DIGITS = 15;

/** Base amount x rate in the term's minor units, rounded half up; `rate` in fine ticks. */
export function toTermUnits(
  instrument: Instrument,
  baseUnits: number | bigint,
  rate: number,
): bigint {
  return BigInt(toTermAmount(instrument, baseUnits, rate));
}

/** Like `toTermUnits`, but a number when each step is a safe integer: usual and far faster. */
export function toTermAmount(
  instrument: Instrument,
  baseUnits: number | bigint,
  rate: number,
): number | bigint {
  const excess = findExcess(instrument);
  const near = typeof baseUnits === 'number' ? baseUnits * rate : Infinity;
  if (excess > 0 && excess <= SAFE_DIGITS && near >= 0 && near <= Number.MAX_SAFE_INTEGER) {
    const scale = powerOfTen(excess);
    const rest = near % scale;
    return (near - rest) / scale + (rest >= scale - rest ? 1 : 0);
  }
  const product = BigInt(baseUnits) * BigInt(rate);
  return excess <= 0
    ? product * bigPowerOfTen(-excess)
    : divideHalfUp(product, bigPowerOfTen(excess));
}

/** Term amount / rate in the base's minor units, rounded half up; `rate` in fine ticks, above 0. */
export function toBaseUnits(instrument: Instrument, termUnits: bigint, rate: number): bigint {
  const excess = findExcess(instrument);
  const scaled = excess > 0 ? termUnits * bigPowerOfTen(excess) : termUnits;
  const divisor = excess < 0 ? BigInt(rate) * bigPowerOfTen(-excess) : BigInt(rate);
  return divideHalfUp(scaled, divisor);
}

/** Digits that base units x fine ticks have beyond the term's minor unit. */
function findExcess({ baseDecimals, ratePrecision, termDecimals }: Instrument): number {
  return baseDecimals + ratePrecision + FINE_DIGITS - termDecimals;
}
