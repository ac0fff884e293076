// For which value date an order trades, and as what.
import type { OrderTerms } from '../../order.js';

/** The value date of an order that is not for spot: of its quote, or asked for at best. */
export function findValueDate({ type, quote, details }: OrderTerms): string | undefined {
  return quote?.valueDate ?? (type === 'AtBest' ? details?.valueDate : undefined);
}

/** Whether it trades as a non-deliverable forward. */
export function isNdf({ type, details }: OrderTerms): boolean {
  return type === 'AtBest' && details?.priceType === 'NDF';
}
