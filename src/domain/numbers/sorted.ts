// Arrays sorted by an integer key: binary search, no separate index.

/** Maximum of items moved one by one when an item before them is removed. */
const MOST_MOVED = 16;

/** Index of the item with this key, or of the first above it; `keyOf` must increase. */
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

/** Inserts an item by its key; usually it is the newest and is appended. */
export function insertSorted<T>(list: T[], item: T, keyOf: (item: T) => number): void {
  // Index -1 of an empty array would be a slow lookup by name in V8.
  const last = list.length === 0 ? undefined : list[list.length - 1];
  if (last === undefined || keyOf(last) < keyOf(item)) list.push(item);
  else list.splice(findPlace(list, keyOf(item), keyOf), 0, item);
}

/** Removes an item; false when it is not in the list. */
export function removeSorted<T>(list: T[], item: T, keyOf: (item: T) => number): boolean {
  const place = findPlace(list, keyOf(item), keyOf);
  if (list[place] !== item) return false;
  if (list.length - place > MOST_MOVED) {
    list.splice(place, 1);
    return true;
  }
  // A loop, because `splice` allocates an array for the removed items.
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
