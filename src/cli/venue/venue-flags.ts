// Command line options of a venue call: one for each field of its route, with conversion to values.
import type { Options } from 'yargs';
import {
  AREAS,
  type Area,
  describeFields,
  type FieldDescription,
  parseExactJson,
  parseJson,
  type Route,
  ROUTE_IDS,
  ROUTES,
} from '../../protocol/index.js';
import { findNearestName } from '../../domain/index.js';
import { usageError } from '../parser/usage.js';

/** Option for the body of a call whose body is a list. */
const LIST_BODY = 'body';

export function listCalls(area: Area): readonly Route[] {
  return ROUTE_IDS.map((id): Route => ROUTES[id]).filter((route) => route.area === area);
}

/** The route of an area and a call. */
export function findRoute(area: string, call: string): Route {
  const known: readonly string[] = AREAS;
  if (!known.includes(area)) throw usageError(expectOne('an area', known, area));
  const routes = listCalls(area as Area);
  const route = routes.find(({ id }) => id === call);
  if (route !== undefined) return route;
  const ids = routes.map(({ id }) => id);
  throw usageError(expectOne(`a call of ${area}`, ids, call));
}

function expectOne(what: string, known: readonly string[], found: string): string {
  const near = findNearestName(found, known);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  return `expected ${what} (${known.join(', ')}), found \`${found}\`${hint}`;
}

/** Fields that become options: the top level of path, query and body. */
export function listFlags(route: Route): readonly FieldDescription[] {
  const fields = describeFields(route).filter(({ place }) => place !== 'answer');
  const isList = fields.some(({ place, name }) => place === 'body' && name.startsWith('[]'));
  const flags = fields.filter(({ name }) => !/[.[]/.test(name));
  if (!isList) return flags;
  const names = fields.filter(({ name }) => /^\[\]\.\w+$/.test(name)).map(({ name }) => name);
  const text = `list of objects with ${names.map((name) => name.slice(3)).join(', ')}`;
  return [
    ...flags,
    { name: LIST_BODY, place: 'body', type: 'list of object', isRequired: true, text },
  ];
}

/** Parser options of the call that the command line names. */
export function listOptions(words: readonly string[]): Readonly<Record<string, Options>> {
  const [, area, call] = words;
  const isCall = area !== undefined && call !== undefined && !call.startsWith('-');
  if (!isCall) return {};
  const flags = listFlags(findRoute(area, call)).map(({ name, type, isRequired, text }) => {
    const describe = `${text} (${type}${isRequired ? ', required' : ''})`;
    return [name, { type: 'string', requiresArg: true, describe }] as const;
  });
  return Object.fromEntries(flags);
}

/** The input of a call from the texts of its options. */
export function readInput(
  route: Route,
  texts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const flag of listFlags(route)) {
    const text = texts[flag.name];
    if (typeof text === 'string') input[flag.name] = readValue(flag, text, route);
    else if (flag.isRequired) throw usageError(`expected --${flag.name}, found none`);
  }
  return input;
}

/** Decimal notation only. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function readValue(
  { name, type }: FieldDescription,
  text: string,
  route: Pick<Route, 'exact'>,
): unknown {
  // An amount that may be a string stays one, which keeps it exact.
  if (type.split(' | ').includes('string')) return text;
  if (type === 'number' || type === 'integer') {
    const value = DECIMAL.test(text.trim()) ? Number(text) : Number.NaN;
    if (Number.isFinite(value)) return value;
    throw usageError(`--${name}: expected a number, found ${JSON.stringify(text)}`);
  }
  if (type === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true';
    throw usageError(`--${name}: expected true or false, found ${JSON.stringify(text)}`);
  }
  if (type === 'list of string' || /^list of (\w+ \| )*\w+$/.test(type))
    return readList(name, text, route);
  if (type.startsWith('list of') || type === 'object') return readJson(name, text, route);
  return text;
}

/** Comma-separated words, or JSON if the text begins like JSON. */
function readList(name: string, text: string, route: Pick<Route, 'exact'>): unknown {
  if (text.startsWith('[') || text.startsWith('{')) return readJson(name, text, route);
  return text.split(',').map((word) => word.trim());
}

function readJson(name: string, text: string, { exact }: Pick<Route, 'exact'>): unknown {
  const value = exact === true ? parseExactJson(text) : parseJson(text);
  if (value !== undefined) return value;
  throw usageError(`--${name}: expected JSON, found ${JSON.stringify(text.slice(0, 60))}`);
}
