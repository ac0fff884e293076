// Plain data that nobody changes any more.

/** Freezes lists and plain objects with all in them; what has a class of its own stays as it is. */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  Object.freeze(value);
  for (const one of Object.values(value)) freezeDeep(one);
  return value;
}
