// From a whole request to its answer: route, identity, query, body, handler.
import type { Instant } from '../domain/index.js';
import { matchRoute, type RouteMatch, ROUTES } from '../protocol/index.js';
import { type Answer, ERROR_CODES, refuse } from './answer.js';
import { HANDLERS } from './handlers/index.js';
import type { Call, Host } from './host.js';
import { identify } from './identify.js';
import { type HttpRequest, readBody, readParams, readQuery, splitTarget } from './read-request.js';

/** A call of any route, its parts checked by the route's schemas. */
type AnyCall = Readonly<Record<keyof Call, unknown>>;

const METHODS = [...new Set(Object.values(ROUTES).map((route) => route.method))];

/** The answer of the venue's own paths. */
export function dispatch(host: Host, at: Instant, request: HttpRequest): Answer {
  const [path, query] = splitTarget(request.target);
  const match = matchRoute(request.method, path);
  return match === undefined
    ? refusePath(
        path,
        METHODS.filter((method) => matchRoute(method, path) !== undefined),
      )
    : handle(host, at, match, query, request);
}

function handle(
  host: Host,
  at: Instant,
  { route, params }: RouteMatch,
  queryText: string,
  request: HttpRequest,
): Answer {
  const identity = identify(host, at, route, request);
  if ('refusal' in identity) return identity.refusal;
  const path = readParams(params, route);
  if ('problem' in path) return refuse(400, path.problem);
  const query = readQuery(queryText, route);
  if ('problem' in query) return refuse(400, query.problem);
  const body = readBody(request.body, route);
  if ('problem' in body) {
    const code = route.kind === 'login' ? ERROR_CODES.badLogin : undefined;
    return refuse(400, body.problem, code, host.profile);
  }
  // Each handler takes what its own row describes: the table's types cannot follow the lookup.
  const run = HANDLERS[route.id] as (host: Host, call: AnyCall) => Answer;
  return run(host, { at, params: path.value, query: query.value, body: body.value, ...identity });
}

/** 405 for a path that other methods know, else 404. */
export function refusePath(path: string, allowed: readonly string[]): Answer {
  if (allowed.length === 0) return refuse(404, `There is nothing at ${path.slice(0, 100)}.`);
  const methods = allowed.join(', ');
  return { ...refuse(405, `expected ${methods}.`), headers: ['Allow', methods] };
}
