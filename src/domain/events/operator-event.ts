// What the bot is told by people and by its own start: inputs that no venue gives.
import type { Halt } from './output.js';

/** A person's command. */
export interface OperatorEvent {
  readonly type: 'operator';
  /**
   * `stop`: cancel own orders and end; `halt`: latch and cancel; `flatten`: stop, then close every
   * position by orders that only reduce, also under the halts that hold already; `resume`: pauses
   * that only a person ends are over.
   */
  readonly action: 'stop' | 'halt' | 'flatten' | 'resume';
  /** Control on whose behalf a halt comes; a person's own (`RC63`) when absent. */
  readonly rule?: string;
  readonly reason: string;
  /** Person, signal or part of Weir that ordered it; absent where the reason says all. */
  readonly who?: string;
  /** Of a halt: its name in the latch, where whoever ordered it may latch it too. */
  readonly id?: string;
  /** Of a halt: one like it may hold: it is one of its own all the same. */
  readonly isAgain?: true;
}

/** Net quantity of a symbol, minor units of the base. */
export interface NetPosition {
  readonly symbol: string;
  readonly units: number;
  /** `YYYY-MM-DD`; absent where nobody knows it: such units never settle by themselves. */
  readonly valueDate?: string;
}

/** What a start found and does about the run before it. */
export interface RecoveryEvent {
  readonly type: 'recovery';
  /**
   * `baseline`: what orders in doubt are looked for against; `positions`: those of the venue agree
   * with the journal; `cancel`: own open orders end;
   * `parents`: those of the former run are given up; `resume-parents`: they are worked again;
   * `halt`: one that was latched before holds on.
   */
  readonly step: 'baseline' | 'positions' | 'cancel' | 'parents' | 'resume-parents' | 'halt';
  readonly reason: string;
  /** Of the venue, minor units of the base. */
  readonly positions?: readonly NetPosition[];
  /** What of them is not of the bot's own fills. */
  readonly baseline?: readonly NetPosition[];
  /** The one that holds on, as it is latched. */
  readonly halt?: Halt;
}

/** A person says what became of an order in doubt (`weir resolve`). */
export interface ResolveEvent {
  readonly type: 'resolve';
  readonly coId: string;
  readonly as: 'lost' | 'live' | 'filled';
  readonly by: string;
  readonly reason: string;
  /** The venue said so in writing: then `lost` need not wait for the horizon. */
  readonly hasVenueWord: boolean;
}

/** Which orders an override is for: all of them, or those of a symbol or strategy. */
export interface OverrideScope {
  readonly scope: 'all' | 'strategy' | 'symbol';
  /** Symbol or name of the strategy; empty for all. */
  readonly key: string;
}

/** A person loosens one limit for a while (`weir override`). */
export interface OverrideEvent extends OverrideScope {
  readonly type: 'override';
  /** `O12-1`: the first of epoch 12. */
  readonly id: string;
  /** Control that an order may break. */
  readonly rule: string;
  /** What that may judge at most, in the unit of its limit. */
  readonly cap: number;
  readonly minutes: number;
  readonly by: string;
  readonly reason: string;
}

/** A person ends one before its time. */
export interface RevokeEvent {
  readonly type: 'revoke';
  readonly id: string;
  readonly by: string;
  readonly reason: string;
}
