// Currencies and assets by code: their names, and which currencies are not delivered.

const NAMES: ReadonlyMap<string, string> = new Map([
  ['AUD', 'Australian Dollar'],
  ['BRL', 'Brazilian Real'],
  ['BTC', 'Bitcoin'],
  ['CAD', 'Canadian Dollar'],
  ['CHF', 'Swiss Franc'],
  ['CLP', 'Chilean Peso'],
  ['CNH', 'Offshore Chinese Renminbi'],
  ['CZK', 'Czech Koruna'],
  ['DKK', 'Danish Krone'],
  ['ETH', 'Ether'],
  ['EUR', 'Euro'],
  ['GBP', 'Pound Sterling'],
  ['HKD', 'Hong Kong Dollar'],
  ['HUF', 'Hungarian Forint'],
  ['ILS', 'Israeli New Shekel'],
  ['INR', 'Indian Rupee'],
  ['JPY', 'Japanese Yen'],
  ['KRW', 'South Korean Won'],
  ['MXN', 'Mexican Peso'],
  ['NOK', 'Norwegian Krone'],
  ['NZD', 'New Zealand Dollar'],
  ['PHP', 'Philippine Peso'],
  ['PLN', 'Polish Zloty'],
  ['SEK', 'Swedish Krona'],
  ['SGD', 'Singapore Dollar'],
  ['THB', 'Thai Baht'],
  ['TRY', 'Turkish Lira'],
  ['TWD', 'New Taiwan Dollar'],
  ['USD', 'US Dollar'],
  ['ZAR', 'South African Rand'],
]);

/** Traded as non-deliverable forwards offshore. */
const NOT_DELIVERED: readonly string[] = ['BRL', 'CLP', 'INR', 'KRW', 'PHP', 'TWD'];

const ASSETS: readonly string[] = ['BTC', 'ETH'];

/** True for the code of a national currency; an unknown code is an asset. */
export function isFiat(code: string): boolean {
  return NAMES.has(code) && !ASSETS.includes(code);
}

/** The English name of a currency or asset; the code itself when unknown. */
export function nameCurrency(code: string): string {
  return NAMES.get(code) ?? code;
}

/** True when a currency is delivered at settlement; forwards of the others are NDFs. */
export function isDeliverable(code: string): boolean {
  return !NOT_DELIVERED.includes(code);
}
