// Round trips of one strategy in one instrument: gains and losses between two flat positions.

/** Sums in the account currency over all round trips. */
export class TripTotals {
  count = 0;
  wins = 0;
  gains = 0;
  losses = 0;
  /** Largest gain of one round trip. */
  largest = 0;

  add(pnl: number): void {
    this.count += 1;
    if (pnl > 0) {
      this.wins += 1;
      this.gains += pnl;
      if (pnl > this.largest) this.largest = pnl;
    } else this.losses -= pnl;
  }
}

/**
 * A round trip begins with the fill that opens a position and ends with the one that closes it; a
 * fill that reverses the position ends one and begins the next. Fees count where they were paid.
 * Plain numbers, since these are statistics.
 */
export class RoundTrips {
  /** Minor units of the base, and ticks x minor units paid for them, including fees. */
  private position = 0;
  private cash = 0;

  /**
   * Books a fill; `sign` is +1 for a buy, `fee` is in ticks x minor units. Returns the P&L after
   * fees of the round trip that it ends, in ticks x minor units, or undefined.
   */
  fill(sign: 1 | -1, units: number, priceTicks: number, fee = 0): number | undefined {
    const before = this.position;
    const after = before + sign * units;
    const isEnd = before !== 0 && (after === 0 || after > 0 !== before > 0);
    if (!isEnd) {
      this.position = after;
      this.cash += sign * units * priceTicks + fee;
      return undefined;
    }
    // The fee of a reversing fill is split between both round trips by quantity.
    const opening = fee * Math.abs(after / units);
    const pnl = before * priceTicks - this.cash - (fee - opening);
    this.position = after;
    this.cash = after * priceTicks + opening;
    return pnl;
  }
}
