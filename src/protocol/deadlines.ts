// Deadlines of calls that are used outside the route table.

/** Time limit of a place, response body included, in milliseconds. */
export const PLACE_TOTAL_MS = 10_000;
