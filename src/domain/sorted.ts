// Lists that are sorted by an integer: found by halving, kept without a table to rebuild.

/** Place of the item with this key, or of the first above it; `keyOf` rises along the list. */
export function findPlace<T>(list: readonly T[], key: number, keyOf: (item: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && keyOf(item) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The item with this key, or undefined. */
export function findSorted<T>(
  list: readonly T[],
  key: number,
  keyOf: (item: T) => number,
): T | undefined {
  const item = list[findPlace(list, key, keyOf)];
  return item !== undefined && keyOf(item) === key ? item : undefined;
}
