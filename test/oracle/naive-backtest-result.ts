// What a run of the naive reference backtest adds up to, and its digest.
import { createHash } from 'node:crypto';
import type { NaiveCase, NaiveEvent, NaiveSum } from './naive-backtest-types.js';

export interface Booking {
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell';
  readonly units: number;
  readonly priceTicks: number;
}

export function toSums(input: NaiveCase, bookings: readonly Booking[]): readonly NaiveSum[] {
  return input.instruments.map(({ symbol }) => {
    let positionUnits = 0n;
    let cash = 0n;
    for (const booking of bookings) {
      if (booking.symbol !== symbol) continue;
      const units = BigInt(booking.side === 'Buy' ? booking.units : -booking.units);
      positionUnits += units;
      cash -= units * BigInt(booking.priceTicks);
    }
    const last = input.rates.findLast((rate) => rate.symbol === symbol);
    const twiceMid = last ? BigInt(last.bidTicks) + BigInt(last.offerTicks) : 0n;
    return { symbol, positionUnits, cash, pnlHalfTicks: 2n * cash + positionUnits * twiceMid };
  });
}

/**
 * SHA-256, in hex, of this JSON without spaces; times and units are numbers, big integers text:
 * `{"events":[...],"sums":[[symbol,"position","cash","pnlHalfTicks"],...]}` with events in order,
 * `["fill",at,id,units,priceTicks,executedAt]` or `["end",at,id,state,filledUnits]`.
 */
export function toDigest(events: readonly NaiveEvent[], sums: readonly NaiveSum[]): string {
  const layout = {
    events: events.map((event) =>
      event.kind === 'fill'
        ? [event.kind, event.at, event.id, event.units, event.priceTicks, event.executedAt]
        : [event.kind, event.at, event.id, event.state, event.filledUnits],
    ),
    sums: sums.map((sum) => [
      sum.symbol,
      sum.positionUnits.toString(),
      sum.cash.toString(),
      sum.pnlHalfTicks.toString(),
    ]),
  };
  return createHash('sha256').update(JSON.stringify(layout)).digest('hex');
}
