// Value date and product (spot, outright or NDF) of an order.
import type { OrderTerms } from '../../order-terms.js';

/** Value date of an order that is not for spot: from its quote, or requested at best. */
export function findValueDate({ type, quote, details }: OrderTerms): string | undefined {
  return quote?.valueDate ?? (type === 'AtBest' ? details?.valueDate : undefined);
}

export function isNdf({ type, details }: OrderTerms): boolean {
  return type === 'AtBest' && details?.priceType === 'NDF';
}
