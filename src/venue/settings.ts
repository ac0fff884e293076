// How a venue machine is set up: instruments, users, latency, fill timing.
import { type Calendars, type Instrument, type Micros, MINUTE } from '../domain/index.js';
import type { ForwardSettings } from './market/forward-curves.js';
import type { DataSetSettings } from './market/data-set-schema.js';
import type { FillTiming } from './models/fill.js';
import type { ImpactSettings } from './models/impact.js';
import type { LastLookSettings } from './models/last-look.js';
import type { Latency } from './models/latency.js';
import type { RestingSettings } from './models/resting.js';
import type { LimitSettings } from './orders/limits.js';
import type { OrderRules } from './orders/rules.js';
import type { ProviderSettings } from './models/providers.js';
import type { RfsSettings } from './quotes/settings.js';

/** Broker and sales-dealer users may amend, roll and allocate trades (spec, Roles). */
export const USER_ROLES = ['trader', 'broker', 'sales-dealer'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** A user of the venue; whoever hosts the machine proves the password. */
export interface VenueUser {
  /** Login name, e.g. `algo1`. */
  readonly user: string;
  readonly org: string;
  /** Legal entity that trades are booked on. */
  readonly account: string;
  /** False: every order of the user is turned down with tradingDisabled. */
  readonly trading?: boolean;
  /** `trader` when absent. */
  readonly role?: UserRole;
}

/** An organization of the venue, customer or provider. */
export interface VenueOrg {
  readonly org: string;
  /** Its legal entities. */
  readonly accounts: readonly string[];
  /** Organizations that its users may trade for. */
  readonly onBehalfOf?: readonly string[];
  /** Whether its users may allocate trades without being broker or sales dealer. */
  readonly mayAllocate?: boolean;
  /** Providers of its spot rates and of its quotes; absent: all; empty: not provisioned. */
  readonly spotProviders?: readonly string[];
  readonly rfsProviders?: readonly string[];
  /** False: its trades are not sent by STP, unless the booking of a trade says so. */
  readonly stp?: boolean;
  /** Absent: 60 minutes, 3 changes of the rate, 100 percent. */
  readonly amendment?: AmendmentLimits;
}

/** What an organization lets amendments of its trades do (spec, Limits). */
export interface AmendmentLimits {
  /** How long after its execution a trade may be amended. */
  readonly window: Micros;
  /** Amendments of the rate that a trade takes, those of the trades made of it counted. */
  readonly maxRateChanges: number;
  /** An amended amount is less than this share of the trade's amount. */
  readonly maxPercent: number;
}

/** The venue publishes no values (wire facts 5.4). */
export const DEFAULT_AMENDMENT_LIMITS: AmendmentLimits = {
  window: 60 * MINUTE,
  maxRateChanges: 3,
  maxPercent: 100,
};

export const DEFAULT_MAX_TRADES = 10_000;
export const DEFAULT_MAX_STP_RECORDS = 20_000;

export interface VenueSettings {
  /** Index = Instrument.id. */
  readonly instruments: readonly Instrument[];
  readonly users: readonly VenueUser[];
  /** Organizations beyond those that the users name. */
  readonly orgs?: readonly VenueOrg[];
  /** Who makes rates and quotes, each id once; absent: LP1 alone, whose rate is the market's. */
  readonly providers?: readonly ProviderSettings[];
  /** Forward points by symbol; none when absent. */
  readonly forwards?: ForwardSettings;
  /** Holidays that value dates keep clear of; the built-in ones when absent. */
  readonly calendars?: Calendars;
  readonly latency: Latency;
  readonly fillTiming: FillTiming;
  /** How resting orders are filled; by a touch when absent. */
  readonly resting?: RestingSettings;
  /** Absent: displayed rates are firm. */
  readonly lastLook?: LastLookSettings;
  /** Absent: orders do not move rates. */
  readonly impact?: ImpactSettings;
  /** Life of a login token. */
  readonly tokenLife: Micros;
  /** Seed of the tokens. */
  readonly seed: number;
  /** What the fields of orders have to be; as `DEFAULT_ORDER_RULES` when absent. */
  readonly orderRules?: OrderRules;
  /** Of organizations that say nothing of their own; absent: as `DEFAULT_AMENDMENT_LIMITS`. */
  readonly amendments?: AmendmentLimits;
  /** Business limits of orders; absent: none. */
  readonly limits?: LimitSettings;
  /** How long after it was made a rate may be named by an order; absent: rates are not kept. */
  readonly rateLife?: Micros;
  /** Requests for quotes; as `DEFAULT_RFS_SETTINGS` when absent. */
  readonly rfs?: RfsSettings;
  readonly marketDataSets?: readonly DataSetSettings[];
  /** Ended orders that stay queryable; the oldest are forgotten beyond it. */
  readonly maxEndedOrders: number;
  /** True: whoever sends orders never uses a coId twice, and none is turned down for that. */
  readonly hasUniqueCoIds?: boolean;
  /** Trades that the back office keeps; the oldest are forgotten beyond it. */
  readonly maxTrades?: number;
  /** Records that STP keeps for an organization, waiting and downloaded ones each. */
  readonly maxStpRecords?: number;
}

/** One minute, as in the published sample (wire facts 2.1). */
export const DEFAULT_TOKEN_LIFE: Micros = 60_000_000;

/** Ten seconds, where the simulator's file says nothing else. */
export const DEFAULT_RATE_LIFE: Micros = 10_000_000;
