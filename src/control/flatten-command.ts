// The command of a person who closes every position of a session.

/** Who closes the positions, and why. */
export interface FlattenOrder {
  readonly who: string;
  readonly reason: string;
  readonly seen: FlattenSight;
}

/** What stopped the bot when the person was asked: what stops it after that ends the closing. */
export interface FlattenSight {
  /** Names of the latched halts. */
  readonly halts: readonly string[];
  /** Mark of the kill file, empty without one. */
  readonly file: string;
}
