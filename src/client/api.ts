// Every route as a typed call, grouped by area. These calls bypass Weir's gate: no limit, halt or
// journal applies to them.
import type { z } from 'zod';
import { assert, fail, ok, type Result } from '../domain/index.js';
import {
  AREAS,
  type Area,
  formatPath,
  type Route,
  ROUTE_IDS,
  type RouteId,
  ROUTES,
  showValue,
  toQueryTexts,
} from '../protocol/index.js';
import { findOrderFault, type OrderFieldRules } from '../protocol/profile/index.js';
import { splitInput } from './call-input.js';
import type { ReadOutcome } from './read.js';
import { isHeaderValue } from './transport/writable.js';
import type { WriteOutcome } from './write.js';

type Row<Id extends RouteId> = (typeof ROUTES)[Id];
/**
 * Fields of an input schema. An empty schema becomes `unknown`, because `Record<string, never>`
 * would forbid all other fields.
 */
type FieldsOf<S extends z.ZodType> =
  z.input<S> extends Readonly<Record<string, never>> ? unknown : z.input<S>;
/** A list body has no field names: it is passed as `body`. */
type BodyFields<R> = R extends { readonly body: infer S extends z.ZodType }
  ? z.input<S> extends readonly unknown[]
    ? { readonly body: z.input<S> }
    : z.input<S>
  : unknown;

/** Path parameters, query parameters and body fields of a call in one flat object. */
export type CallInput<Id extends RouteId> = FieldsOf<Row<Id>['params']> &
  FieldsOf<Row<Id>['query']> &
  BodyFields<Row<Id>>;

/** A read returns data, the venue's "no result" or a failure; a write an outcome class. */
export type ApiResult<Id extends RouteId> = Row<Id>['kind'] extends 'read' | 'consume'
  ? ReadOutcome<z.output<Row<Id>['response']>>
  : WriteOutcome<z.output<Row<Id>['response']>>;

export interface CallOptions {
  /** Aborts the call; a write that has left stays `unknown`. */
  readonly signal?: AbortSignal;
  /** Why the call may not leave; asked in the tick of the write, after a due login. */
  readonly findRefusal?: () => string | undefined;
  /** Called with the body of a 200, without secrets, before it is parsed. */
  readonly onText?: (text: string) => void;
}

type ApiCall<Id extends RouteId> =
  object extends CallInput<Id>
    ? (input?: CallInput<Id>, options?: CallOptions) => Promise<ApiResult<Id>>
    : (input: CallInput<Id>, options?: CallOptions) => Promise<ApiResult<Id>>;

/** Calls that move trades or money: only a client of `createBackOfficeClient` can make them. */
export type BackOfficeRouteId = {
  [Id in RouteId]: Row<Id>['kind'] extends 'desk' | 'custody'
    ? Row<Id>['area'] extends 'stp'
      ? never
      : Id
    : never;
}[RouteId];

/** Whether a call moves trades or money; a resend of STP messages does not. */
export function isBackOfficeRoute({ area, kind }: Pick<Route, 'area' | 'kind'>): boolean {
  return (kind === 'desk' && area !== 'stp') || kind === 'custody';
}

type ApiOf<A extends Area, Ids extends RouteId> = {
  readonly [One in A]: {
    readonly [Id in Ids as Row<Id>['area'] extends One ? Id : never]: ApiCall<Id>;
  };
};

/** All areas but `auth`, which the client uses itself, without calls that move trades or money. */
export type VenueApi = ApiOf<Exclude<Area, 'auth'>, Exclude<RouteId, BackOfficeRouteId>>;
/** Calls that move trades or money. */
export type BackOfficeApi = ApiOf<'trades' | 'custody', BackOfficeRouteId>;

/** Outcome of any call. */
export type AnyOutcome = ReadOutcome<unknown> | WriteOutcome<unknown>;

/** A call with checked input, ready for the wire. */
export interface PreparedCall {
  readonly route: Route;
  readonly path: string;
  readonly body?: string;
  /** Client order id of a place, which the response must have. */
  readonly coId: string;
}

/** Sends prepared calls; `turnDown` returns the outcome of an invalid input, which never left. */
export interface ApiTransport {
  carry(call: PreparedCall, options: CallOptions): Promise<AnyOutcome>;
  turnDown(route: Route, message: string): Promise<AnyOutcome>;
  /** Required order fields of this venue. */
  readonly rules: OrderFieldRules;
}

export function createApi(carrier: ApiTransport): VenueApi {
  const areas = AREAS.filter((area) => area !== 'auth').map((area) => {
    const isOwn = (route: Route) => route.area === area && !isBackOfficeRoute(route);
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
 * Checks a call's input, for an order with the venue's required fields if given; returns what goes
 * on the wire. Fault code `client.input`.
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
    const message = 'coId: expected characters of Latin-1, for the header X-Request-ID';
    return fail('client.input', `${route.id}: ${message}, found ${showValue(coId)}`);
  }
  return ok({ route, path, body: text, coId });
}

function readCoId(body: unknown): string {
  const isNamed = typeof body === 'object' && body !== null && 'coId' in body;
  return isNamed && typeof body.coId === 'string' ? body.coId : '';
}
