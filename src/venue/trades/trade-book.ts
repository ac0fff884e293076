// All trades of the simulated venue by id: visible fills, accepted quotes, booked trades.
import type { VenueTrade } from '../../domain/venue/index.js';
import { findEnteringOrg } from '../user-name.js';

const FIRST_DESK_TRADE_NUMBER = 40_000_001;
const NO_TRADES: readonly VenueTrade[] = [];

/** Called for each new trade and each change of a trade's status. */
export type TradeWatcher = (trade: VenueTrade) => void;

export class TradeBook {
  readonly #maxTrades: number;
  #trades = new Map<string, VenueTrade>();
  /** Trade ids by booking request, including ids of trades that replaced the booked ones. */
  readonly #byRequest = new Map<string, string[]>();
  readonly #watchers: TradeWatcher[] = [];
  readonly #forgetWatchers: TradeWatcher[] = [];
  #nextNumber = FIRST_DESK_TRADE_NUMBER;

  /** Keeps at least the newest `maxTrades`, at most twice as many. */
  constructor(maxTrades: number) {
    this.#maxTrades = Math.max(1, maxTrades);
  }

  /** Id of a trade that does not come from an order. */
  drawId(): string {
    return `FXI${String(this.#nextNumber++)}`;
  }

  /** Adds a new trade or updates a known one. */
  put(trade: VenueTrade): void {
    if (!this.#trades.has(trade.tradeId)) this.#index(trade);
    this.#trades.set(trade.tradeId, trade);
    for (const watch of this.#watchers) watch(trade);
    if (this.#trades.size >= 2 * this.#maxTrades) this.#forgetOldest();
  }

  find(tradeId: string): VenueTrade | undefined {
    return this.#trades.get(tradeId);
  }

  /** Trades of an organization's booking request and their replacements, oldest first. */
  findByRequest(enteringOrg: string, clientRequestId: string): readonly VenueTrade[] {
    const ids = this.#byRequest.get(toKey(enteringOrg, clientRequestId));
    if (ids === undefined) return NO_TRADES;
    return ids.flatMap((id) => this.#trades.get(id) ?? NO_TRADES);
  }

  list(): Iterable<VenueTrade> {
    return this.#trades.values();
  }

  watch(watcher: TradeWatcher): void {
    this.#watchers.push(watcher);
  }

  /** Calls `watcher` for each dropped trade, which can no longer change. */
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

  /** Drops in large steps, so that the cost per trade does not depend on the number kept. */
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
    // These ids are also oldest first.
    ids?.shift();
    if (ids?.length === 0) this.#byRequest.delete(key);
  }
}

function toKey(org: string, clientRequestId: string): string {
  return JSON.stringify([org, clientRequestId]);
}
