// Command of an operator to flatten every position of a session.

/** Operator and reason. */
export interface FlattenCommand {
  readonly who: string;
  readonly reason: string;
  readonly seen: ShownHalts;
}

/** What stopped the bot when the operator was asked: anything newer ends the flatten. */
export interface ShownHalts {
  /** Ids of the latched halts. */
  readonly halts: readonly string[];
  /** Mark of the kill file, empty without one. */
  readonly file: string;
}
