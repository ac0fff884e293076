// What an execution algorithm is: it turns one parent order into child orders over time.
import type { z } from 'zod';
import type { Instant, Instrument, Micros, OrderState, Side } from '../domain/index.js';

/** The market as an algorithm sees it: touch in ticks, displayed sizes in minor units. */
export interface Touch {
  readonly bidTicks: number;
  readonly offerTicks: number;
  readonly bidUnits: number;
  readonly offerUnits: number;
}

/** A child that has not ended. */
export interface ChildView {
  readonly state: OrderState;
}

/**
 * One parent order in the hands of an algorithm. Sizes in minor units of the base, prices in ticks.
 */
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
  /** Quantity not filled and not working: the most that further children may have. */
  readonly rest: number;
  /** When it was accepted, maybe by a run before. */
  readonly startedAt: Instant;
  now(): Instant;
  /** The newest rate, or undefined before the first. */
  touch(): Touch | undefined;
  /** The worst price that the gate lets a child have (touch plus the collar of RC15). */
  collarTicks(): number | undefined;
  /** Least units and step of a child by the venue's newest reference data (RC06). */
  readonly leastUnits: number;
  readonly stepUnits: number;
  /** Most units that the gate lets one child have (RC04). */
  readonly maxChildUnits: number;
  random(): number;
  /**
   * Runs `action` at `dueAt`, unless the parent has ended by then. `isLook`: it only looks whether
   * something has changed, so that a backtest may leave it out where nothing does for long.
   */
  at(dueAt: Instant, action: () => void, isLook?: boolean): void;
  /** Sends a child; what the gate refuses is simply not working. */
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
   * Calls `action` in a step of its own each time that a child has ended for certain, its filled
   * quantity final; more than once for one whose trades come later.
   */
  onChildEnded(action: (state: OrderState) => void): void;
  /**
   * Whether another resting order may go (RC66): no halt or pause stands against it, no child is in
   * doubt, and none outlives its time or its cancel. The kernel lets none go before.
   */
  canRenew(): boolean;
  /** Whether the order rate (RC33) lets one more order through now. */
  canSendChild(): boolean;
  /** Most orders, at even gaps, that the order rate lets through within a span. */
  countMostOrders(span: Micros): number;
  /** Reports progress for displays. */
  progress(slicesDone: number, slices: number): void;
  /** Ends the parent; what is not filled is given up. */
  stop(reason: string): void;
  note(text: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
}

export interface ExecutionAlgorithm<Schema extends z.ZodType = z.ZodType> {
  readonly id: string;
  readonly summary: string;
  readonly params: Schema;
  /** Starts working the parent; it ends by itself once it is filled. */
  start(parent: ParentHandle, params: z.output<Schema>): void;
}
