// Symbols in the spellings that files and people use.
import { isFiat } from './currencies.js';
import { isSymbol } from './instrument.js';

/** Symbol of two known currencies, written without or with a separator: `eurusd`, `EUR_USD`. */
export function toPair(text: string): string | undefined {
  const match = /^([A-Z]{3})[/_. -]?([A-Z]{3})$/.exec(text.toUpperCase());
  if (match === null) return undefined;
  const [, base = '', term = ''] = match;
  return isCurrency(base) && isCurrency(term) && base !== term ? `${base}/${term}` : undefined;
}

function isCurrency(code: string): boolean {
  return isFiat(code) || code === 'RUB';
}

/** Message for a text that is no symbol, with the symbol that it may mean. */
export function explainSymbol(text: string): string {
  const upper = text.trim().toUpperCase();
  const meant = toPair(upper) ?? (isSymbol(upper) ? upper : undefined);
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return `expected a symbol such as EUR/USD${hint}`;
}
