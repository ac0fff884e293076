// What orders of one strategy, symbol and type cost, by the hour in which they were decided.
import { LogHistogram } from '../../data/index.js';
import type { Instrument, OrderView } from '../../domain/index.js';
import { CostSums } from './cost-sums.js';

/** Orders of one hour of the day (UTC), and what their fills cost. */
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

export type CostLineTerms = Pick<OrderView, 'strategy' | 'instrument' | 'type' | 'timeInForce'>;

export class CostLine {
  readonly strategy: string;
  readonly instrument: Instrument;
  readonly type: string;
  readonly timeInForce: string;
  /** By hour of the day, UTC. */
  readonly cells: (CostCell | undefined)[] = [];
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

  cellOf(hour: number): CostCell {
    return (this.cells[hour] ??= new CostCell());
  }
}
