// A previously quoted order against the rate that it names.
import type { Instant } from '../../domain/index.js';
import type { RateRegistry } from '../market/rate-registry.js';
import { findSign } from '../order.js';
import type { PlainDraft } from './read-details.js';
import { reject, type Rejection } from './rejection.js';

/** Puts the rate into the terms, or says why the order cannot have it. */
export function readQuote(
  rateId: string | undefined,
  terms: PlainDraft,
  rates: RateRegistry,
  at: Instant,
): Rejection | undefined {
  if (rateId === undefined || rateId === '') return reject('InvalidQuoteID', 'rateId is missing.');
  const quote = rates.find(rateId, at);
  if (quote === 'expired') return reject('QuoteExpired', 'The rate of the rateId has expired.');
  if (quote === 'unknown' || quote.instrument !== terms.instrument) {
    return reject('InvalidQuoteID', `rateId is not one of a rate of ${terms.instrument.symbol}.`);
  }
  const { priceTicks } = terms;
  const isBuy = findSign(terms) > 0;
  const [own, other] = isBuy
    ? [quote.offerTicks, quote.bidTicks]
    : [quote.bidTicks, quote.offerTicks];
  if (priceTicks === own) {
    terms.quote = quote;
    return undefined;
  }
  return priceTicks === other
    ? reject('BuySellMismatch', `price is the rate of the other side than ${terms.side} takes.`)
    : reject('PriceMismatch', 'price differs from the quoted rate.');
}
