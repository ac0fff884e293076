// What the market knows of an order that does more than meet the book and rest.
import { type OrderDetails, UNLIMITED } from '../../../domain/index.js';
import type { OrderTerms, VenueOrder } from '../../order.js';

export interface Special {
  readonly inTerm: boolean;
  /** Smallest first execution, unless it fills the rest. */
  readonly minUnits: number;
  /** Units of the order that the market may fill now: an iceberg's or an algo's piece. */
  shownUnits: number;
  /** What a resting order shows again once the shown piece is filled; 0: it never does. */
  readonly pieceUnits: number;
  /** Trades at the touch even after it rested, not at its own price. */
  takesTouch: boolean;
  /** Waits for its trigger: neither resting nor to be filled. */
  isStopped: boolean;
  /** Withdrawn from matching until it is resumed. */
  isSuspended: boolean;
  /** Called when matching is paused, goes on, or the time in force is over. */
  algo: AlgoRun | undefined;
}

/** Whether an order may be filled by so many units at once: only the first fill has a minimum. */
export function isEnough({ special, cumUnits, leavesUnits }: VenueOrder, units: number): boolean {
  return cumUnits > 0 || units === leavesUnits || units >= (special?.minUnits ?? 0);
}

/** An algo at work. */
export interface AlgoRun {
  /** No more slices. */
  stop(): void;
  /** The time in force ends: the last chance to trade. */
  expire(): void;
}

const TAKERS: ReadonlySet<string> = new Set(['Market', 'Stop', 'Pegged']);

/** The state in which an order arrives. */
export function createSpecial({ type, units }: OrderTerms, details: OrderDetails): Special {
  const { showUnits = 0, minUnits = 0, inTerm } = details;
  return {
    inTerm,
    minUnits,
    shownUnits: UNLIMITED,
    pieceUnits: type !== 'Algo' && showUnits > 0 && showUnits < units ? showUnits : 0,
    takesTouch: TAKERS.has(type),
    isStopped: type === 'Stop' || type === 'StopLimit',
    isSuspended: false,
    algo: undefined,
  };
}
