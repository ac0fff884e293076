// The interface of execution algorithms, which turn one parent order into child orders over time.
import type { z } from 'zod';
import type { OrderState } from '../domain/events/index.js';
import type { Instant, Instrument, Micros } from '../domain/index.js';
import type { Side } from '../domain/orders/index.js';

/** The market for an algorithm: touch in ticks, displayed sizes in minor units. */
export interface Touch {
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

/** A child order that has not ended. */
export interface ChildView {
  readonly state: OrderState;
}

/** One parent order, for its algorithm. Sizes are in minor units of the base, prices in ticks. */
export interface ParentHandle {
  readonly instrument: Instrument;
  readonly side: Side;
  /** +1 for Buy, -1 for Sell. */
  readonly sign: 1 | -1;
  readonly units: number;
  /** Worst acceptable price; 0 without one. */
  readonly limitTicks: number;
  readonly filledUnits: number;
  /** Unfilled quantity of children that may still fill. */
  readonly workingUnits: number;
  /** Quantity neither filled nor working: the maximum for further children. */
  readonly rest: number;
  /** When the parent was accepted, possibly in a previous run. */
  readonly startedAt: Instant;
  now(): Instant;
  /** The newest rate; undefined before the first. */
  touch(): Touch | undefined;
  /**
   * Worst price that the gate allows a child (touch plus the collar of RC15); undefined without
   * rate.
   */
  collarTicks(): number | undefined;
  /** Minimum and increment of a child's size by the venue's newest reference data (RC06). */
  readonly leastUnits: number;
  readonly stepUnits: number;
  /** Maximum size that the gate allows a child (RC04). */
  readonly maxChildUnits: number;
  random(): number;
  /**
   * Runs `action` at `dueAt` unless the parent has ended by then. `isLook` marks a check for
   * changes, which a backtest may skip while nothing changes.
   */
  at(dueAt: Instant, action: () => void, isLook?: boolean): void;
  /** Sends a child; a child that the gate refuses simply does not work. */
  placeChild(order: {
    readonly units: number;
    readonly priceTicks: number;
    readonly timeInForce: 'IOC' | 'FOK' | 'GTT' | 'GTC' | 'DAY';
    readonly expirySeconds?: number;
  }): void;
  cancelChildren(): void;
  /** Children that have not ended, oldest first. */
  listOpen(): readonly ChildView[];
  /**
   * Calls `action`, in a step of its own, each time that a child has ended with a final filled
   * quantity. More than once for a child whose trades come later.
   */
  onChildEnded(action: (state: OrderState) => void): void;
  /**
   * True when another resting order may be sent (RC66): no halt or pause refuses it, and no child
   * is of unknown outcome or alive beyond its time or its cancel. The kernel enforces this as well.
   */
  canRenew(): boolean;
  /** True when the order rate (RC33) allows one more order now. */
  canSendChild(): boolean;
  /** Maximum of evenly spaced orders that the order rate allows within a span. */
  countMostOrders(span: Micros): number;
  /** Reports progress for displays. */
  progress(slicesDone: number, slices: number): void;
  /** Ends the parent; its remaining quantity is not traded. */
  stop(reason: string): void;
  note(text: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
}

export interface ExecutionAlgorithm<Schema extends z.ZodType = z.ZodType> {
  readonly id: string;
  readonly summary: string;
  readonly params: Schema;
  /** Starts to work the parent, which ends by itself once it is filled. */
  start(parent: ParentHandle, params: z.output<Schema>): void;
}
