// About how many units of a currency a dollar is, where no rate says so: for bounds alone.

/** Units of a currency that are about a dollar, to the power of ten; 1 where it is not named. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  ...{ JPY: 100, INR: 100, HUF: 100, PHP: 100, RUB: 100, THB: 100, TWD: 100, CZK: 10, TRY: 100 },
  ...{ KRW: 1_000, CLP: 1_000, COP: 10_000, IDR: 10_000, VND: 10_000 },
  ...{ CNH: 10, CNY: 10, DKK: 10, HKD: 10, MXN: 10, NOK: 10, SEK: 10, ZAR: 10 },
};

export function usdScaleOf(currency: string): number {
  return PER_DOLLAR[currency] ?? 1;
}
