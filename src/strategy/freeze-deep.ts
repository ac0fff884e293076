// Freezes plain data.

/** Freezes arrays and plain objects recursively; instances of classes stay as they are. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  Object.freeze(value);
  for (const one of Object.values(value)) freezeDeep(one);
  return value;
}
