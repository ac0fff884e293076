// Context of the request handlers, and the types of their calls.
import type { z } from 'zod';
import { assert, type Instant, type Instrument } from '../domain/index.js';
import {
  type Area,
  createRespellings,
  type Respellings,
  type RouteId,
  type ROUTES,
  type VenueProfile,
} from '../protocol/index.js';
import type { Log } from '../telemetry/index.js';
import type { UserOrders, Login, Venue, VenueServices } from '../venue/index.js';
import type { SimulatorResponse } from './response.js';
import type { Identity } from './access/identify.js';
import { RequestLimits, type RequestLimitSettings } from './access/request-limits.js';
import type { RateFilter } from './scenario/rate-filter.js';
import { Scenario } from './scenario/scenario.js';
import { ShownClock } from './scenario/shown-clock.js';
import { createPasswordTest } from './access/secrets.js';
import type { SimulatorSettings } from './settings.js';
import { createSignatureCheck, type SignatureCheck } from './access/signature-check.js';
import { InputLog } from './state/input-log.js';

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

/** The scenario calls `wake` when an earlier timer was set. */
export function createHost(
  { venue, rates, wake }: HostedMachine,
  services: VenueServices,
  settings: SimulatorSettings,
  profile: VenueProfile,
): HandlerContext {
  const { users, log, limits, keepInputs = false } = settings;
  const counted = toLimits(profile, limits);
  const clock = new ShownClock();
  const scenario = new Scenario({ venue, desks: services, profile, rates, clock }, wake);
  return {
    venue,
    services,
    profile,
    log,
    clock,
    scenario,
    respellings: createRespellings(profile.calls),
    isPassword: createPasswordTest(users),
    checkSignature: createSignatureCheck(users, venue, profile.hmac),
    byCompactSymbol: new Map(venue.instruments.map((one) => [one.base + one.term, one])),
    limits: counted === undefined ? undefined : new RequestLimits(counted, profile, venue.logins),
    inputs: keepInputs || settings.restore !== undefined ? new InputLog() : undefined,
  };
}

/**
 * Limits of the settings; the profile's apply where the settings have none. Undefined: no limits.
 */
function toLimits(
  { limits: { requestsPerSecond, sessions } }: VenueProfile,
  limits: RequestLimitSettings | undefined,
): RequestLimitSettings | undefined {
  if (limits === undefined && requestsPerSecond === 'any' && sessions === 'any') return undefined;
  return {
    ...(requestsPerSecond === 'any' ? {} : { requestsPerSecond }),
    ...(sessions === 'any' ? {} : { sessions }),
    ...limits,
  };
}

/** Parts of the runtime that the handlers need. */
interface HostedMachine {
  readonly venue: Venue;
  readonly rates: RateFilter;
  readonly wake: () => void;
}

export function findLogin(call: Pick<Call, 'login'>): Login {
  assert(call.login !== undefined, 'a route without token asked for its login');
  return call.login;
}

export function findAccount(call: Pick<Call, 'account'>): UserOrders {
  return call.account;
}
