// Encodes quote requests as the simulator returns them (wire facts 6.1 to 6.4).
import { type Instant, type Instrument, SECOND } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import type { RfsEvent } from '../../domain/quotes/index.js';
import {
  FINE_DIGITS,
  type QuoteSide,
  type VenueQuoteView,
  type VenueRfsView,
} from '../../domain/venue/index.js';
import { DEFAULT_PROFILE, type VenueProfile } from '../profile/profile.js';
import { nameReason } from '../reason-name.js';
import type { QuoteField, RfsProfile } from '../profile/rfs-profile.js';
import { toEpochMs } from '../wire-text.js';

type Values = Readonly<Partial<Record<QuoteField, string | undefined>>>;

/** Response to a request, an acceptance or a withdrawal. */
export function encodeRfsAnswer(
  { clOrderId, requestId }: Pick<VenueRfsView, 'clOrderId' | 'requestId'>,
  event: RfsEvent,
  { rfs }: VenueProfile = DEFAULT_PROFILE,
): string {
  return JSON.stringify({ clOrderId, requestId, event: rfs.eventNames[event] });
}

/** Response to a query; `trades` are encoded trade objects. */
export function encodeRfs(
  view: VenueRfsView,
  trades: readonly string[],
  profile: VenueProfile = DEFAULT_PROFILE,
): string {
  const { rfs } = profile;
  const { clOrderId, requestId, transactionId, ttl, event, reason, message } = view;
  let text = `{"clOrderId":${JSON.stringify(clOrderId)},"requestId":${JSON.stringify(requestId)}`;
  if (transactionId !== '') text += `,"transactionId":${JSON.stringify(transactionId)}`;
  text += `,"ttl":${String(ttl)},"event":${JSON.stringify(rfs.eventNames[event])}`;
  if (event === 'QUOTE') {
    text += `,"quotes":[${view.quotes.map((quote) => encodeQuote(view, quote, rfs)).join(',')}]`;
  }
  if (trades.length > 0) text += `,${JSON.stringify(rfs.tradesField)}:[${trades.join(',')}]`;
  if (reason !== '') {
    text += `,${JSON.stringify(rfs.reasonField)}:${JSON.stringify(nameReason(reason, profile))}`;
  }
  if (message !== '') text += `,"message":${JSON.stringify(message)}`;
  return `${text}}`;
}

function encodeQuote(view: VenueRfsView, quote: VenueQuoteView, rfs: RfsProfile): string {
  const { requestId, priceType, instrument, dealtCurrency } = view;
  const { quotedAt, activeAt, expiresAt } = quote;
  const fixed = {
    requestId,
    priceType,
    effectiveTime: toSecondsUp(activeAt - quotedAt),
    symbol: instrument.symbol,
    ttl: Math.floor((expiresAt - quotedAt) / SECOND),
    dealtCurrency,
  };
  let text = JSON.stringify(fixed).slice(0, -1);
  const values: Values = {
    quoteId: JSON.stringify(quote.quoteId),
    provider: quote.provider === '' ? undefined : JSON.stringify(quote.provider),
    ...toLegValues(view),
    ...toRateValues(quote, instrument, rfs),
    time: String(toEpochMs(quotedAt)),
  };
  for (const [field, value] of Object.entries(values)) {
    const name = rfs.quoteFields[field as QuoteField];
    if (value !== undefined) text += `,${JSON.stringify(name)}:${value}`;
  }
  return `${text}}`;
}

function toLegValues({ instrument, dealtCurrency, near, far }: VenueRfsView): Values {
  const { base, baseDecimals, termDecimals } = instrument;
  const decimals = dealtCurrency === base ? baseDecimals : termDecimals;
  return {
    dealtAmount: near && formatShortest(near.dealtUnits, decimals),
    nearValueDate: near && JSON.stringify(near.valueDate),
    fixingDate: near?.fixingDate && JSON.stringify(near.fixingDate),
    farDealtAmount: far && formatShortest(far.dealtUnits, decimals),
    farValueDate: far && JSON.stringify(far.valueDate),
    farFixingDate: far?.fixingDate && JSON.stringify(far.fixingDate),
  };
}

function toRateValues(
  { bid, offer }: VenueQuoteView,
  instrument: Instrument,
  { farFields }: RfsProfile,
): Values {
  const decimals = instrument.ratePrecision + FINE_DIGITS;
  const show = (fine: number | undefined) =>
    fine === undefined ? undefined : formatShortest(fine, decimals);
  const [farBid, farOffer] = farFields === 'opposite' ? [offer, bid] : [bid, offer];
  return {
    bid: show(bid?.rate),
    offer: show(offer?.rate),
    bidSpotRate: show(bid?.spotRate),
    offerSpotRate: show(offer?.spotRate),
    bidForwardPoints: show(bid?.forwardPoints),
    offerForwardPoints: show(offer?.forwardPoints),
    farBid: show(findFar(farBid)?.rate),
    farOffer: show(findFar(farOffer)?.rate),
    farBidForwardPoints: show(findFar(farBid)?.points),
    farOfferForwardPoints: show(findFar(farOffer)?.points),
  };
}

function findFar(side: QuoteSide | undefined) {
  return side && { rate: side.farRate, points: side.farForwardPoints };
}

/** Whole seconds rounded up, so that a quote reported as active can be accepted. */
function toSecondsUp(span: Instant): number {
  return Math.ceil(span / SECOND);
}
