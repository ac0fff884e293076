// Transaction costs of the orders of one strategy, symbol and type, by hour of decision and
// provider.
import { LogHistogram } from '../../recordings/index.js';
import type { OrderView } from '../../domain/events/index.js';
import type { Instant, Instrument } from '../../domain/index.js';
import { CostSums } from './cost-sums.js';

/** Maximum number of providers with cells of their own; further providers share one. */
const MAX_PROVIDERS = 200;
const OTHERS = 'others';

/** Orders of one hour of the day (UTC), or the fills of such orders with one provider. */
export class CostCell {
  readonly sums = new CostSums();
  orders = 0;
  /**
   * Ended orders: their number, and their total size and filled quantity, minor units of the base.
   */
  ended = 0;
  askedUnits = 0;
  filledUnits = 0;
  /** Rejected orders by reason code. */
  readonly rejects = new Map<string, number>();
  /** Booked fills, and their total quantity. */
  fills = 0;
  dealtUnits = 0;
}

export interface PlacedCell {
  /** Absent for a cell of orders; empty if the provider is unknown. */
  readonly provider: string | undefined;
  readonly hour: number;
  readonly cell: CostCell;
}

export type CostLineTerms = Pick<OrderView, 'strategy' | 'instrument' | 'type' | 'timeInForce'>;

export class CostLine {
  readonly strategy: string;
  readonly instrument: Instrument;
  readonly type: string;
  readonly timeInForce: string;
  /** By provider, then by hour of the day, UTC. */
  private readonly cells = new Map<string | undefined, (CostCell | undefined)[]>();
  /** Time from an order's decision to its first fill, µs. */
  readonly fillTimes = new LogHistogram();
  /** Time from an immediate order's decision to the report of its end, µs. */
  readonly holdTimes = new LogHistogram();

  constructor({ strategy, instrument, type, timeInForce }: CostLineTerms) {
    this.strategy = strategy;
    this.instrument = instrument;
    this.type = type;
    this.timeInForce = timeInForce;
  }

  /** Whether orders with these terms belong to this line. */
  isOf({ strategy, type, timeInForce }: CostLineTerms): boolean {
    return this.type === type && this.timeInForce === timeInForce && this.strategy === strategy;
  }

  /**
   * Orders are counted in the cell of their hour without a provider, fills in the cell of that hour
   * and their provider. An unknown provider is an empty text.
   */
  cellOf(hour: number, provider?: string): CostCell {
    let cells = this.cells.get(provider);
    if (cells === undefined) {
      if (this.cells.size >= MAX_PROVIDERS && provider !== OTHERS) return this.cellOf(hour, OTHERS);
      cells = [];
      this.cells.set(provider, cells);
    }
    return (cells[hour] ??= new CostCell());
  }

  list(): readonly PlacedCell[] {
    return [...this.cells].flatMap(([provider, cells]) =>
      cells.flatMap((cell, hour) => (cell === undefined ? [] : [{ provider, hour, cell }])),
    );
  }
}

/** Cost data of an order that may still change. */
export interface OrderCosts {
  readonly line: CostLine;
  /** Hour of the day (UTC) of the decision. */
  readonly hour: number;
  readonly cell: CostCell;
  readonly placedAt: Instant;
  /** Bid + offer when this order itself was decided; 0 if unknown. */
  readonly decisionTicks2: number;
  /** The order is of this run, so the time of its decision is known. */
  readonly isFresh: boolean;
  /** The order does not rest: what does not fill at once, never fills. */
  readonly isImmediate: boolean;
}
