// Lists that are sorted by an integer: found by halving, kept without a table to rebuild.

/** Most items moved one by one when one before them is taken out. */
const MOST_MOVED = 16;

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

/** Puts an item in its place; what is newer than all others, the rule, is put at the end. */
export function insertSorted<T>(list: T[], item: T, keyOf: (item: T) => number): void {
  // An empty list is not asked for its place -1: the engine would look for a name.
  const last = list.length === 0 ? undefined : list[list.length - 1];
  if (last === undefined || keyOf(last) < keyOf(item)) list.push(item);
  else list.splice(findPlace(list, keyOf(item), keyOf), 0, item);
}

/** Takes an item out; false when it is not in the list. */
export function removeSorted<T>(list: T[], item: T, keyOf: (item: T) => number): boolean {
  const place = findPlace(list, keyOf(item), keyOf);
  if (list[place] !== item) return false;
  if (list.length - place > MOST_MOVED) {
    list.splice(place, 1);
    return true;
  }
  // By hand, as `splice` makes another list of what it takes out.
  for (let i = place + 1; i < list.length; i++) list[i - 1] = list[i] as T;
  list.pop();
  return true;
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
