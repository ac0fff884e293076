// Resolutions of a run in which no bot ran: their record, and the newest one of each order.
import type { ResolveEvent } from '../domain/events/index.js';

/** Type of the record of a resolution; it becomes an input only at a start. */
export const RESOLUTION_TYPE = 'word';

/** What became of an order, as the operator states. */
export type PendingResolution = Omit<ResolveEvent, 'type'>;

/** Adds a resolution; it replaces an earlier one of the same order. */
export function addResolution(
  words: readonly PendingResolution[],
  word: PendingResolution,
): readonly PendingResolution[] {
  return [...words.filter(({ coId }) => coId !== word.coId), word];
}
