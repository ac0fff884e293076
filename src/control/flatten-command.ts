// The command of a person who closes every position of a session.

/** Who closes the positions, and why. */
export interface FlattenCommand {
  readonly who: string;
  readonly reason: string;
  readonly seen: ShownHalts;
}

/** What stopped the bot when the person was asked: what stops it after that ends the closing. */
export interface ShownHalts {
  /** Names of the latched halts. */
  readonly halts: readonly string[];
  /** Mark of the kill file, empty without one. */
  readonly file: string;
}
