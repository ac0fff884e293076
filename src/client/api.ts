// Every row of the route table as a typed call, grouped by area. These calls are outside Weir's
// gate: no limit, no stop rule and no journal stands between them and the venue.
import type { z } from 'zod';
import { assert, fail, ok, type Result } from '../domain/index.js';
import {
  AREAS,
  type Area,
  findOrderFault,
  type OrderFieldRules,
  formatPath,
  type Route,
  ROUTE_IDS,
  type RouteId,
  ROUTES,
  showValue,
  toQueryTexts,
} from '../protocol/index.js';
import { splitInput } from './call-input.js';
import type { ReadOutcome } from './read.js';
import { isHeaderValue } from './transport/writable.js';
import type { WriteOutcome } from './write.js';

type Row<Id extends RouteId> = (typeof ROUTES)[Id];
/** Names of a shape; none of an empty one, which would forbid those of the others. */
type FieldsOf<S extends z.ZodType> =
  z.input<S> extends Readonly<Record<string, never>> ? unknown : z.input<S>;
/** A body that is a list has no names of its own: it goes in as `body`. */
type BodyFields<R> = R extends { readonly body: infer S extends z.ZodType }
  ? z.input<S> extends readonly unknown[]
    ? { readonly body: z.input<S> }
    : z.input<S>
  : unknown;

/** Path parameters, query parameters and body fields of a call in one flat object. */
export type CallInput<Id extends RouteId> = FieldsOf<Row<Id>['params']> &
  FieldsOf<Row<Id>['query']> &
  BodyFields<Row<Id>>;

/** A read gives data, the venue's "no result" or a failure; a write an outcome class. */
export type ApiResult<Id extends RouteId> = Row<Id>['kind'] extends 'read' | 'consume'
  ? ReadOutcome<z.output<Row<Id>['response']>>
  : WriteOutcome<z.output<Row<Id>['response']>>;

export interface CallOptions {
  /** Gives the call up; a write that has left stays `unknown`. */
  readonly signal?: AbortSignal;
  /** Asked in the tick of the write, after a login if one is due: why the call may not leave. */
  readonly findRefusal?: () => string | undefined;
  /** Told of the text of an answer with status 200, without secrets, before it is read. */
  readonly onText?: (text: string) => void;
}

type ApiCall<Id extends RouteId> =
  object extends CallInput<Id>
    ? (input?: CallInput<Id>, options?: CallOptions) => Promise<ApiResult<Id>>
    : (input: CallInput<Id>, options?: CallOptions) => Promise<ApiResult<Id>>;

/** Calls that move trades or money: only a client of `createBackOfficeClient` makes them. */
export type DeskRouteId = {
  [Id in RouteId]: Row<Id>['kind'] extends 'desk' | 'custody'
    ? Row<Id>['area'] extends 'stp'
      ? never
      : Id
    : never;
}[RouteId];

/** Whether a call moves trades or money; a resend of STP messages does not. */
export function isDeskRoute({ area, kind }: Pick<Route, 'area' | 'kind'>): boolean {
  return (kind === 'desk' && area !== 'stp') || kind === 'custody';
}

type ApiOf<A extends Area, Ids extends RouteId> = {
  readonly [One in A]: {
    readonly [Id in Ids as Row<Id>['area'] extends One ? Id : never]: ApiCall<Id>;
  };
};

/** The areas of the venue but `auth`, which the client itself looks after, without desk calls. */
export type VenueApi = ApiOf<Exclude<Area, 'auth'>, Exclude<RouteId, DeskRouteId>>;
/** The calls that move trades or money. */
export type DeskApi = ApiOf<'trades' | 'custody', DeskRouteId>;

/** What any call gives. */
export type AnyOutcome = ReadOutcome<unknown> | WriteOutcome<unknown>;

/** A call whose input has been checked: what goes on the wire. */
export interface PreparedCall {
  readonly route: Route;
  readonly path: string;
  readonly body?: string;
  /** Of a place: the id that the answer must name. */
  readonly coId: string;
}

/** Carries prepared calls; `turnDown` tells of an input that never left. */
export interface ApiTransport {
  carry(call: PreparedCall, options: CallOptions): Promise<AnyOutcome>;
  turnDown(route: Route, message: string): Promise<AnyOutcome>;
  /** What orders need at this venue. */
  readonly rules: OrderFieldRules;
}

export function createApi(carrier: ApiTransport): VenueApi {
  const areas = AREAS.filter((area) => area !== 'auth').map((area) => {
    const isOwn = (route: Route) => route.area === area && !isDeskRoute(route);
    const ids = ROUTE_IDS.filter((id) => isOwn(ROUTES[id]));
    return [area, Object.fromEntries(ids.map((id) => [id, createCall(ROUTES[id], carrier)]))];
  });
  return Object.fromEntries(areas) as VenueApi;
}

function createCall(route: Route, carrier: ApiTransport) {
  return (input: unknown = {}, options: CallOptions = {}): Promise<unknown> => {
    const prepared = prepareCall(route, input, carrier.rules);
    return prepared.ok
      ? carrier.carry(prepared.value, options)
      : carrier.turnDown(route, prepared.fault.message);
  };
}

/**
 * Checks a call's input, of an order by what the venue needs too if that is given; what comes out
 * is what goes on the wire. Fault code `client.input`.
 */
export function prepareCall(
  route: Route,
  input: unknown,
  rules?: OrderFieldRules,
): Result<PreparedCall> {
  const parts = splitInput(route, input);
  if (!parts.ok) return parts;
  const { params, query, body } = parts.value;
  const isOrder = route.kind === 'place' && rules !== undefined;
  const fault = isOrder
    ? findOrderFault(body as Readonly<Record<string, unknown>>, rules)
    : undefined;
  if (fault !== undefined) return fail('client.input', `${route.id}: ${fault}`);
  const path = formatPath(route, params, toQueryTexts(query));
  if (body === undefined) return ok({ route, path, coId: '' });
  const text = JSON.stringify(body);
  assert(typeof text === 'string', `${route.id}: a checked body is JSON`);
  const coId = readCoId(body);
  if (!isHeaderValue(coId)) {
    const words = 'coId: expected characters that the header X-Request-ID can carry (Latin-1)';
    return fail('client.input', `${route.id}: ${words}, found ${showValue(coId)}`);
  }
  return ok({ route, path, body: text, coId });
}

function readCoId(body: unknown): string {
  const isNamed = typeof body === 'object' && body !== null && 'coId' in body;
  return isNamed && typeof body.coId === 'string' ? body.coId : '';
}
