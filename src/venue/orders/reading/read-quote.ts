// Validates a previously quoted order against the rate that it names.
import type { Instant } from '../../../domain/index.js';
import type { RateRegistry } from '../../market/rate-registry.js';
import { findSign } from '../../order-terms.js';
import { type OrderTerms } from '../../order-terms.js';
import { reject, type Rejection } from '../rejection.js';

/** The terms with the named rate, or the rejection of an unusable rate. */
export function addQuote(
  terms: OrderTerms,
  rates: RateRegistry,
  at: Instant,
): OrderTerms | Rejection {
  const { instrument, priceTicks, side, details } = terms;
  const quote = rates.find(details?.rateId ?? '', at);
  if (quote === 'expired') return reject('QuoteExpired', 'The rate of the rateId has expired.');
  if (quote === 'unknown' || quote.instrument !== instrument) {
    return reject('InvalidQuoteID', `rateId is not one of a rate of ${instrument.symbol}.`);
  }
  const [own, other] =
    findSign(terms) > 0 ? [quote.offerTicks, quote.bidTicks] : [quote.bidTicks, quote.offerTicks];
  if (priceTicks === own) return { ...terms, quote };
  return priceTicks === other
    ? reject(
        'BuySellMismatch',
        `price is the rate of the other side, not the one that ${side} takes.`,
      )
    : reject('PriceMismatch', 'price differs from the quoted rate.');
}
