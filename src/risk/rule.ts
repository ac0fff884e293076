// What a risk rule is: one pure check of one order on its way out.
import type { z } from 'zod';
import type { Instant, Instrument, Micros, OrderType, Side, TimeInForce } from '../domain/index.js';
import type { SymbolState } from './symbol-state.js';

/** Order of evaluation; a breach in one stage ends the check after all rules of that stage. */
export const STAGES = ['shape', 'market', 'exposure', 'rate'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * An intent under examination. One object is used again for every check: rules keep nothing of it.
 */
export interface Candidate {
  readonly at: Instant;
  readonly intentId: number;
  readonly strategy: string;
  readonly symbol: SymbolState;
  readonly side: Side;
  /** +1 for Buy, -1 for Sell. */
  readonly sign: 1 | -1;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly currency: string;
  /** As the author wrote them. */
  readonly size: number;
  readonly price: number;
  /** Exact minor units and ticks; NaN when size or price do not fit. */
  readonly units: number;
  readonly priceTicks: number;
  readonly expirySeconds: number;
  /** Quantity of the parent that is not filled or working yet; Infinity without a parent. */
  readonly parentRest: number;
}

/** A broken limit. */
export interface Breach {
  readonly limit: number | string;
  readonly value: number | string;
  /** What was expected and what was found, with the unit. */
  readonly message: string;
}

/** What rules may know of the session when they are made. */
export interface RuleSetup {
  readonly symbols: readonly SymbolState[];
  readonly accountCurrency: string;
  /** True when every rate of the feed is seen; false when rates are polled. */
  readonly seesEveryRate: boolean;
  readonly pollInterval: Micros;
  /** Median time between rates of a recording; 0 without a recording. */
  medianGap(instrument: Instrument): Micros;
  /**
   * Whether an order like the candidate waits for the venue's word, or for its fate to be known.
   */
  hasTwin(candidate: Candidate): boolean;
}

export interface RuleCheck {
  check(candidate: Candidate): Breach | undefined;
  /** Called once per intent after the check, whether it was refused or sent. */
  seen?(candidate: Candidate, sent: boolean): void;
}

export interface RiskRule<Schema extends z.ZodType = z.ZodType> {
  /** `RC14`; see docs/risk-and-stop-rules.md. */
  readonly id: string;
  readonly summary: string;
  readonly stage: Stage;
  /** Fixed rules cannot be switched off. */
  readonly fixed: boolean;
  readonly params: Schema;
  /** So many refusals within the span halt the strategy; 1 halts at once. */
  readonly haltAfter?: { readonly refusals: number; readonly within: Micros };
  create(params: z.output<Schema>, setup: RuleSetup): RuleCheck;
}
