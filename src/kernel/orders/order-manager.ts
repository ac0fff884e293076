// The order manager: gate and order store. Every own order passes here before it is sent, and all
// of its changes of state.
import { copyOrderView, type Refusal } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { Approved, PlaceCommand, PlaceIntent } from '../../domain/orders/index.js';
import type { Gate, SymbolState } from '../../risk/gate/index.js';
import { approvePlace, type RuleBreach } from '../../risk/index.js';
import type { ClientOrderIds } from './client-order-ids.js';
import { OrderCandidate } from './order-candidate.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from '../outputs.js';
import { changeState, recomputeExposure } from './exposure.js';
import { Order } from './order.js';
import type { ParentOrder } from '../parents/parent-order.js';
import type { Symbols } from '../symbols.js';
import type { KernelSetup } from '../setup.js';
import type { TradingHalts } from './trading-halts.js';
import type { StrategyHost } from '../strategies/strategy-host.js';

export class OrderManager {
  readonly gate: Gate;
  readonly store: OrderStore;
  readonly limitsVersion: string;
  readonly #halts: TradingHalts;
  readonly #outputs: Outputs;
  readonly #now: () => Instant;
  readonly #draft: OrderCandidate;
  readonly #coIds: ClientOrderIds;

  constructor(
    { limitsVersion }: KernelSetup,
    gate: Gate,
    store: OrderStore,
    coIds: ClientOrderIds,
    names: Symbols,
    outputs: Outputs,
    halts: TradingHalts,
    now: () => Instant,
  ) {
    this.gate = gate;
    this.store = store;
    this.#coIds = coIds;
    this.limitsVersion = limitsVersion;
    this.#outputs = outputs;
    this.#halts = halts;
    this.#now = now;
    this.#draft = new OrderCandidate(names.first);
  }

  /** Checks an intent; reserves its exposure and sends it, or refuses it. One synchronous step. */
  place(
    host: StrategyHost,
    intentId: number,
    intent: PlaceIntent,
    symbol: SymbolState,
    parent: ParentOrder | undefined,
  ): void {
    const draft = this.#prepare(host, intentId, intent, symbol, parent);
    draft.coId = this.#coIds.format(intentId);
    const decision = approvePlace(this.gate, draft, draft.coId);
    if ('broken' in decision) this.refuseBreaches(host, draft, decision.broken);
    else this.send(host, draft, parent, decision.approved);
  }

  /** Reports the rules that an intent breaches; repeated refusals can halt (escalation). */
  refuseBreaches(
    host: StrategyHost,
    draft: OrderCandidate,
    broken: readonly RuleBreach[],
  ): boolean {
    const escalated = this.gate.findEscalation(draft, broken);
    for (const one of broken) this.refuse(host, this.gate.describe(draft, one));
    this.#escalate(host, escalated);
    return broken.length > 0;
  }

  /** Refuses an intent whose symbol is not part of the session. */
  refuseUnknownSymbol(host: StrategyHost, refusal: Refusal): void {
    this.refuse(host, refusal);
    const asked = { ...refusal, symbol: { instrument: refusal } };
    this.#escalate(host, this.gate.findEscalation(asked, [refusal]));
  }

  #escalate({ name }: StrategyHost, escalated: ReturnType<Gate['findEscalation']>): void {
    if (escalated === undefined) return;
    const { rule, scope } = escalated;
    this.#halts.halt(scope, scope === 'all' ? '' : name, rule, `too many refusals by ${rule}`);
  }

  /** Reserves the exposure of an approved candidate and hands the command over, in one step. */
  send(
    host: StrategyHost,
    draft: OrderCandidate,
    parent: ParentOrder | undefined,
    approved: Approved<PlaceCommand>,
  ): Order {
    const { symbol } = draft;
    const order = new Order(
      {
        intentId: draft.intentId,
        coId: approved.coId,
        host,
        parent,
        symbol,
        side: draft.side,
        sign: draft.sign,
        type: draft.type,
        timeInForce: draft.timeInForce,
        units: draft.units,
        priceTicks: draft.priceTicks,
        expirySeconds: draft.expirySeconds,
        details: draft.details,
        arrivalTicks2: symbol.hasRate ? symbol.bidTicks + symbol.offerTicks : 0,
      },
      draft.at,
    );
    // The venue identifies an acceptance by the id of its quote request.
    if (draft.quote !== undefined) order.orderId = draft.quote.requestId;
    this.store.add(order);
    recomputeExposure(order);
    // The command goes first: what the strategy does when it sees the order must come after it.
    this.#outputs.command(approved, order, draft.at);
    this.publish(order);
    return order;
  }

  /** Adds an order from the journal, with its exposure. */
  restore(order: Order): void {
    this.store.add(order);
    recomputeExposure(order);
    this.#outputs.noteIntent(order.terms.intentId);
  }

  /** Checks a parent as a whole by the named rules, and refuses it like an order. */
  refuseParent(
    host: StrategyHost,
    intentId: number,
    intent: PlaceIntent,
    symbol: SymbolState,
    rules: ReadonlySet<string>,
    key: string,
  ): readonly RuleBreach[] {
    const draft = this.#prepare(host, intentId, intent, symbol, undefined);
    const broken = this.gate.dryRunParent(key, draft, rules);
    this.refuseBreaches(host, draft, broken);
    return broken;
  }

  /** Refusals of the named rules for an intent that is not sent. */
  dryRun(
    host: StrategyHost,
    intentId: number,
    intent: PlaceIntent,
    symbol: SymbolState,
    rules: ReadonlySet<string>,
  ): readonly Refusal[] {
    const draft = this.#prepare(host, intentId, intent, symbol, undefined);
    const broken = this.gate.dryRun(draft, rules, { isPlan: true });
    return broken.map((one) => this.gate.describe(draft, one));
  }

  refuse(host: StrategyHost, refusal: Refusal): void {
    host.refusals.emit(this.#outputs.refused(refusal));
  }

  /** Emits the order's new state to its strategy and to the sink. */
  publish(order: Order): void {
    order.at = this.#now();
    if (order.isDuplicate) return;
    this.#outputs.order(order);
    const { orders } = order.terms.host;
    if (orders.isObserved) orders.emit(copyOrderView(order));
  }

  /** Ends an order: unfilled quantity no longer counts, unless FAILED or REPLACED keeps it open. */
  end(order: Order, state: Order['state'], reason: string): void {
    // unreached: callers end what is open
    if (order.isTerminal) return;
    changeState(order, state);
    order.reason = reason;
    this.publish(order);
    this.removeIfClosed(order);
  }

  /** The rest of an ended order is known: trades of a FAILED, successor of a REPLACED one. */
  markAccounted(order: Order): void {
    if (order.isAccounted) return;
    order.isAccounted = true;
    recomputeExposure(order);
    this.removeIfClosed(order);
  }

  /** Removes an order whose end and trades are known; its parent may then be complete. */
  removeIfClosed(order: Order): void {
    if (order.isDone) this.store.remove(order);
    order.terms.parent?.settle(order);
  }

  #prepare(
    host: StrategyHost,
    intentId: number,
    intent: PlaceIntent,
    symbol: SymbolState,
    parent: ParentOrder | undefined,
  ): OrderCandidate {
    const draft = this.#draft;
    draft.at = this.#now();
    draft.intentId = intentId;
    draft.strategy = host.name;
    draft.setIntent(intent, symbol, parent === undefined ? Infinity : parent.rest);
    if (draft.type === 'AtBest') this.gate.limitAtBest(draft);
    return draft;
  }
}
