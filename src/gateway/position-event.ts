// Converts the venue's positions in a symbol to an event.
import { findTradeDate } from '../domain/dates/index.js';
import type { PositionEvent } from '../domain/events/index.js';
import type { Instant, Instrument } from '../domain/index.js';
import type { NetQuantity } from '../protocol/codecs/index.js';

/** Leaves out settled positions: some venues keep them in the list, others do not. */
export function toPositionEvent(
  instrument: Instrument,
  positions: readonly NetQuantity[],
  at: Instant,
): PositionEvent {
  const { symbol } = instrument;
  const from = findTradeDate(at, instrument);
  const dated = positions
    .filter((one) => one.symbol === symbol && one.valueDate >= from)
    .map(({ valueDate, units }) => ({ valueDate, units }));
  const units = dated.reduce((sum, one) => sum + one.units, 0);
  return { type: 'position', symbol, units, dated };
}
