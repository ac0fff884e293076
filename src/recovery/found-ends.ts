// What a kill found of the orders of a bot that did not run.

/** Type of the record of it; the next start asks for itself. */
export const ENDS_TYPE = 'ends';

/** The last word on an order that the journal holds open; `LOST`: the venue never had it. */
export interface FoundEnd {
  readonly coId: string;
  readonly status: string;
}

/** Data of an `ends` record. */
export interface EndsData {
  readonly ends: readonly FoundEnd[];
}
