// A position carried in from previous runs, valued at the first mid of this session, so that its
// P&L is the price change since.
import { ExactSum } from '../figures/exact-sum.js';

export class OpeningPosition {
  /** Net, minor units of the base. */
  readonly units = new ExactSum();
  /** Its value at cost, minor units x half ticks. */
  readonly cost2 = new ExactSum();
  /** Bid + offer of the first rate; 0 before it. */
  firstTicks2 = 0;
  /** Units as carried in, which wait for the first mid. */
  private readonly taken: number;

  constructor(units: number) {
    this.taken = units;
    this.units.addProduct(units, 1);
  }

  /**
   * Values the position at the first rate. Returns the units valued now: 0 before and afterwards.
   */
  value(firstTicks2: number): number {
    if (this.firstTicks2 !== 0 || firstTicks2 === 0) return 0;
    this.firstTicks2 = firstTicks2;
    this.cost2.addProduct(this.taken, firstTicks2);
    return this.taken;
  }

  /** A trade of a previous run changed; units below 0: bought too much or sold too little. */
  correct(units: number, priceTicks: number): void {
    this.units.addProduct(units, 1);
    this.cost2.addProduct(units, 2 * priceTicks);
  }
}
