// Profit and loss of one strategy or of all, in hundredths of the account currency.
import type { TotalsSnapshot } from './snapshot.js';

export class PnlTotals {
  /** Cash and marked positions since the first fill. */
  value = 0;
  /** Fees since the first fill. */
  fees = 0;
  /** `net` when the FX day began. */
  dayBase = 0;
  /** Highest `net` of this run, and of all runs. */
  peakRun = 0;
  peakLife = 0;

  get net(): number {
    return this.value - this.fees;
  }

  /** Profit of this FX day. */
  get day(): number {
    return this.net - this.dayBase;
  }

  get isAbovePeak(): boolean {
    return this.net > this.peakRun || this.net > this.peakLife;
  }

  notePeak(): void {
    if (this.net > this.peakRun) this.peakRun = this.net;
    if (this.net > this.peakLife) this.peakLife = this.net;
  }

  /** A gain by a distrusted rate does not count in the day's starting value. */
  turnDay(): void {
    this.dayBase = Math.min(this.net, this.peakLife);
  }

  snapshot(): TotalsSnapshot {
    const { value, fees, dayBase, peakRun, peakLife } = this;
    return { value, fees, dayBase, peakRun, peakLife };
  }

  /** A new run starts: its drawdown counts from here, without gains by distrusted rates. */
  restore(snapshot: TotalsSnapshot): void {
    this.value = snapshot.value;
    this.fees = snapshot.fees;
    this.dayBase = snapshot.dayBase;
    this.peakLife = snapshot.peakLife;
    this.peakRun = Math.min(this.net, this.peakLife);
  }
}
