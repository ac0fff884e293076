// What the venue lists of a symbol, as an event.
import {
  findTradeDate,
  type Instant,
  type Instrument,
  type PositionEvent,
} from '../domain/index.js';
import type { NetQuantity } from '../protocol/index.js';

/** Without what has settled by then: venues differ in whether they go on listing it. */
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
