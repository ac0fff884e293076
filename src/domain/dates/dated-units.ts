// Quantities of a symbol by the date on which they are paid.

/** Minor units of the base: above 0 bought, below 0 sold. */
export interface DatedUnits {
  /** `YYYY-MM-DD`; empty where nobody knows it: such units never settle by themselves. */
  readonly valueDate: string;
  readonly units: number;
}

/** The first less the second, date by date; dates that come to nothing are left out. */
export function subtractDated(
  from: readonly DatedUnits[],
  what: readonly DatedUnits[],
): readonly DatedUnits[] {
  const sums = new Map<string, number>();
  const add = (sign: 1 | -1) => (one: DatedUnits) => {
    sums.set(one.valueDate, (sums.get(one.valueDate) ?? 0) + sign * one.units);
  };
  from.forEach(add(1));
  what.forEach(add(-1));
  return [...sums]
    .filter(([, units]) => units !== 0)
    .map(([valueDate, units]) => ({ valueDate, units }))
    .sort((a, b) => (a.valueDate < b.valueDate ? -1 : 1));
}
