// Trades that the venue took back: what was booked for one, and what of them is of a run before.
import type { Bust, Fill } from '../domain/index.js';
import type { FillRow } from './results.js';

/** What ids of fills begin with that stand in for a record. */
const STAND_IN = 'provisional-';

export type OpenFill = FillRow & { isBusted: boolean };

interface BookedFills {
  filter(isMeant: (row: OpenFill) => boolean): readonly OpenFill[];
}

/** What leaves the figures, at the price it was booked at; its arrival where a row has it. */
interface Booked {
  readonly bust: Bust;
  readonly arrivalTicks2: number | undefined;
}

export class Busts {
  private readonly rows: BookedFills;
  /** Units by intent that a run before booked, and for which no changed trade stands yet. */
  private readonly earlier = new Map<number, number>();

  constructor(rows: BookedFills) {
    this.rows = rows;
  }

  /** Marks its row; undefined for what a run before booked, below that intent: carried in here. */
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

  /** Units of the fill that stand for a trade of a run before. */
  takeEarlier({ intentId, replaces = 0 }: Fill): number {
    const taken = this.earlier.get(intentId) ?? 0;
    const known = Math.min(replaces, taken);
    if (known > 0) this.earlier.set(intentId, taken - known);
    return known;
  }

  /** A trade whose record came late was booked as the fill that stood in for it. */
  private find({ intentId, tradeId, units }: Bust): OpenFill | undefined {
    const own = this.rows.filter(({ fill, isBusted }) => fill.intentId === intentId && !isBusted);
    return (
      own.find(({ fill }) => fill.tradeId === tradeId) ??
      own.find(({ fill }) => fill.tradeId.startsWith(STAND_IN) && fill.units === units)
    );
  }
}
