// Finds the route of a request's path, and formats the path of a call.
import { assert } from '../../domain/index.js';
import type { Route } from './route.js';
import { ROUTE_IDS, type RouteId, ROUTES } from './index.js';

export type TableRoute = Route & { readonly id: RouteId };

export interface RouteMatch {
  readonly route: TableRoute;
  /** Decoded path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

interface Entry {
  readonly route: TableRoute;
  readonly names: readonly string[];
}

/** Maximum number of path parameters. */
const MAX_PARAMETERS = 2;
const NO_PARAMS: Readonly<Record<string, string>> = {};

/** By method, fixed part of the path and one `/*` per parameter. */
const ENTRIES: ReadonlyMap<string, Entry> = new Map(ROUTE_IDS.flatMap(toEntries));

function toEntries(id: RouteId): [string, Entry][] {
  const route = ROUTES[id];
  return [route.path, ...route.aliases].map((path) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const key = path.replace(/\/\{\w+\}/g, '/*');
    assert(names.length <= MAX_PARAMETERS && !/\*\/[^*]/.test(key), `${id}: parameters come last`);
    return [`${route.method} ${key}`, { route, names }];
  });
}

/**
 * Route of a method and a path as sent (percent-encoded, without query), or undefined. A fixed path
 * takes precedence over one with parameters; parameters are never empty.
 */
export function matchRoute(method: string, pathname: string): RouteMatch | undefined {
  const fixed = ENTRIES.get(`${method} ${pathname}`);
  if (fixed?.names.length === 0) return { route: fixed.route, params: NO_PARAMS };
  let prefix = pathname;
  let stars = '';
  const values: string[] = [];
  for (let count = 1; count <= MAX_PARAMETERS; count += 1) {
    const slash = prefix.lastIndexOf('/');
    if (slash < 0 || slash === prefix.length - 1) return undefined;
    values.unshift(prefix.slice(slash + 1));
    prefix = prefix.slice(0, slash);
    stars += '/*';
    const entry = ENTRIES.get(`${method} ${prefix}${stars}`);
    if (entry !== undefined) return toMatch(entry, values);
  }
  return undefined;
}

function toMatch(entry: Entry, values: readonly string[]): RouteMatch | undefined {
  const params: Record<string, string> = {};
  for (const [index, name] of entry.names.entries()) {
    try {
      params[name] = decodeURIComponent(values[index] ?? '');
    } catch {
      return undefined;
    }
  }
  return { route: entry.route, params };
}

/** Path of a call with parameters and query, percent-encoded, such as `/v2/orders/5120000017`. */
export function formatPath(
  route: Route,
  params: Readonly<Record<string, string>> = NO_PARAMS,
  query: Readonly<Record<string, string>> = NO_PARAMS,
): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // URL parsers resolve segments of dots, even encoded ones, to parent paths.
    assert(value !== undefined && !/^\.*$/.test(value), `${route.id}: ${name} is missing or dots`);
    return encodeURIComponent(value);
  });
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
