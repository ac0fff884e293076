// Every trade of the venue by its id: fills as they come out, quotes accepted, trades booked.
import type { VenueTrade } from '../../domain/index.js';
import { findEnteringOrg } from '../user-name.js';

const FIRST_DESK_TRADE_NUMBER = 40_000_001;
const NO_TRADES: readonly VenueTrade[] = [];

/** Told of each trade that is new or has changed its status. */
export type TradeWatcher = (trade: VenueTrade) => void;

export class TradeBook {
  readonly #maxTrades: number;
  /** Oldest first. */
  #trades = new Map<string, VenueTrade>();
  /** Ids by the request that booked them, and so those of the trades made of them. */
  readonly #byRequest = new Map<string, string[]>();
  readonly #watchers: TradeWatcher[] = [];
  readonly #forgetWatchers: TradeWatcher[] = [];
  #nextNumber = FIRST_DESK_TRADE_NUMBER;

  /** Keeps at least the newest `maxTrades`, at most twice as many. */
  constructor(maxTrades: number) {
    this.#maxTrades = Math.max(1, maxTrades);
  }

  /** Id of a trade that no order made. */
  drawId(): string {
    return `FXI${String(this.#nextNumber++)}`;
  }

  /** Takes in a new trade, or a known one with its new status. */
  put(trade: VenueTrade): void {
    if (!this.#trades.has(trade.tradeId)) this.#index(trade);
    this.#trades.set(trade.tradeId, trade);
    for (const watch of this.#watchers) watch(trade);
    if (this.#trades.size >= 2 * this.#maxTrades) this.#forgetOldest();
  }

  find(tradeId: string): VenueTrade | undefined {
    return this.#trades.get(tradeId);
  }

  /** Trades of a booking request of an organization, and those made of them, oldest first. */
  findByRequest(enteringOrg: string, clientRequestId: string): readonly VenueTrade[] {
    const ids = this.#byRequest.get(toKey(enteringOrg, clientRequestId));
    if (ids === undefined) return NO_TRADES;
    return ids.flatMap((id) => this.#trades.get(id) ?? NO_TRADES);
  }

  /** All trades, oldest first. */
  list(): Iterable<VenueTrade> {
    return this.#trades.values();
  }

  watch(watcher: TradeWatcher): void {
    this.#watchers.push(watcher);
  }

  /** Tells `watcher` of the oldest trades as they are forgotten: nothing changes them any more. */
  watchForgotten(watcher: TradeWatcher): void {
    this.#forgetWatchers.push(watcher);
  }

  #index(trade: VenueTrade): void {
    if (trade.clientRequestId === undefined) return;
    const key = toKey(findEnteringOrg(trade), trade.clientRequestId);
    const ids = this.#byRequest.get(key);
    if (ids === undefined) this.#byRequest.set(key, [trade.tradeId]);
    else ids.push(trade.tradeId);
  }

  /** In one go, so that a trade costs the same however many are kept. */
  #forgetOldest(): void {
    const kept = new Map<string, VenueTrade>();
    let surplus = this.#trades.size - this.#maxTrades;
    for (const [id, trade] of this.#trades) {
      if (surplus-- > 0) this.#forget(trade);
      else kept.set(id, trade);
    }
    this.#trades = kept;
  }

  #forget(trade: VenueTrade): void {
    for (const watch of this.#forgetWatchers) watch(trade);
    if (trade.clientRequestId === undefined) return;
    const key = toKey(findEnteringOrg(trade), trade.clientRequestId);
    const ids = this.#byRequest.get(key);
    // Oldest first there too.
    ids?.shift();
    if (ids?.length === 0) this.#byRequest.delete(key);
  }
}

function toKey(org: string, clientRequestId: string): string {
  return JSON.stringify([org, clientRequestId]);
}
