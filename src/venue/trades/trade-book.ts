// Every trade of the venue by its id: fills as they come out, quotes accepted, trades booked.
import type { VenueTrade } from '../../domain/index.js';

const FIRST_DESK_TRADE_NUMBER = 40_000_001;

/** Told of each trade that is new or has changed its status. */
export type TradeWatcher = (trade: VenueTrade) => void;

export class TradeBook {
  readonly #trades = new Map<string, VenueTrade>();
  readonly #watchers: TradeWatcher[] = [];
  #nextNumber = FIRST_DESK_TRADE_NUMBER;

  /** Id of a trade that no order made. */
  drawId(): string {
    return `FXI${String(this.#nextNumber++)}`;
  }

  /** Takes in a new trade, or a known one with its new status. */
  put(trade: VenueTrade): void {
    this.#trades.set(trade.tradeId, trade);
    for (const watch of this.#watchers) watch(trade);
  }

  find(tradeId: string): VenueTrade | undefined {
    return this.#trades.get(tradeId);
  }

  /** All trades, oldest first. */
  list(): Iterable<VenueTrade> {
    return this.#trades.values();
  }

  watch(watcher: TradeWatcher): void {
    this.#watchers.push(watcher);
  }
}
