// Routes an intent to order manager, quote requests or parents; refuses unknown symbols.
import type { Refusal } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { OrderParts } from '../orders/order-parts.js';
import { haltStrategy } from './halt-strategy.js';
import type { QueuedIntent } from './intent-queue.js';
import type { ParentManager } from '../parents/parent-manager.js';
import type { QuoteRequestManager } from '../quotes/quote-request-manager.js';
import type { StrategyHost } from './strategy-host.js';

export class IntentRouter {
  readonly #orderManager: OrderManager;
  readonly #orders: OrderParts;
  readonly #quotes: QuoteRequestManager;
  readonly #parents: ParentManager;
  readonly #bySymbol: ReadonlyMap<string, SymbolState>;
  readonly #now: () => Instant;

  constructor(
    orders: OrderParts,
    quotes: QuoteRequestManager,
    parents: ParentManager,
    bySymbol: ReadonlyMap<string, SymbolState>,
    now: () => Instant,
  ) {
    this.#orders = orders;
    this.#orderManager = orders.orderManager;
    this.#quotes = quotes;
    this.#parents = parents;
    this.#bySymbol = bySymbol;
    this.#now = now;
  }

  handle({ host, intentId, intent }: QueuedIntent): void {
    if (intent.kind === 'cancel') {
      const order = this.#orderManager.store.findByIntent(intent.intentId);
      if (order?.terms.host === host) this.#orders.cancels.cancel(order);
      return;
    }
    if (intent.kind === 'withdraw') {
      const request = this.#quotes.store.findByIntent(intent.requestId);
      if (request?.terms.host === host) this.#quotes.withdraw(request);
      return;
    }
    if (intent.kind === 'accept') {
      this.#quotes.accept(host, intent);
      return;
    }
    const state = this.#bySymbol.get(intent.symbol);
    if (state === undefined) {
      const refusal = this.#refuseSymbol(host, intentId, intent.symbol);
      this.#orderManager.refuseUnknownSymbol(host, refusal);
      if (intent.kind === 'execute') this.#parents.reportRefused(host, intent, [refusal]);
      return;
    }
    if (intent.kind === 'rfs') {
      this.#quotes.ask(host, intentId, intent, state);
      return;
    }
    if (intent.kind === 'place') {
      this.#orderManager.place(host, intentId, intent, state, undefined);
      return;
    }
    try {
      this.#parents.start(host, intentId, intent, state);
    } catch (error) {
      haltStrategy(this.#orders.halts, host, error);
    }
  }

  #refuseSymbol(host: StrategyHost, intentId: number, symbol: string): Refusal {
    const limit = [...this.#bySymbol.keys()].join(' ');
    return {
      at: this.#now(),
      intentId,
      strategy: host.name,
      symbol,
      rule: 'RC01',
      message: `expected one of ${limit}, found ${symbol}`,
      limit,
      value: symbol,
      position: 0,
      workingBuy: 0,
      workingSell: 0,
      limitsVersion: this.#orderManager.limitsVersion,
    };
  }
}
