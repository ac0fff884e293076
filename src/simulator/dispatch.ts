// Dispatches a request to its handler: route, identity, query, body, response.
import type { Instant } from '../domain/index.js';
import { matchRoute, ROUTES, type TableRoute } from '../protocol/index.js';
import {
  fromBodyQuery,
  respellAnswer,
  respellKeys,
  type Respelling,
  respellQuery,
} from '../protocol/profile/index.js';
import { type SimulatorResponse, nameError, refuse, type Send } from './response.js';
import { HANDLERS } from './handlers/index.js';
import type { Call, HandlerContext } from './handler.js';
import { identify } from './access/identify.js';
import {
  type HttpRequest,
  readBody,
  type Reading,
  readParams,
  readQuery,
  splitTarget,
} from './http/read-request.js';
import type { ProvenRequest } from './proven-request.js';

/** A call of any route, its parts validated by the route's schemas. */
type AnyCall = Readonly<Record<keyof Call, unknown>>;

const METHODS = [...new Set(Object.values(ROUTES).map((route) => route.method))];
const NO_BODY = Buffer.alloc(0);

/** Responds to a request for one of the venue's own paths. */
export function dispatch(
  host: HandlerContext,
  at: Instant,
  request: HttpRequest,
  send: Send,
): void {
  const { method, target } = request;
  const [path, query] = splitTarget(target);
  const match = matchRoute(method, path);
  // The route table has both renewal paths; the profile may allow only one.
  const isSpoken = match?.route.id !== 'renewToken' || host.profile.renewPaths.includes(path);
  if (match === undefined || !isSpoken) {
    const others = METHODS.filter((one) => matchRoute(one, path) !== undefined);
    send(nameError(refusePath(path, isSpoken ? others : []), host.profile));
    return;
  }
  const { route, params } = match;
  const identity = identify(host, at, route, request);
  if ('refusal' in identity) {
    send(identity.refusal);
    return;
  }
  // The login body has been read; later code must not see its password.
  const body = route.id === 'login' ? NO_BODY : request.body;
  perform(host, { ...identity, at, route, params, target, query, body }, send);
}

/** Processes an authenticated request within the limits of its user. */
export function perform(host: HandlerContext, request: ProvenRequest, send: Send): void {
  const { limits } = host;
  if (limits === undefined) {
    performCounted(host, request, send);
    return;
  }
  const { at, account, route, body } = request;
  const refusal = limits.enter(at, account, route, body.length);
  if (refusal !== undefined) {
    send(nameError(refusal, host.profile));
    return;
  }
  performCounted(host, request, (answer) => {
    limits.leave(account);
    send(answer);
  });
}

function performCounted(host: HandlerContext, request: ProvenRequest, send: Send): void {
  const { at, account, route, target } = request;
  // The signature covers the request as sent, so the profile's renames apply only after
  // authentication.
  const respelling = host.respellings.get(route.id);
  const read = readCall(respelling === undefined ? request : renameRequest(request, respelling));
  if ('problem' in read) {
    host.inputs?.addBad(request);
    send(nameErrorOf(host, route, refuse(400, read.problem)));
    return;
  }
  const call = read.value;
  const isMoving = route.kind === 'desk' || route.kind === 'custody';
  if (isMoving && account.user.trading === false) {
    host.inputs?.addBad(request);
    send(refuse(400, 'Trading is disabled.', 'tradingDisabled', host.profile));
    return;
  }
  host.inputs?.addRequest(request);
  const sayTo =
    respelling === undefined
      ? send
      : (answer: SimulatorResponse) => send(renameResponse(answer, respelling));
  if (host.scenario.isIdle) {
    sayTo(run(host, route, call));
    return;
  }
  const parts = [call.body, call.query, call.params];
  const runLater = (then: Instant) => run(host, route, { ...call, at: then });
  host.scenario.play(at, { route, target, account, parts }, runLater, send, sayTo);
}

/** Renames the profile's fields of a request to those of the route table. */
function renameRequest(request: ProvenRequest, { query, body, bodyIn }: Respelling): ProvenRequest {
  if (bodyIn === 'query') {
    // The profile sends the fields in the query, so a body is ignored.
    const fields = respellKeys(fromBodyQuery(request.query), body.fromVenue);
    return { ...request, query: '', body: Buffer.from(fields) };
  }
  const isSame = body.fromVenue.size === 0;
  return {
    ...request,
    query: respellQuery(request.query, query.fromVenue),
    body: isSame ? request.body : Buffer.from(respellKeys(String(request.body), body.fromVenue)),
  };
}

/** Renames the fields of a successful response to those of the profile. */
function renameResponse(answer: SimulatorResponse, words: Respelling): SimulatorResponse {
  if (answer.status > 299) return answer;
  const status = words.status ?? answer.status;
  return { ...answer, status, body: respellAnswer(answer.body, words) };
}

function run(host: HandlerContext, route: TableRoute, call: AnyCall): SimulatorResponse {
  // The cast is needed: TypeScript cannot relate the looked-up handler to the type of its call.
  const handler = HANDLERS[route.id] as (host: HandlerContext, call: AnyCall) => SimulatorResponse;
  const answer = nameErrorOf(host, route, handler(host, call));
  host.inputs?.addAnswer(answer);
  return answer;
}

function nameErrorOf(
  host: HandlerContext,
  route: TableRoute,
  answer: SimulatorResponse,
): SimulatorResponse {
  return route.id === 'placeOrder' ? answer : nameError(answer, host.profile);
}

function readCall(request: ProvenRequest): Reading<AnyCall> {
  const { at, route, account, login } = request;
  const params = readParams(request.params, route);
  if ('problem' in params) return params;
  const query = readQuery(request.query, route);
  if ('problem' in query) return query;
  const body = route.id === 'login' ? { value: undefined } : readBody(request.body, route);
  if ('problem' in body) return body;
  const parts = { params: params.value, query: query.value, body: body.value };
  return { value: { at, account, login, ...parts } };
}

/** 405 if other methods know the path, else 404. */
export function refusePath(path: string, allowed: readonly string[]): SimulatorResponse {
  if (allowed.length === 0) return refuse(404, `There is nothing at ${path.slice(0, 100)}.`);
  const methods = allowed.join(', ');
  return { ...refuse(405, `expected ${methods}.`), headers: ['Allow', methods] };
}
