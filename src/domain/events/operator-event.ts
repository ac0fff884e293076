// Inputs of the kernel from operators and from the start of the bot itself.
import type { Halt } from './output.js';

/** A command of an operator. */
export interface OperatorEvent {
  readonly type: 'operator';
  /**
   * `stop`: cancel own orders and end; `halt`: latch and cancel; `flatten`: stop, then close every
   * position by orders that only reduce, even under latched halts; `resume`: end the pauses that
   * only an operator ends.
   */
  readonly action: 'stop' | 'halt' | 'flatten' | 'resume';
  /** Control that caused a halt; an operator's own (`RC63`) when absent. */
  readonly rule?: string;
  readonly reason: string;
  /** Person, signal or part of Weir that gave the command; absent when the reason says it. */
  readonly who?: string;
  /** For a halt: its id in the latch, where its origin may latch it too. */
  readonly id?: string;
  /** For a halt: it is reported as a new one even when a similar halt is latched. */
  readonly isAgain?: true;
}

/** Net quantity of a symbol, minor units of the base. */
export interface NetPosition {
  readonly symbol: string;
  readonly units: number;
  /** `YYYY-MM-DD`; absent when unknown: such units never settle by themselves. */
  readonly valueDate?: string;
}

/** A step of the recovery at a start, about the previous run. */
export interface RecoveryEvent {
  readonly type: 'recovery';
  /**
   * `baseline`: external positions, by which unknown orders are resolved; `positions`: the
   * venue's positions agree with the journal; `cancel`: cancel own open orders; `parents`: stop the
   * parents of the previous run; `resume-parents`: continue them; `halt`: a halt that was latched
   * before stays in force.
   */
  readonly step: 'baseline' | 'positions' | 'cancel' | 'parents' | 'resume-parents' | 'halt';
  readonly reason: string;
  /** The venue's positions, minor units of the base. */
  readonly positions?: readonly NetPosition[];
  /** The part of the positions that is not from the bot's own fills. */
  readonly baseline?: readonly NetPosition[];
  /** The halt that stays in force, as it is latched. */
  readonly halt?: Halt;
}

/** An operator states what became of an order of unknown outcome (`weir resolve`). */
export interface ResolveEvent {
  readonly type: 'resolve';
  readonly coId: string;
  readonly as: 'lost' | 'live' | 'filled';
  readonly by: string;
  readonly reason: string;
  /** The venue confirmed it in writing: then `lost` need not wait for the horizon. */
  readonly hasVenueWord: boolean;
}

/** Orders that an override applies to: all, or those of a symbol or strategy. */
export interface OverrideScope {
  readonly scope: 'all' | 'strategy' | 'symbol';
  /** Symbol or name of the strategy; empty for all. */
  readonly key: string;
}

/** An operator loosens one limit for a while (`weir override`). */
export interface OverrideEvent extends OverrideScope {
  readonly type: 'override';
  /** `O12-1`: the first of epoch 12. */
  readonly id: string;
  /** Control whose limit an order may exceed. */
  readonly rule: string;
  /** Largest value that passes, in the unit of the limit. */
  readonly cap: number;
  readonly minutes: number;
  readonly by: string;
  readonly reason: string;
}

/** An operator ends an override before its time. */
export interface RevokeEvent {
  readonly type: 'revoke';
  readonly id: string;
  readonly by: string;
  readonly reason: string;
}
