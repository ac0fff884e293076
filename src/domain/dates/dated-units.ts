// Quantities of a symbol by value date.

/** Minor units of the base: positive is bought, negative is sold. */
export interface DatedUnits {
  /** `YYYY-MM-DD`; empty when unknown: such units never settle by themselves. */
  readonly valueDate: string;
  readonly units: number;
}

/** Subtracts the second list from the first, by key; zero results are left out. */
export function subtractUnits<T extends { readonly units: number }>(
  from: readonly T[],
  what: readonly T[],
  keyOf: (one: T) => string,
): readonly T[] {
  const sums = new Map<string, T>();
  const add = (sign: 1 | -1) => (one: T) => {
    const key = keyOf(one);
    sums.set(key, { ...one, units: (sums.get(key)?.units ?? 0) + sign * one.units });
  };
  from.forEach(add(1));
  what.forEach(add(-1));
  return [...sums.values()].filter(({ units }) => units !== 0);
}
