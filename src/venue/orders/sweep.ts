// Orders against several providers: level after level, best price first, each fill with who shows
// the level.
import type { Instant } from '../../domain/index.js';
import { type BookLevels, type OpenLevel, takeFromLevel } from '../market/book-levels.js';
import type { VenueOrder } from '../order.js';
import { toBaseUnits, toDealtTerm } from './dealt-term.js';
import { showNextPiece } from './icebergs.js';
import type { Matching } from './matching.js';

/** Takes what the order may from the levels within its limit. */
export function sweepLevels(
  engine: Matching,
  at: Instant,
  order: VenueOrder,
  levels: BookLevels,
): void {
  for (const level of levels.list(order)) {
    if (order.hasEnded) return;
    const units = findLevelUnits(order, level, level.ticks);
    if (units > 0) tradeLevel(engine, at, order, level, units, level.ticks, false);
  }
}

/** Whether the levels within its limit fill all that is left of an order. */
export function canFill(order: VenueOrder, levels: BookLevels): boolean {
  let open = order.leavesUnits;
  for (const level of levels.list(order)) {
    open -= limitUnits(order, level, level.ticks, open);
    if (open === 0) return true;
  }
  return false;
}

/** Fills the touched orders of one side, best price first, at their own prices. */
export function hitLevels(
  engine: Matching,
  at: Instant,
  resting: VenueOrder[],
  levels: BookLevels,
): void {
  for (let i = 0; i < resting.length; i++) {
    const order = resting[i];
    if (order === undefined) return;
    const takes = order.special?.takesTouch === true;
    for (const level of levels.list(order)) {
      const ticks = takes ? level.ticks : order.limitTicks;
      const units = findLevelUnits(order, level, ticks);
      if (units === 0) continue;
      tradeLevel(engine, at, order, level, units, ticks, !takes);
      if (order.hasEnded) break;
      if (!showNextPiece(resting, i)) continue;
      i--;
      break;
    }
  }
}

/** Units of the dealt currency that an order takes from a level at a rate. */
function findLevelUnits(order: VenueOrder, level: OpenLevel, ticks: number): number {
  return limitUnits(order, level, ticks, order.leavesUnits);
}

function limitUnits(order: VenueOrder, { left }: OpenLevel, ticks: number, open: number): number {
  const { special, terms } = order;
  if (special === undefined) return Math.min(open, left);
  const dealt = special.inTerm ? toDealtTerm(terms.instrument, left, ticks) : left;
  const units = Math.min(open, special.shownUnits, dealt);
  return units === open || units >= special.minUnits ? units : 0;
}

function tradeLevel(
  engine: Matching,
  at: Instant,
  order: VenueOrder,
  level: OpenLevel,
  units: number,
  ticks: number,
  maker: boolean,
): void {
  takeFromLevel(level, Math.min(toBaseUnits(order, units, ticks), level.left));
  engine.fill(at, order, units, ticks, maker, level.counterparty);
}
