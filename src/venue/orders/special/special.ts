// State of orders that do more than meet the book and rest: stops, pegs, icebergs, algos.
import { UNLIMITED } from '../../../domain/index.js';
import type { OrderDetails } from '../../../domain/orders/index.js';
import type { OrderTerms } from '../../order-terms.js';

export interface Special {
  readonly inTerm: boolean;
  /** Minimum size of the first fill, unless the fill completes the order. */
  readonly minUnits: number;
  /** Units that the market may fill now: the displayed piece of an iceberg or algo. */
  shownUnits: number;
  /** Size of an iceberg's pieces; 0: the order is no iceberg. */
  readonly pieceUnits: number;
  /** Trades at the touch even after it rested, not at its own price. */
  takesTouch: boolean;
  /** Waits for its trigger: it neither rests nor fills. */
  isStopped: boolean;
  /** Withdrawn from matching until resumed. */
  isSuspended: boolean;
  /** Running algo; undefined before its start and for other types. */
  algo: AlgoRun | undefined;
}

/** What decides whether a fill is large enough. */
interface FillProgress {
  readonly special: Special | undefined;
  readonly cumUnits: number;
  readonly leavesUnits: number;
}

/** Whether a fill is large enough: only the first one has a minimum. */
export function isEnough({ special, cumUnits, leavesUnits }: FillProgress, units: number): boolean {
  return cumUnits > 0 || units === leavesUnits || units >= (special?.minUnits ?? 0);
}

export interface AlgoRun {
  /** Ends the slices. */
  stop(): void;
  /** Called when the time in force ends; the last opportunity to trade. */
  expire(): void;
}

const TAKERS: ReadonlySet<string> = new Set(['Market', 'Stop', 'Pegged']);

/** Initial state of an arriving order. */
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
