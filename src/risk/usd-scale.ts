// Rough units of a currency per US dollar, for bounds where no rate is known.

/** Units per US dollar, rounded to a power of ten; 1 for currencies not listed. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  JPY: 100,
  INR: 100,
  HUF: 100,
  PHP: 100,
  RUB: 100,
  THB: 100,
  TWD: 100,
  CZK: 10,
  TRY: 100,
  KRW: 1_000,
  CLP: 1_000,
  COP: 10_000,
  IDR: 10_000,
  VND: 10_000,
  CNH: 10,
  CNY: 10,
  DKK: 10,
  HKD: 10,
  MXN: 10,
  NOK: 10,
  SEK: 10,
  ZAR: 10,
};

export function usdScaleOf(currency: string): number {
  return PER_DOLLAR[currency] ?? 1;
}
