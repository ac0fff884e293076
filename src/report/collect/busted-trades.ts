// Applies busts, and trade records that replace provisional fills, to the booked fills.
import type { Bust, Fill, RecordedFill } from '../../domain/events/index.js';
import type { Performance } from '../performance/performance.js';
import type { FillRow } from '../figures/results.js';
import type { Tallies } from './totals-register.js';

/** Prefix of the trade ids of provisional fills. */
const PROVISIONAL = 'provisional-';

export type OpenFill = { -readonly [Name in keyof FillRow]: FillRow[Name] };

interface BookedFills {
  filter(isMeant: (row: OpenFill) => boolean): readonly OpenFill[];
  /** Inserts a row before an existing one. */
  insert(added: OpenFill, before: OpenFill): void;
}

/** Bust at the price of the booked fill; its arrival mid if a row has it. */
interface Booked {
  readonly bust: Bust;
  readonly arrivalTicks2: number | undefined;
}

export class BustedTrades {
  private readonly rows: BookedFills;
  /** By intent: busted units that the previous run booked and no new trade has replaced yet. */
  private readonly earlier = new Map<number, number>();

  constructor(rows: BookedFills) {
    this.rows = rows;
  }

  /**
   * Marks the bust's row; undefined for a fill that a previous run booked, below `firstIntentId`.
   */
  take(bust: Bust, firstIntentId: number): Booked | undefined {
    const { intentId, units } = bust;
    const row = this.find(bust);
    if (row === undefined && intentId < firstIntentId) {
      this.earlier.set(intentId, (this.earlier.get(intentId) ?? 0) + units);
      return undefined;
    }
    if (row === undefined) return { bust, arrivalTicks2: undefined };
    row.isBusted = true;
    const { arrivalTicks2, fill } = row;
    return { bust: { ...bust, priceTicks: fill.priceTicks }, arrivalTicks2 };
  }

  /** Units of the fill that replace busted units of a previous run. */
  takeEarlier({ intentId, replaces = 0 }: Fill): number {
    const taken = this.earlier.get(intentId) ?? 0;
    const known = Math.min(replaces, taken);
    if (known > 0) this.earlier.set(intentId, taken - known);
    return known;
  }

  /**
   * Turns the rows of a provisional fill into those of its trade, and corrects the P&L for its
   * price.
   */
  record(record: RecordedFill, tallies: Tallies, performance: Performance): void {
    const { bookedTicks, ...trade } = record;
    const arrivalTicks2 = this.name(trade);
    if (bookedTicks === record.priceTicks) return;
    const tally = tallies.of(record.strategy, record.instrument);
    performance.bust(tally, { ...record, priceTicks: bookedTicks });
    performance.fill(tally, record);
    tally.reprice(record, arrivalTicks2);
  }

  /** Gives the provisional rows the trade's id; returns the arrival of its row, 0 without one. */
  private name({ intentId, tradeId, units, ...trade }: Fill): number {
    let left = units;
    let arrivalTicks2 = 0;
    const own = this.rows.filter(({ fill, isBusted }) => {
      return fill.intentId === intentId && fill.tradeId.startsWith(PROVISIONAL) && !isBusted;
    });
    for (const row of own) {
      const { fill } = row;
      if (left === 0) break;
      ({ arrivalTicks2 } = row);
      const taken = Math.min(left, fill.units);
      left -= taken;
      const { executedAt, counterparty, priceTicks } = trade;
      const named = { ...fill, tradeId, units: taken, executedAt, counterparty, priceTicks };
      if (taken === fill.units) row.fill = named;
      else this.split(row, named);
    }
    return arrivalTicks2;
  }

  /** Splits a part off a row, with its share of the fee. */
  private split(row: OpenFill, fill: Fill): void {
    const { fee } = row;
    const share = fee && (fee * BigInt(fill.units)) / BigInt(row.fill.units);
    row.fill = { ...row.fill, units: row.fill.units - fill.units };
    this.rows.insert({ ...row, fill, fee: share }, row);
    row.fee = fee && fee - (share ?? 0n);
  }

  /** A trade with a late record was booked as a provisional fill. */
  private find({ intentId, tradeId, units }: Bust): OpenFill | undefined {
    const own = this.rows.filter(({ fill, isBusted }) => fill.intentId === intentId && !isBusted);
    return (
      own.find(({ fill }) => fill.tradeId === tradeId) ??
      own.find(({ fill }) => fill.tradeId.startsWith(PROVISIONAL) && fill.units === units)
    );
  }
}
