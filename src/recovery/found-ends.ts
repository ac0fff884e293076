// How the orders of a bot that did not run ended, as a kill found at the venue.

/** Type of the record of these ends; the next start queries the venue itself. */
export const ENDS_TYPE = 'ends';

/** Final status of an order that is open in the journal; `LOST`: the venue never had it. */
export interface FoundEnd {
  readonly coId: string;
  readonly status: string;
}

/** Data of an `ends` record. */
export interface EndsData {
  readonly ends: readonly FoundEnd[];
}
