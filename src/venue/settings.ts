// Settings of the simulated venue: instruments, users, providers, latency, fill models.
import type { Calendars } from '../domain/dates/index.js';
import type { Instrument, Micros } from '../domain/index.js';
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
import type { AmendmentLimits, VenueOrg, VenueUser } from './users.js';

export const DEFAULT_MAX_TRADES = 10_000;
export const DEFAULT_MAX_STP_RECORDS = 20_000;

export interface VenueSettings {
  /** Index = Instrument.id. */
  readonly instruments: readonly Instrument[];
  readonly users: readonly VenueUser[];
  /** Organizations in addition to those of the users. */
  readonly orgs?: readonly VenueOrg[];
  /** Providers with unique ids; absent: LP1 alone, which shows the market's rate. */
  readonly providers?: readonly ProviderSettings[];
  /** Forward points by symbol; absent: none. */
  readonly forwards?: ForwardSettings;
  /** Holiday calendars for value dates; absent: the built-in ones. */
  readonly calendars?: Calendars;
  readonly latency: Latency;
  readonly fillTiming: FillTiming;
  /** Model of resting orders; absent: a touch fills. */
  readonly resting?: RestingSettings;
  /** Absent: displayed rates are firm. */
  readonly lastLook?: LastLookSettings;
  /** Absent: orders do not move rates. */
  readonly impact?: ImpactSettings;
  /** Lifetime of a login token. */
  readonly tokenLife: Micros;
  /** Seed of all random streams. */
  readonly seed: number;
  /** Required order fields; absent: `DEFAULT_ORDER_RULES`. */
  readonly orderRules?: OrderRules;
  /** For organizations without own limits; absent: `DEFAULT_AMENDMENT_LIMITS`. */
  readonly amendments?: AmendmentLimits;
  /** Business limits of orders; absent: none. */
  readonly limits?: LimitSettings;
  /** How long after its creation an order may name a rate; absent: rates are not kept. */
  readonly rateLife?: Micros;
  /** Settings of quote requests; absent: `DEFAULT_RFS_SETTINGS`. */
  readonly rfs?: RfsSettings;
  readonly marketDataSets?: readonly DataSetSettings[];
  /** Ended orders that stay queryable; beyond it the oldest are dropped. */
  readonly maxEndedOrders: number;
  /** True: the sender never repeats a coId, so the venue does not check for duplicates. */
  readonly hasUniqueCoIds?: boolean;
  /** Trades that the back office keeps; beyond it the oldest are dropped. */
  readonly maxTrades?: number;
  /** Records that STP keeps for each organization: waiting ones, and as many downloaded ones. */
  readonly maxStpRecords?: number;
}

/** One minute, as in the published sample (wire facts 2.1). */
export const DEFAULT_TOKEN_LIFE: Micros = 60_000_000;

/** Default of the simulator's configuration. */
export const DEFAULT_RATE_LIFE: Micros = 10_000_000;
