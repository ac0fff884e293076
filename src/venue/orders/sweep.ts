// Matching against several providers: levels by price, each fill with the provider of its level.
import type { Instant } from '../../domain/index.js';
import { type BookLevels, type OpenLevel, takeFromLevel } from '../market/book-levels.js';
import type { VenueOrder } from '../order.js';
import { toBaseUnits, toDealtTerm } from './reading/dealt-term.js';
import { showNextPiece } from './special/icebergs.js';
import type { Matching } from './matching.js';
import { isEnough } from './special/special.js';

/** Fills an order from the levels within its limit. */
export function sweepLevels(
  engine: Matching,
  at: Instant,
  order: VenueOrder,
  levels: BookLevels,
): void {
  const reached = levels.list(order);
  if (!isMinimumThere(order, reached)) return;
  for (const level of reached) {
    if (order.hasEnded) return;
    const units = limitUnits(order, level, level.ticks, order.leavesUnits);
    if (units > 0) tradeLevel(engine, at, order, level, units, level.ticks, false);
  }
}

/** Whether the levels within its limit fill all remaining units of an order. */
export function canFill(order: VenueOrder, levels: BookLevels): boolean {
  return countUnits(order, levels.list(order), order.leavesUnits) === order.leavesUnits;
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
    const ownTicks = takes ? undefined : order.limitTicks;
    const reached = levels.list(order);
    if (!isMinimumThere(order, reached, ownTicks)) continue;
    for (const level of reached) {
      const ticks = ownTicks ?? level.ticks;
      const units = limitUnits(order, level, ticks, order.leavesUnits);
      if (units === 0) continue;
      tradeLevel(engine, at, order, level, units, ticks, !takes);
      if (order.hasEnded) break;
      if (!showNextPiece(resting, i)) continue;
      i--;
      break;
    }
  }
}

/** Whether all these levels together reach the minimum size of the first fill. */
function isMinimumThere(
  order: VenueOrder,
  levels: readonly OpenLevel[],
  ownTicks?: number,
): boolean {
  const { special, leavesUnits } = order;
  if (special === undefined || special.minUnits === 0) return true;
  const most = Math.min(leavesUnits, special.shownUnits);
  return isEnough(order, countUnits(order, levels, most, ownTicks));
}

/** Units of the dealt currency that levels can fill, at their rates or at `ownTicks`. */
function countUnits(
  order: VenueOrder,
  levels: readonly OpenLevel[],
  most: number,
  ownTicks?: number,
): number {
  let open = most;
  for (const level of levels) open -= limitUnits(order, level, ownTicks ?? level.ticks, open);
  return most - open;
}

/** Units of the dealt currency that an order can take from a level at a rate. */
function limitUnits(order: VenueOrder, { left }: OpenLevel, ticks: number, open: number): number {
  const { special, terms } = order;
  if (special === undefined) return Math.min(open, left);
  const dealt = special.inTerm ? toDealtTerm(terms.instrument, left, ticks) : left;
  return Math.min(open, special.shownUnits, dealt);
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
