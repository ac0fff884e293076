// Where an intent goes: to the order desk, to the parents, or back as a refusal.
import type { Instant, Refusal } from '../../domain/index.js';
import type { SymbolState } from '../../risk/index.js';
import type { Desk } from '../orders/order-manager.js';
import { haltStrategy } from './halt-strategy.js';
import type { QueuedIntent } from './intent-queue.js';
import type { Parents } from '../parents/parent-manager.js';
import type { QuoteDesk } from '../quotes/quote-request-manager.js';
import type { StrategyHost } from './strategy-host.js';

export class IntentRouter {
  readonly #desk: Desk;
  readonly #quotes: QuoteDesk;
  readonly #parents: Parents;
  readonly #bySymbol: ReadonlyMap<string, SymbolState>;
  readonly #now: () => Instant;

  constructor(
    desk: Desk,
    quotes: QuoteDesk,
    parents: Parents,
    bySymbol: ReadonlyMap<string, SymbolState>,
    now: () => Instant,
  ) {
    this.#desk = desk;
    this.#quotes = quotes;
    this.#parents = parents;
    this.#bySymbol = bySymbol;
    this.#now = now;
  }

  handle({ host, intentId, intent }: QueuedIntent): void {
    if (intent.kind === 'cancel') {
      const order = this.#desk.store.findByIntent(intent.intentId);
      if (order?.terms.host === host) this.#desk.cancels.cancel(order);
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
      this.#desk.refuseUnknown(host, refusal);
      if (intent.kind === 'execute') this.#parents.tellRefused(host, intent, [refusal]);
      return;
    }
    if (intent.kind === 'rfs') {
      this.#quotes.ask(host, intentId, intent, state);
      return;
    }
    if (intent.kind === 'place') {
      this.#desk.place(host, intentId, intent, state, undefined);
      return;
    }
    try {
      this.#parents.start(host, intentId, intent, state);
    } catch (error) {
      haltStrategy(this.#desk, host, error);
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
      limitsVersion: this.#desk.limitsVersion,
    };
  }
}
