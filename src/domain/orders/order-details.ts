// Fields of an order beyond a plain order: as in a request, and in exact units.
import type { Instrument } from '../instrument.js';
import type { Instant, Micros } from '../time.js';

export const EXEC_FLAGS = ['BidTrigger', 'OfferTrigger', 'MidTrigger'] as const;
/** The rate that triggers a stop (wire facts 4.1). */
export type ExecFlag = (typeof EXEC_FLAGS)[number];

export const PEG_PRICE_TYPES = ['Mid', 'Bid', 'Offer'] as const;
/** Rate that a pegged order follows. */
export type PegPriceType = (typeof PEG_PRICE_TYPES)[number];

export const PRICE_TYPES = ['Spot', 'Outright', 'NDF'] as const;
export type PriceType = (typeof PRICE_TYPES)[number];

export const EXPIRY_ACTIONS = ['NoAction', 'FillAtMarket', 'Twap'] as const;
/** What an algo does with its rest when its execution ends; absent: the rest is cancelled. */
export type ExpiryAction = (typeof EXPIRY_ACTIONS)[number];

/** Percentages and pips are exact to this many decimals. */
export const DETAIL_DECIMALS = 4;

/** Fields of an order request that a plain order does not have (spec, order request). */
export interface OrderRequestDetails {
  readonly rateId?: string | undefined;
  readonly priceType?: string | undefined;
  readonly org?: string | undefined;
  readonly account?: string | undefined;
  readonly valueDate?: string | undefined;
  readonly stopPrice?: number | undefined;
  readonly execFlags?: readonly string[] | undefined;
  readonly minQty?: number | undefined;
  readonly maxShow?: number | undefined;
  readonly targetStrategy?: string | undefined;
  readonly executionStartTime?: string | undefined;
  readonly executionEndTime?: string | undefined;
  readonly pegPriceType?: string | undefined;
  readonly pegOffsetValue?: number | undefined;
  readonly actionOnExpiry?: string | undefined;
  readonly sliceSize?: number | undefined;
  readonly passiveTime?: number | undefined;
  readonly passiveTimeFactorPercentage?: number | undefined;
  readonly sliceInterval?: number | undefined;
  readonly randomizeSliceSizePercentage?: number | undefined;
  readonly randomizeSliceIntervalPercentage?: number | undefined;
  readonly tobRange?: number | undefined;
  readonly customParameters?: Readonly<Record<string, string>> | undefined;
}

/**
 * Fields that a strategy may add to its orders. A rate id comes with a quote, and the value date is
 * a field of the intent.
 */
export type IntentDetails = Omit<OrderRequestDetails, 'rateId' | 'valueDate'>;

/** Format of a field; sizes are amounts of the dealt currency. */
export type DetailKind = 'price' | 'size' | 'number' | 'text' | 'texts' | 'map';

/** The fields in the order of the specification. */
export const DETAIL_KINDS: Readonly<Record<keyof OrderRequestDetails, DetailKind>> = {
  rateId: 'text',
  priceType: 'text',
  org: 'text',
  account: 'text',
  valueDate: 'text',
  stopPrice: 'price',
  execFlags: 'texts',
  minQty: 'size',
  maxShow: 'size',
  targetStrategy: 'text',
  executionStartTime: 'text',
  executionEndTime: 'text',
  pegPriceType: 'text',
  pegOffsetValue: 'number',
  actionOnExpiry: 'text',
  sliceSize: 'size',
  passiveTime: 'number',
  passiveTimeFactorPercentage: 'number',
  sliceInterval: 'number',
  randomizeSliceSizePercentage: 'number',
  randomizeSliceIntervalPercentage: 'number',
  tobRange: 'number',
  customParameters: 'map',
};

/** Decimals of a number of this kind, for orders that deal the base. */
export function findDetailDecimals(kind: DetailKind, instrument: Instrument): number {
  if (kind === 'price') return instrument.ratePrecision;
  return kind === 'size' ? instrument.baseDecimals : DETAIL_DECIMALS;
}

/** Exact details of an accepted order; sizes are minor units of the dealt currency. */
export interface OrderDetails {
  /** The term currency is dealt, not the base. */
  readonly inTerm: boolean;
  /** Owner of the order; absent: the user's own organization and legal entity. */
  readonly owner?: { readonly org: string; readonly account: string };
  /** True when the owner is another organization than the user's. */
  readonly onBehalf: boolean;
  /** The coId of the order that it replaces. */
  readonly originalCoId?: string;
  /** As named in the request; absent if it was not. */
  readonly account?: string;
  readonly rateId?: string;
  readonly priceType?: PriceType;
  /** `YYYY-MM-DD`; absent: spot. */
  readonly valueDate?: string;
  readonly stopTicks?: number;
  readonly execFlags?: readonly ExecFlag[];
  readonly minUnits?: number;
  readonly showUnits?: number;
  readonly pegPriceType?: PegPriceType;
  /** Pips, scaled by DETAIL_DECIMALS. */
  readonly pegOffset?: number;
  readonly algo?: AlgoDetails;
  readonly customParameters?: Readonly<Record<string, string>>;
}

/** An order that the venue works slice by slice. Percentages are scaled by DETAIL_DECIMALS. */
export interface AlgoDetails {
  readonly targetStrategy?: 'TWAP';
  /** As stated in the request; absent if it was not. */
  readonly executionStartTime?: string;
  /** Time from acceptance to the first slice. */
  readonly startAfter: Micros;
  readonly executionEndTime?: string;
  /** NEVER without an end of its own. */
  readonly endAt: Instant;
  readonly actionOnExpiry?: ExpiryAction;
  readonly sliceUnits?: number;
  readonly tobRange?: number;
  /** Milliseconds. */
  readonly sliceInterval?: number;
  readonly passiveTime?: number;
  readonly passiveFactor?: number;
  readonly randomSize?: number;
  readonly randomInterval?: number;
}

const DETAIL_NAMES = Object.keys(DETAIL_KINDS) as readonly (keyof OrderRequestDetails)[];

/** One text for equal details; empty for a plain order. */
export function toDetailsText(details: OrderRequestDetails | undefined): string {
  return details === undefined ? '' : JSON.stringify(DETAIL_NAMES.map((name) => details[name]));
}
