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
 * unknown code's letters, or undefined when the text holds none.
 */
export function findReasonCode(text: string): string | undefined {
  return /RequestValidationError\.([A-Za-z]+)/.exec(text)?.[1];
}

/** Whether a reason or message reports a serious error (wire facts 4.8): trading must stop. */
export function isSeriousText(text: string): boolean {
  return /serious|internal server error/i.test(text);
}
