// Data of a sweep for its reports: plain data, so that a report need not know how the sweep ran.

export type SweepValue = string | number | boolean;

export interface SweepBand {
  readonly low: number;
  readonly high: number;
}

export interface SweepRowView {
  readonly combination: number;
  /** In the order of `names`. */
  readonly values: readonly SweepValue[];
  /** The run went to its end, and its result satisfies the constraints. */
  readonly fits: boolean;
  /** By name; absent if the run failed. */
  readonly figures?: Readonly<Record<string, number | null>> | undefined;
  /** Number of refused orders by rule; absent if there were none. */
  readonly refusals?: Readonly<Record<string, number>> | undefined;
  /** Rule of its first halt: the run traded for a shorter time than others. */
  readonly halt?: string | undefined;
  /** Strategies that were muted for a while, with counts. */
  readonly muted?: string | undefined;
  /** Rules that would have refused or halted something on paper. */
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
  /** Span in which the combination was chosen, and span in which it then traded. */
  readonly inSample: { readonly startAt: number; readonly endAt: number };
  readonly outOfSample: { readonly startAt: number; readonly endAt: number };
  /** Null if no combination satisfied the constraints. */
  readonly combination: number | null;
  readonly values: readonly SweepValue[];
  readonly inFigures?: Readonly<Record<string, number | null>> | undefined;
  readonly outFigures?: Readonly<Record<string, number | null>> | undefined;
  /** Rule of the first halt of its out-of-sample run. */
  readonly halt?: string | undefined;
  readonly fault?: string | undefined;
}

export interface WalkForwardView {
  readonly windows: readonly SweepWindowView[];
  /** Windows left out because one of their spans has no rates. */
  readonly emptyCount: number;
  /** Figures of all out-of-sample runs one after another. */
  readonly stitched: Readonly<Record<string, number>>;
  readonly bands?: Readonly<Record<string, SweepBand>> | undefined;
  readonly pnlPerDay: { readonly inSample: number; readonly outOfSample: number };
  /** Out-of-sample over in-sample P&L per day; null without a gain in sample. */
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
  /** Conditions on a run, such as `roundTrips >= 10`. */
  readonly constraints: readonly string[];
  /** From best to worst. */
  readonly rows: readonly SweepRowView[];
  /** Combinations left out as invalid. */
  readonly invalidCount: number;
  /** Share of drawn series within a band, and length of their blocks. */
  readonly bootstrap: { readonly confidence: number; readonly block: string };
  /** The two ranges of the heat map, if configured. */
  readonly heatMap?: readonly [string, string] | undefined;
  readonly walkForward?: WalkForwardView | undefined;
  /** Rows on recording and models. */
  readonly notes: readonly { readonly label: string; readonly value: string }[];
}
