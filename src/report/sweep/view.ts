// What is shown of a sweep: plain data, so that a report needs to know nothing of how it ran.

export type SweepValue = string | number | boolean;

export interface SweepBand {
  readonly low: number;
  readonly high: number;
}

export interface SweepRowView {
  readonly combination: number;
  /** In the order of `names`. */
  readonly values: readonly SweepValue[];
  /** It went to its end, and its result keeps to the constraints. */
  readonly fits: boolean;
  /** By name; absent where the run failed. */
  readonly figures?: Readonly<Record<string, number | null>> | undefined;
  /** Orders that a control refused, by its id; absent where none was. */
  readonly refusals?: Readonly<Record<string, number>> | undefined;
  /** Its first halt: it has not traded as long as the others. */
  readonly halt?: string | undefined;
  /** Strategies that were kept from placing for a while, and how often. */
  readonly muted?: string | undefined;
  /** Controls that would have kept something back on paper. */
  readonly observed?: readonly string[] | undefined;
  /** Why there is no result. */
  readonly fault?: string | undefined;
  /** By figure. */
  readonly bands?: Readonly<Record<string, SweepBand>> | undefined;
  /** Share of the drawn series that end with a gain. */
  readonly gains?: number | undefined;
}

export interface SweepWindowView {
  readonly window: number;
  /** Where its combination was chosen ends, and where it traded begins. */
  readonly inSample: { readonly startAt: number; readonly endAt: number };
  readonly outOfSample: { readonly startAt: number; readonly endAt: number };
  /** Null where no combination kept to the constraints. */
  readonly combination: number | null;
  readonly values: readonly SweepValue[];
  readonly inFigures?: Readonly<Record<string, number | null>> | undefined;
  readonly outFigures?: Readonly<Record<string, number | null>> | undefined;
  /** The first halt of its out-of-sample run. */
  readonly halt?: string | undefined;
  readonly fault?: string | undefined;
}

export interface WalkForwardView {
  readonly windows: readonly SweepWindowView[];
  /** Windows that were left out, as one of their spans has no rates. */
  readonly emptyCount: number;
  /** Figures of all out-of-sample runs one after another. */
  readonly stitched: Readonly<Record<string, number>>;
  readonly bands?: Readonly<Record<string, SweepBand>> | undefined;
  readonly pnlPerDay: { readonly inSample: number; readonly outOfSample: number };
  /** The second over the first; null where nothing was gained in sample. */
  readonly efficiency: number | null;
}

export interface SweepView {
  readonly name: string;
  /** File of the session. */
  readonly session: string;
  readonly version: string;
  readonly currency: string;
  /** Names of the ranges. */
  readonly names: readonly string[];
  readonly objective: { readonly figure: string; readonly best: 'highest' | 'lowest' };
  /** What a run must keep to, such as `roundTrips >= 10`. */
  readonly constraints: readonly string[];
  /** From best to worst. */
  readonly rows: readonly SweepRowView[];
  /** Combinations that were left out as invalid. */
  readonly invalidCount: number;
  /** Share of drawn series within a band, and how long their pieces are. */
  readonly bootstrap: { readonly confidence: number; readonly block: string };
  /** The two ranges of the heat map, where they are chosen. */
  readonly heatMap?: readonly [string, string] | undefined;
  readonly walkForward?: WalkForwardView | undefined;
  /** Rows on recording and models. */
  readonly notes: readonly { readonly label: string; readonly value: string }[];
}
