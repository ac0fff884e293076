// The quote request manager: sends, accepts and withdraws own quote requests, each through the
// gate.
import type { Refusal } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';
import {
  type AcceptIntent,
  type Customer,
  type RfsIntent,
  toSign,
} from '../../domain/orders/index.js';
import { QUOTE_REQUEST_SIDES } from '../../domain/quotes/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import {
  type AcceptedQuote,
  approvePlace,
  approveRequest,
  approveWithdraw,
  type RuleBreach,
} from '../../risk/index.js';
import type { ClientOrderIds } from '../orders/client-order-ids.js';
import type { OrderManager } from '../orders/order-manager.js';
import { OrderCandidate } from '../orders/order-candidate.js';
import type { Outputs } from '../outputs.js';
import type { Order } from '../orders/order.js';
import { QuoteRequest, type QuoteRequestTerms, toWorseTicks } from './quote-request.js';
import { QuoteRequestStore } from './quote-request-store.js';
import type { StrategyHost } from '../strategies/strategy-host.js';

/** Maximum of quote requests that may be open, and longest life of one in seconds. */
const MAX_OPEN = 20;
const MAX_LIFE = 86_400;

/** Journal fields of a command about a quote request, which has no parent. */
const NO_PARENT = { parent: '', arrivalTicks2: 0 } as const;

export interface QuoteRequestPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  /** Customer that quote requests are made for; undefined without one in the configuration. */
  readonly customer: Customer | undefined;
}

export class QuoteRequestManager {
  readonly store = new QuoteRequestStore();
  readonly #orderManager: OrderManager;
  readonly #coIds: ClientOrderIds;
  readonly #outputs: Outputs;
  readonly #ports: QuoteRequestPorts;
  readonly #draft: OrderCandidate;
  #isAdopting = false;

  constructor(
    orderManager: OrderManager,
    coIds: ClientOrderIds,
    symbol: SymbolState,
    outputs: Outputs,
    ports: QuoteRequestPorts,
  ) {
    this.#orderManager = orderManager;
    this.#coIds = coIds;
    this.#outputs = outputs;
    this.#ports = ports;
    this.#draft = new OrderCandidate(symbol);
  }

  /** Replay mode: commands come from the journal and none are created. */
  adoptOnly(): void {
    this.#isAdopting = true;
  }

  /** Sends a quote request, or refuses it. */
  ask(host: StrategyHost, intentId: number, intent: RfsIntent, symbol: SymbolState): void {
    const { instrument } = symbol;
    const { side, lifeSeconds } = intent;
    const draft = this.#prepare(host, intentId, symbol);
    const sign = side === 'Sell' ? -1 : 1;
    const ticks = symbol.hasRate ? (sign > 0 ? symbol.offerTicks : symbol.bidTicks) : 1;
    this.#set(draft, intent.size, ticks, side === 'Sell' ? 'Sell' : 'Buy', symbol);
    const refusal = this.#findInvalidParam(draft, intent);
    const { customer } = this.#ports;
    if (refusal !== undefined || customer === undefined) {
      this.#orderManager.refuse(host, refusal ?? this.#describeNoCustomer(draft));
      return;
    }
    const coId = this.#coIds.format(intentId);
    const { units } = draft;
    const terms = { side, units, lifeSeconds, customer };
    const command = { kind: 'rfs', coId, intentId, instrument, ...terms } as const;
    const decision = approveRequest(this.#orderManager.gate, draft, command);
    if ('broken' in decision) {
      this.#orderManager.refuseBreaches(host, draft, decision.broken);
      return;
    }
    const sentAt = draft.at;
    const request = this.adopt({ intentId, coId, host, symbol, side, units, lifeSeconds, sentAt });
    this.#outputs.command(decision.approved, { strategy: host.name, ...NO_PARENT }, sentAt);
    this.show(request);
  }

  /** Adds a quote request, new or from the journal. */
  adopt(terms: QuoteRequestTerms): QuoteRequest {
    const request = new QuoteRequest(terms);
    this.store.add(request);
    this.#outputs.noteIntent(terms.intentId);
    this.#watchLife(request);
    return request;
  }

  /** Ends a request whose end the venue has not reported in time: no quote outlives its request. */
  #watchLife(request: QuoteRequest): void {
    const dueAt = Math.max(this.#ports.now(), request.endsAt);
    this.#ports.at(dueAt, () => {
      request.hasEnded = true;
      if (!request.isOver && request.order === undefined) {
        this.end(request, 'ENDED', 'the venue did not report its end in time');
      }
      this.settle(request);
    });
  }

  /** Accepts a quote, as an order of type PQ under the id of its request, or refuses. */
  accept(host: StrategyHost, { requestId, quoteId, side }: AcceptIntent): void {
    const request = this.store.findByIntent(requestId);
    if (request?.terms.host !== host || request.isAdopted) {
      this.#refuseName(host, requestId, 'a quote request of this strategy', String(requestId));
      return;
    }
    const { symbol, coId } = request.terms;
    const quote = request.quotes.find((one) => one.quoteId === quoteId);
    const rate = side === 'Buy' ? quote?.buyRate : quote?.sellRate;
    if (request.state !== 'QUOTED' || request.isWithdrawing) {
      this.#refuseName(host, requestId, 'a quote request with quotes', request.state, symbol);
    } else if (quote === undefined || rate === undefined) {
      this.#refuseName(
        host,
        requestId,
        `a quote of request ${coId} for this side`,
        quoteId,
        symbol,
      );
    } else {
      const { activeAt, validUntil } = quote;
      const { transactionId } = request;
      const asked = request.terms.side;
      const name = { requestId: request.requestId, quoteId, transactionId, asked };
      this.#deal(request, { ...name, activeAt, validUntil }, rate, side);
    }
  }

  #deal(
    request: QuoteRequest,
    quote: AcceptedQuote,
    rate: number,
    side: AcceptIntent['side'],
  ): void {
    const { host, intentId, symbol, units, coId } = request.terms;
    const { baseDecimals } = symbol.instrument;
    const draft = this.#prepare(host, intentId, symbol);
    const ticks = toWorseTicks(rate, toSign(side));
    this.#set(draft, units / powerOfTen(baseDecimals), ticks, side, symbol);
    draft.coId = coId;
    draft.details = { rateId: quote.quoteId };
    draft.quote = quote;
    const decision = approvePlace(this.#orderManager.gate, draft, coId);
    if ('broken' in decision) {
      this.#orderManager.refuseBreaches(host, draft, decision.broken);
      return;
    }
    // Set before the command is sent: who sees the order must see the request accepted.
    request.state = 'ACCEPTED';
    request.acceptedId = quote.quoteId;
    request.order = this.#orderManager.send(host, draft, undefined, decision.approved);
    this.show(request);
  }

  /** Restores an acceptance from the journal or the previous run. */
  adoptAcceptance(order: Order, quoteId: string): void {
    const request = this.store.find(order.coId);
    // unreached: a request stays as long as its acceptance is open
    if (request === undefined) return;
    request.order = order;
    request.acceptedId = quoteId;
    request.state = 'ACCEPTED';
  }

  /**
   * Withdraws a request unless a quote of it is accepted. An acceptance of unknown outcome does not
   * prevent it.
   */
  withdraw(request: QuoteRequest): void {
    const { isWithdrawing, hasEnded, order, terms } = request;
    const isHeld = order !== undefined && !order.isTerminal && order.unknownOutcome === undefined;
    if (this.#isAdopting || isWithdrawing || hasEnded || isHeld) return;
    request.isWithdrawing = true;
    const command = approveWithdraw(request.toWithdrawal());
    this.#outputs.command(command, { strategy: terms.host.name, ...NO_PARENT }, this.#ports.now());
  }

  withdrawWhere(isPicked: (request: QuoteRequest) => boolean): void {
    for (const request of this.store.values()) if (isPicked(request)) this.withdraw(request);
  }

  /** The strategies start: withdraws open requests of the previous run, which no strategy owns. */
  begin(): void {
    this.withdrawWhere(({ isAdopted, order }) => isAdopted && order === undefined);
  }

  /** Ends a request: no quote of it can be accepted any more. */
  end(request: QuoteRequest, state: 'TRADED' | 'ENDED' | 'UNKNOWN', reason: string): void {
    if (request.isOver) return;
    request.state = state;
    request.reason = reason;
    this.show(request);
  }

  /** Removes a request that the venue has ended, once its acceptance is closed. */
  settle(request: QuoteRequest): void {
    if (!request.isOver || !request.hasEnded) return;
    if (request.order !== undefined && !request.order.isTerminal) return;
    this.#resolve(request);
    request.quotes = [];
    this.store.remove(request);
  }

  /**
   * Closes requests whose acceptance ended without a quote report: not sent, rejected at once, or
   * resolved by the operator.
   */
  closeEndedAcceptances(): void {
    if (this.store.size === 0) return;
    for (const request of this.store.values()) {
      const { order } = request;
      if (order?.isTerminal !== true) continue;
      this.#resolve(request);
      this.end(request, order.state === 'FILLED' ? 'TRADED' : 'ENDED', order.reason);
      if (order.state !== 'FILLED') this.withdraw(request);
      this.settle(request);
    }
  }

  /** Ends the pauses that wait for this request. */
  #resolve({ terms }: QuoteRequest): void {
    this.#orderManager.gate.trading.pauses.resolve(`order ${terms.coId}`, this.#ports.now());
  }

  show(request: QuoteRequest): void {
    const view = request.toView(this.#ports.now());
    this.#outputs.quotes(view);
    const { quotes } = request.terms.host;
    if (!request.isAdopted && quotes.isObserved) quotes.emit(view);
  }

  #prepare(host: StrategyHost, intentId: number, symbol: SymbolState): OrderCandidate {
    const draft = this.#draft;
    draft.at = this.#ports.now();
    draft.intentId = intentId;
    draft.strategy = host.name;
    draft.symbol = symbol;
    draft.coId = '';
    return draft;
  }

  #set(
    draft: OrderCandidate,
    size: number,
    ticks: number,
    side: AcceptIntent['side'],
    symbol: SymbolState,
  ): void {
    const { symbol: name, ticksPerUnit } = symbol.instrument;
    const price = ticks / ticksPerUnit;
    const terms = { symbol: name, side, type: 'PQ', timeInForce: 'FOK', size, price } as const;
    draft.setIntent({ kind: 'place', ...terms }, symbol, Infinity);
  }

  /** Checks of a quote request that no risk rule covers. */
  #findInvalidParam(draft: OrderCandidate, { side, lifeSeconds }: RfsIntent): Refusal | undefined {
    const { gate } = this.#orderManager;
    const describe = (rule: string, limit: number | string, value: number | string, what: string) =>
      gate.describe(draft, {
        rule,
        limit,
        value,
        message: `${what}, found ${String(value)}`,
      });
    if (!QUOTE_REQUEST_SIDES.includes(side)) {
      return describe('RC03', QUOTE_REQUEST_SIDES.join(' '), side, 'expected a side');
    }
    if (!Number.isInteger(lifeSeconds) || lifeSeconds < 1 || lifeSeconds > MAX_LIFE) {
      const words = `expected lifeSeconds of 1 to ${String(MAX_LIFE)} whole seconds`;
      return describe('RC12', MAX_LIFE, lifeSeconds, words);
    }
    if (this.store.size < MAX_OPEN) return undefined;
    const text = `expected fewer than ${String(MAX_OPEN)} open quote requests`;
    return describe('RC27', MAX_OPEN, this.store.size, text);
  }

  #describeNoCustomer(draft: OrderCandidate): Refusal {
    const limit = 'venue.org and venue.account';
    const message = `quote requests need ${limit}: add them to the configuration`;
    return this.#orderManager.gate.describe(draft, toBroken('RC03', limit, 'none', message));
  }

  #refuseName(
    host: StrategyHost,
    intentId: number,
    expected: string,
    value: string,
    symbol = this.#draft.symbol,
  ): void {
    const draft = this.#prepare(host, intentId, symbol);
    const message = `expected ${expected}, found ${value}`;
    const broken = toBroken('RC36', expected, value, message);
    this.#orderManager.refuse(host, this.#orderManager.gate.describe(draft, broken));
  }
}

function toBroken(rule: string, limit: string, value: string, message: string): RuleBreach {
  return { rule, limit, value, message };
}
