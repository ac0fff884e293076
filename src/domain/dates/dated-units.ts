// Quantities of a symbol by the date on which they are paid.

/** Minor units of the base: above 0 bought, below 0 sold. */
export interface DatedUnits {
  /** `YYYY-MM-DD`; empty where nobody knows it: such units never settle by themselves. */
  readonly valueDate: string;
  readonly units: number;
}

/** The first less the second, key by key; what comes to nothing is left out. */
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
