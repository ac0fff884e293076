// A figure that a drill measures.
/** One timed step of a path with its budget; each run has figures of its own. */
export interface Figure {
  readonly what: string;
  readonly step: string;
  readonly budget: number;
  /** Infinity: the step never happened. */
  readonly measured: number;
  /** `ms` when absent. */
  readonly unit?: string;
}
