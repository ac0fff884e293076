// Fields of queries and bodies that the venue names otherwise than the route table does.
import { isRecord } from './wire-text.js';

/** By route, the table's name of a field to the venue's; what is not listed is the same. */
export type RequestNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A query or body as the venue names its fields. */
export function toVenueNames<T>(values: T, route: string, names: RequestNames): T {
  const renamed = Object.hasOwn(names, route) ? names[route] : undefined;
  if (renamed === undefined || !isRecord(values)) return values;
  const entries = Object.entries(values).map(([name, value]) => {
    return [Object.hasOwn(renamed, name) ? renamed[name] : name, value];
  });
  return Object.fromEntries(entries) as T;
}

/**
 * A query or body as the table names its fields. The table's own name of a field that the venue
 * names otherwise is one that the venue does not know: it is put in brackets, for the schema to
 * refuse.
 */
export function toTableNames<T>(values: T, route: string, names: RequestNames): T {
  const renamed = Object.hasOwn(names, route) ? names[route] : undefined;
  if (renamed === undefined || !isRecord(values)) return values;
  const own = new Map(Object.entries(renamed).map(([ours, theirs]) => [theirs, ours]));
  const entries = Object.entries(values).map(([name, value]) => {
    const isForeign = Object.hasOwn(renamed, name) && !own.has(name);
    return [own.get(name) ?? (isForeign ? `[${name}]` : name), value];
  });
  return Object.fromEntries(entries) as T;
}
