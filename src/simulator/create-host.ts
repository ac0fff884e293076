// Creates the context of the request handlers from the settings of a simulator.
import { type VenueProfile, createRespellings } from '../protocol/profile/index.js';
import type { Venue, VenueServices } from '../venue/index.js';
import { RequestLimits, type RequestLimitSettings } from './access/request-limits.js';
import { createPasswordTest } from './access/secrets.js';
import { createSignatureCheck } from './access/signature-check.js';
import type { HandlerContext } from './handler.js';
import type { RateFilter } from './scenario/rate-filter.js';
import { Scenario } from './scenario/scenario.js';
import { ShownClock } from './scenario/shown-clock.js';
import type { SimulatorSettings } from './settings.js';
import { InputLog } from './state/input-log.js';

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

export function toLimits(
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

export interface HostedMachine {
  readonly venue: Venue;
  readonly rates: RateFilter;
  readonly wake: () => void;
}
