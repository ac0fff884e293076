// Users and organizations of the simulated venue.
import { type Micros, MINUTE } from '../domain/index.js';

/** Brokers and sales dealers may amend, roll and allocate trades (spec, Roles). */
export const USER_ROLES = ['trader', 'broker', 'sales-dealer'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** A user of the venue; the host checks the password. */
export interface VenueUser {
  /** Login name, e.g. `algo1`. */
  readonly user: string;
  readonly org: string;
  /** Legal entity of the user's trades. */
  readonly account: string;
  /** False: every order of the user is rejected with tradingDisabled. */
  readonly trading?: boolean;
  /** Absent: `trader`. */
  readonly role?: UserRole;
}

/** An organization of the venue, customer or provider. */
export interface VenueOrg {
  readonly org: string;
  readonly accounts: readonly string[];
  /** Organizations for which its users may also trade. */
  readonly onBehalfOf?: readonly string[];
  /** Whether its traders may allocate trades, beside brokers and sales dealers. */
  readonly mayAllocate?: boolean;
  /** Providers of its spot rates and of its quotes; absent: all; empty: none. */
  readonly spotProviders?: readonly string[];
  readonly rfsProviders?: readonly string[];
  /** False: STP does not report its trades, unless a booking requests it. */
  readonly stp?: boolean;
  /** Absent: `DEFAULT_AMENDMENT_LIMITS` or those of the settings. */
  readonly amendment?: AmendmentLimits;
}

/** Limits on amendments of an organization's trades (spec, Limits). */
export interface AmendmentLimits {
  /** Time after execution in which a trade may be amended. */
  readonly window: Micros;
  /** Maximum rate amendments of a trade, including those of its earlier versions. */
  readonly maxRateChanges: number;
  /** An amended amount must be below this percentage of the trade's amount. */
  readonly maxPercent: number;
}

/** The venue publishes no values (wire facts 5.4). */
export const DEFAULT_AMENDMENT_LIMITS: AmendmentLimits = {
  window: 60 * MINUTE,
  maxRateChanges: 3,
  maxPercent: 100,
};
