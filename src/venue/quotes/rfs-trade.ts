// Creates the trade of an accepted quote.
import type { Instant, Instrument } from '../../domain/index.js';
import { bigPowerOfTen, divideHalfUp } from '../../domain/numbers/index.js';
import type { Side } from '../../domain/orders/index.js';
import { swapSide } from '../../domain/quotes/index.js';
import {
  FINE_DIGITS,
  type QuoteSide,
  type RfsLegView,
  toTermUnits,
  type TradeLeg,
  type VenueTrade,
} from '../../domain/venue/index.js';
import { accountOfProvider } from '../models/providers.js';
import type { RfsLegs } from './legs.js';
import type { QuoteRecord, RfsRequest } from './rfs-request.js';
import type { RfsTerms } from './terms.js';

/** An accepted quote when the provider confirms it. */
export interface Deal {
  readonly request: RfsRequest;
  readonly legs: RfsLegs;
  readonly quote: QuoteRecord;
  readonly price: QuoteSide;
  /** Whether the requester buys the base on the near leg. */
  readonly buysBase: boolean;
  readonly executedAt: Instant;
  readonly tradeDate: string;
  /** Workflow name for requests without one, and whether the trade names the requester as maker. */
  readonly channel: string;
  readonly maker: boolean;
}

export function toRfsTrade(deal: Deal): VenueTrade {
  const { request, legs, quote, price, buysBase, executedAt, tradeDate } = deal;
  const { terms, account, transactionId } = request;
  const { request: asked, instrument, isBaseDealt } = terms;
  const side = swapSide(buysBase ? 'Buy' : 'Sell', isBaseDealt);
  const { rate, forwardPoints, farRate, farForwardPoints = 0 } = price;
  const far = farRate === undefined ? undefined : { rate: farRate, points: farForwardPoints };
  return {
    tradeId: transactionId,
    orderId: request.requestId,
    coId: asked.clOrderId,
    type: terms.priceType,
    status: 'Verified',
    instrument,
    dealtCurrency: asked.dealtCurrency,
    maker: deal.maker,
    org: asked.customerOrg,
    account: asked.customerAccount,
    user: account.fullName,
    counterparty: quote.provider.id,
    counterpartyAccount: accountOfProvider(quote.provider),
    channel: asked.channel ?? deal.channel,
    executedAt,
    changedAt: executedAt,
    tradeDate,
    spotRate: price.spotRate,
    near: toLeg(terms, legs.near, side, rate, forwardPoints),
    ...(legs.far === undefined || far === undefined
      ? {}
      : { far: toLeg(terms, legs.far, swapSide(side, false), far.rate, far.points) }),
    rateId: quote.view.quoteId,
  };
}

function toLeg(
  { instrument, isBaseDealt }: RfsTerms,
  { dealtUnits, valueDate, tenor, fixingDate }: RfsLegView,
  side: Side,
  rate: number,
  forwardPoints: number,
): TradeLeg {
  return {
    valueDate,
    ...(tenor === undefined ? {} : { tenor }),
    ...(fixingDate === undefined ? {} : { fixingDate }),
    side,
    dealtUnits,
    baseUnits: isBaseDealt ? dealtUnits : toBaseUnits(instrument, dealtUnits, rate),
    termUnits: isBaseDealt ? toTermUnits(instrument, dealtUnits, rate) : BigInt(dealtUnits),
    rate,
    forwardPoints,
  };
}

/** Term amount / rate in minor units of the base, rounded half up; `rate` in fine ticks. */
export function toBaseUnits(
  { baseDecimals, ratePrecision, termDecimals }: Instrument,
  termUnits: number,
  rate: number,
): number {
  const shift = baseDecimals + ratePrecision + FINE_DIGITS - termDecimals;
  const [up, down] = shift < 0 ? [1n, bigPowerOfTen(-shift)] : [bigPowerOfTen(shift), 1n];
  return Number(divideHalfUp(BigInt(termUnits) * up, BigInt(rate) * down));
}
