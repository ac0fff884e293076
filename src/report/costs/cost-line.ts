// What orders of one strategy, symbol and type cost, by the hour in which they were decided and by
// provider.
import { LogHistogram } from '../../recordings/index.js';
import type { Instrument, OrderView } from '../../domain/index.js';
import { CostSums } from './cost-sums.js';

/** Providers that are told apart in a line; those beyond are one. */
const MAX_PROVIDERS = 200;
const OTHERS = 'others';

/** Orders of one hour of the day (UTC), or their fills with one provider and what they cost. */
export class CostCell {
  readonly sums = new CostSums();
  orders = 0;
  /** Of orders that have ended: how many, what they asked for and got, minor units of the base. */
  ended = 0;
  askedUnits = 0;
  filledUnits = 0;
  /** Rejected orders by reason code. */
  readonly rejects = new Map<string, number>();
  /** Booked fills, and what they dealt. */
  fills = 0;
  dealtUnits = 0;
}

export interface PlacedCell {
  /** Absent: a cell of orders; empty: not known. */
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
  /** From an order's decision to its first fill, microseconds. */
  readonly fillTimes = new LogHistogram();
  /** From an immediate order's decision to the word of its end. */
  readonly holdTimes = new LogHistogram();

  constructor({ strategy, instrument, type, timeInForce }: CostLineTerms) {
    this.strategy = strategy;
    this.instrument = instrument;
    this.type = type;
    this.timeInForce = timeInForce;
  }

  /** Whether these orders belong here. */
  isOf({ strategy, type, timeInForce }: CostLineTerms): boolean {
    return this.type === type && this.timeInForce === timeInForce && this.strategy === strategy;
  }

  /**
   * Orders of an hour have the cell without a provider; fills those of their providers, in the hour
   * of their order. A provider that is not known is an empty text.
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

  /** Those in use. */
  list(): readonly PlacedCell[] {
    return [...this.cells].flatMap(([provider, cells]) =>
      cells.flatMap((cell, hour) => (cell === undefined ? [] : [{ provider, hour, cell }])),
    );
  }
}
