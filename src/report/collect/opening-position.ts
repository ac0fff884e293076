// A position that the runs before left, at the first mid that this session saw: its P&L is what
// prices have done since.
import { ExactSum } from '../figures/exact-sum.js';

export class OpeningPosition {
  /** Net, minor units of the base. */
  readonly units = new ExactSum();
  /** What it counts for, minor units x half ticks. */
  readonly cost2 = new ExactSum();
  /** Bid + offer of the first rate; 0 before it. */
  firstTicks2 = 0;
  /** As it was taken over: what waits for the first mid. */
  private readonly taken: number;

  constructor(units: number) {
    this.taken = units;
    this.units.addProduct(units, 1);
  }

  /** Gives the units that are now valued, once; 0 after that and before the first rate. */
  value(firstTicks2: number): number {
    if (this.firstTicks2 !== 0 || firstTicks2 === 0) return 0;
    this.firstTicks2 = firstTicks2;
    this.cost2.addProduct(this.taken, firstTicks2);
    return this.taken;
  }

  /** A trade of a run before has changed; units below 0: bought too much, or sold too little. */
  correct(units: number, priceTicks: number): void {
    this.units.addProduct(units, 1);
    this.cost2.addProduct(units, 2 * priceTicks);
  }
}
