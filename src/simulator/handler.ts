// Context of the request handlers, and the types of their calls.
import type { z } from 'zod';
import { assert, type Instant, type Instrument } from '../domain/index.js';
import type { Area, RouteId, ROUTES } from '../protocol/index.js';
import type { Respellings, VenueProfile } from '../protocol/profile/index.js';
import type { Log } from '../telemetry/index.js';
import type { UserOrders, Login, Venue, VenueServices } from '../venue/index.js';
import type { SimulatorResponse } from './response.js';
import type { RequestLimits } from './access/request-limits.js';
import type { Scenario } from './scenario/scenario.js';
import type { ShownClock } from './scenario/shown-clock.js';
import type { SignatureCheck } from './access/signature-check.js';
import type { InputLog } from './state/input-log.js';

export interface HandlerContext {
  readonly venue: Venue;
  readonly services: VenueServices;
  readonly profile: VenueProfile;
  /** Renames of calls, where the profile differs from the route table. */
  readonly respellings: Respellings;
  readonly log: Log | undefined;
  readonly isPassword: (user: string, org: string, password: string) => boolean;
  readonly checkSignature: SignatureCheck;
  /** Instruments by symbol without slash, as in paths: `EURUSD`. */
  readonly byCompactSymbol: ReadonlyMap<string, Instrument>;
  /** Session time as responses show it, with any injected skew. */
  readonly clock: ShownClock;
  readonly scenario: Scenario;
  readonly limits: RequestLimits | undefined;
  /** Records all inputs, so that the state can be saved. */
  readonly inputs: InputLog | undefined;
}

type Row<Id extends RouteId> = (typeof ROUTES)[Id];
type BodyOf<R> = R extends { readonly rawBody: true }
  ? unknown
  : R extends { readonly body: infer S extends z.ZodType }
    ? z.output<S>
    : undefined;

/** A request with validated route, sender, query and body. */
export interface Call<Id extends RouteId = RouteId> extends Identity {
  readonly at: Instant;
  readonly params: z.output<Row<Id>['params']>;
  readonly query: z.output<Row<Id>['query']>;
  /** Parsed JSON, validated unless the route has `rawBody`; undefined if the route has no body. */
  readonly body: BodyOf<Row<Id>>;
}

export type Handler<Id extends RouteId> = (
  host: HandlerContext,
  call: Call<Id>,
) => SimulatorResponse;
export type Handlers = { readonly [Id in RouteId]: Handler<Id> };
/** Handlers of one area's routes. */
export type AreaHandlers<A extends Area> = {
  readonly [Id in RouteId as Row<Id>['area'] extends A ? Id : never]: Handler<Id>;
};

export function findLogin(call: Pick<Call, 'login'>): Login {
  assert(call.login !== undefined, 'a route without token asked for its login');
  return call.login;
}

export function findAccount(call: Pick<Call, 'account'>): UserOrders {
  return call.account;
}
export interface Identity {
  readonly account: UserOrders;
  /** Undefined when the user authenticated by signature or password. */
  readonly login: Login | undefined;
}
