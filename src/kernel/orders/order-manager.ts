// The order manager: gate, order store and cancels. Every own order passes here before it is sent,
// and all of its changes of state.
import {
  type Approved,
  copyOrderView,
  type Halt,
  type Instant,
  type PlaceCommand,
  type PlaceIntent,
  type Refusal,
} from '../../domain/index.js';
import { approvePlace, type RuleBreach, type Gate, type SymbolState } from '../../risk/index.js';
import { keepsOrdersOnHalt, type EscalationStep } from '../../policy/index.js';
import { Cancels } from './cancels.js';
import type { ClientOrderIds } from './client-order-ids.js';
import { UnknownOrders } from './unknown-orders.js';
import { OrderCandidate } from './order-candidate.js';
import type { OrderStore } from './order-store.js';
import type { Outputs } from '../outputs.js';
import { countUnknown, changeState, recomputeExposure } from './exposure.js';
import { OrderAnomalies } from './order-anomalies.js';
import { isOutcomeUnknown } from './order-states.js';
import { Order } from './order.js';
import type { ParentOrder } from '../parents/parent-order.js';
import type { KernelSetup } from '../setup.js';
import type { StrategyHost } from '../strategies/strategy-host.js';

/** Functions of the kernel that the order manager calls. */
export interface OrderManagerPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  /** The outcome of an order became unknown; `stands` returns whether it still is. */
  onOutcomeUnknown(order: Order, stands: () => boolean): void;
  /** Steps of the policy while a cancel does not end its order. */
  listCancelSteps(): readonly EscalationStep[];
  /** After a cancel the order is still alive when the time of this step is over. */
  onCancelOverdue(order: Order, step: EscalationStep): void;
  /** A halt was latched: the strategies in its scope end. */
  halted(halt: Halt): void;
}

export class OrderManager {
  readonly gate: Gate;
  readonly store: OrderStore;
  readonly cancels: Cancels;
  readonly unknownOrders: UnknownOrders;
  readonly anomalies: OrderAnomalies;
  readonly limitsVersion: string;
  readonly #outputs: Outputs;
  readonly #ports: OrderManagerPorts;
  readonly #draft: OrderCandidate;
  readonly #coIds: ClientOrderIds;

  constructor(
    setup: KernelSetup,
    gate: Gate,
    store: OrderStore,
    coIds: ClientOrderIds,
    symbol: SymbolState,
    outputs: Outputs,
    ports: OrderManagerPorts,
  ) {
    this.gate = gate;
    this.store = store;
    this.#coIds = coIds;
    this.limitsVersion = setup.limitsVersion;
    this.#outputs = outputs;
    this.unknownOrders = new UnknownOrders(this, {
      now: () => ports.now(),
      doubted: (order, stands) => {
        ports.onOutcomeUnknown(order, stands);
      },
      sharesLogin: setup.sharesLogin === true,
      requestDeadline: setup.requestDeadline,
      alert: ({ terms }, text) => {
        const about = { strategy: terms.host.name, symbol: terms.symbol.instrument.symbol };
        outputs.alert({ at: ports.now(), level: 'page', rule: 'RC53', ...about, text });
      },
    });
    this.anomalies = new OrderAnomalies(this, () => ports.now());
    this.cancels = new Cancels(store, outputs, {
      now: () => ports.now(),
      at: (dueAt, action) => ports.at(dueAt, action),
      isAllHalted: () => gate.halt !== undefined,
      isFrozen: () => keepsOrdersOnHalt(setup.policy, gate.halts),
      isHalted: ({ terms, instrument }) => gate.isHalted(terms.host.name, instrument.symbol),
      cancelled: ({ strategy }) => gate.hooks.cancel(strategy, ports.now()),
      listSteps: () => ports.listCancelSteps(),
      livesOn: (order, step) => ports.onCancelOverdue(order, step),
    });
    this.#ports = ports;
    this.#draft = new OrderCandidate(symbol);
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
    this.halt(scope, scope === 'all' ? '' : name, rule, `too many refusals by ${rule}`);
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

  /** Adds an order of a previous run: its outcome since then is unknown. */
  restoreAsUnknown(order: Order): void {
    this.restore(order);
    if (isOutcomeUnknown(order.state)) countUnknown(order, 1);
    order.cancelState = 'NONE';
    order.unknownOutcome = undefined;
    order.withdrawLikelyRejection();
    if (order.isTerminal) return;
    if (order.state === 'JOURNALED') this.end(order, 'ABANDONED', 'it was never sent');
    else this.setUnknown(order, true);
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
    order.at = this.#ports.now();
    if (order.isDuplicate) return;
    this.#outputs.order(order);
    const { orders } = order.terms.host;
    if (orders.isObserved) orders.emit(copyOrderView(order));
  }

  /** Latches a halt, then cancels own orders in its scope until they have ended. */
  halt(scope: 'all' | 'strategy', strategy: string, rule: string, reason: string): boolean {
    return this.haltOrReport({ at: this.#ports.now(), scope, strategy, rule, reason });
  }

  /** Halts one symbol for all strategies; they go on in other symbols. */
  haltSymbol(symbol: string, rule: string, reason: string): boolean {
    const at = this.#ports.now();
    return this.haltOrReport({ at, scope: 'symbol', strategy: '', symbol, rule, reason });
  }

  /** Reports a halt once even under a wider halt: the operator who resumes must see both. */
  haltOrReport(halt: Halt): boolean {
    const isUnreported = this.gate.halts.noteCause(halt);
    if (this.latchHalt(halt)) return true;
    if (isUnreported) this.#outputs.halted(halt);
    return isUnreported;
  }

  /** Returns false when a latched halt covers this one. */
  latchHalt(halt: Halt): boolean {
    if (!this.gate.latch(halt)) return false;
    this.#outputs.halted(halt);
    this.#ports.halted(halt);
    this.cancels.cancelHalted(halt);
    return true;
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

  /** Marks the outcome of an order as unknown; the order keeps its full exposure. */
  setUnknown(order: Order, isFromPreviousRun = false): void {
    if (order.state !== 'UNKNOWN') changeState(order, 'UNKNOWN');
    this.unknownOrders.track(order, isFromPreviousRun);
  }

  #prepare(
    host: StrategyHost,
    intentId: number,
    intent: PlaceIntent,
    symbol: SymbolState,
    parent: ParentOrder | undefined,
  ): OrderCandidate {
    const draft = this.#draft;
    draft.at = this.#ports.now();
    draft.intentId = intentId;
    draft.strategy = host.name;
    draft.setIntent(intent, symbol, parent === undefined ? Infinity : parent.rest);
    if (draft.type === 'AtBest') this.gate.limitAtBest(draft);
    return draft;
  }
}
