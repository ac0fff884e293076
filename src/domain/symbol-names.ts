// Symbols as files and people spell them.
import { isFiat } from './currencies.js';
import { isSymbol } from './instrument.js';

/** Six letters of two known currencies, or with a mark between: `eurusd`, `EUR_USD`. */
export function toPair(text: string): string | undefined {
  const match = /^([A-Z]{3})[/_. -]?([A-Z]{3})$/.exec(text.toUpperCase());
  if (match === null) return undefined;
  const [, base = '', term = ''] = match;
  return isCurrency(base) && isCurrency(term) && base !== term ? `${base}/${term}` : undefined;
}

function isCurrency(code: string): boolean {
  return isFiat(code) || code === 'RUB';
}

/** What is wrong with a text that is no symbol, and which symbol it may mean. */
export function explainSymbol(text: string): string {
  const upper = text.trim().toUpperCase();
  const meant = toPair(upper) ?? (isSymbol(upper) ? upper : undefined);
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return `expected a symbol such as EUR/USD${hint}`;
}
