// The 20 reason codes of order placement validation (venue spec, Errors).

export const REASON_PREFIX = 'RequestValidationError.';

export const REASON_CODES = [
  'amount',
  'CoIdNotSpecified',
  'DuplicateOrder',
  'TypeNotSpecified',
  'TIFNotSpecified',
  'SideNotSpecified',
  'CurrencyNotSpecified',
  'InvalidDealtCcy',
  'SymbolNotSpecified',
  'InvalidCurrencyPair',
  'SizeNotSpecified',
  'InvalidOrderQty',
  'InvalidPrice',
  'BuySellMismatch',
  'InvalidQuoteID',
  'LegalEntitySetIncorrectly',
  'OrderTypeNotSupported',
  'PriceMismatch',
  'QuoteExpired',
  'tradingDisabled',
] as const;

/** A reason code without its prefix `RequestValidationError.`. */
export type ReasonCode = (typeof REASON_CODES)[number];

const KNOWN: ReadonlySet<string> = new Set(REASON_CODES);

export function isReasonCode(text: string): text is ReasonCode {
  return KNOWN.has(text);
}

/**
 * The reason code in a text of the venue (`RequestValidationError.InvalidPrice`): a known code, the
 * letters of an unknown code, or undefined without one.
 */
export function findReasonCode(text: string): string | undefined {
  return /RequestValidationError\.([A-Za-z]+)/.exec(text)?.[1];
}

/** Parts of a text that reports a serious error, by default. */
export const SERIOUS_ERROR_PATTERNS: readonly string[] = ['serious', 'internal server error'];

/**
 * True when a reason or message reports a serious error (wire facts 4.8), by one of these parts in
 * any letter case: trading must stop.
 */
export function isSeriousErrorText(text: string, words = SERIOUS_ERROR_PATTERNS): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word.toLowerCase()));
}
