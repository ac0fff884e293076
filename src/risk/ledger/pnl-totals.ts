// Profit and loss of one strategy or of all: cents of the account currency.
import type { TotalsSnapshot } from './snapshot.js';

export class PnlTotals {
  /** Cash and marked positions since the first fill. */
  value = 0;
  /** Charged since the first fill. */
  fees = 0;
  /** `net` when the FX day began. */
  dayBase = 0;
  /** Highest `net` of this run, and of all runs. */
  peakRun = 0;
  peakLife = 0;

  get net(): number {
    return this.value - this.fees;
  }

  /** Of this FX day. */
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

  /** What was gained in doubt only is no part of what the day begins with. */
  turnDay(): void {
    this.dayBase = Math.min(this.net, this.peakLife);
  }

  snapshot(): TotalsSnapshot {
    const { value, fees, dayBase, peakRun, peakLife } = this;
    return { value, fees, dayBase, peakRun, peakLife };
  }

  /** A new run begins: its drawdown counts from here, but from no gain that was in doubt. */
  restore(snapshot: TotalsSnapshot): void {
    this.value = snapshot.value;
    this.fees = snapshot.fees;
    this.dayBase = snapshot.dayBase;
    this.peakLife = snapshot.peakLife;
    this.peakRun = Math.min(this.net, this.peakLife);
  }
}
