// Deadlines of calls that others than the route table decide by.

/** Milliseconds of a place until it counts as unanswered, body included. */
export const PLACE_TOTAL_MS = 10_000;
