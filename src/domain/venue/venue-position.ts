// An open position as the venue shows it.
import type { Instrument } from '../instrument.js';

/** Whose trades a position nets: a user's, a legal entity's or an organization's. */
export type PositionLevel = 'user' | 'account' | 'org';

export interface VenuePosition {
  readonly level: PositionLevel;
  /** Full name of the user, legal entity, or organization. */
  readonly levelValue: string;
  readonly instrument: Instrument;
  /** `YYYY-MM-DD`. */
  readonly valueDate: string;
  /** Minor units of the base: positive is bought, negative is sold; never 0. */
  readonly netBase: bigint;
  /** Cost of the open part in minor units of the term, with the opposite sign. */
  readonly netTerm: bigint;
  /** Average all-in rate of the open part, fine ticks. */
  readonly rate: number;
  /** Minor units of the term. */
  readonly realized: bigint;
  /** Minor units of the term, at the rate that would close it; undefined without a rate. */
  readonly unrealized: bigint | undefined;
  readonly children: readonly VenuePosition[];
}
