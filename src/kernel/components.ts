// All parts of the kernel and how they are connected. The running kernel adds strategies to them,
// the journal replay does not.
import type { Halt, Note, PositionEvent, ResolveEvent } from '../domain/events/index.js';
import { DAY, type Instant, SECOND } from '../domain/index.js';
import { type NextDue, Scheduler, type Timer } from '../determinism/index.js';
import { type PolicyAction, PolicyEngine } from '../policy/index.js';
import type { TradingState } from '../risk/gate/index.js';
import { type HealthCheck, SecondCheck } from '../risk/index.js';
import { type SubmitResultPorts, SubmitResultHandler } from './reports/submit-result-handler.js';
import { ClientOrderIds } from './orders/client-order-ids.js';
import { createGate, createTradingState } from './policy/create-gate.js';
import { Cancels } from './orders/cancels.js';
import { OrderAnomalies } from './orders/order-anomalies.js';
import { OrderManager } from './orders/order-manager.js';
import { TradingHalts } from './orders/trading-halts.js';
import { UnknownOrders } from './orders/unknown-orders.js';
import { ExpiryMonitor } from './orders/expiry-monitor.js';
import { Flatten } from './policy/flatten.js';
import { createHealth } from './policy/health-actions.js';
import { StrategyRegistry } from './strategies/strategy-registry.js';
import type { IntentQueue } from './strategies/intent-queue.js';
import { OrderStore } from './orders/order-store.js';
import { OrderReportHandler } from './reports/order-report-handler.js';
import { ResponseEvaluator } from './policy/response-evaluator.js';
import { PolicyActionRunner } from './policy/policy-actions.js';
import { type Bound, Outputs, toPlainFields } from './outputs.js';
import type { Order } from './orders/order.js';
import type { ParentOrder } from './parents/parent-order.js';
import { ParentManager, type ParentsPorts } from './parents/parent-manager.js';
import { QuoteRequestManager } from './quotes/quote-request-manager.js';
import { QuoteReportHandler } from './reports/quote-report-handler.js';
import { SubmitRetries } from './orders/submit-retries.js';
import { OrderResubmitter } from './orders/order-resubmitter.js';
import { restoreState } from './state/restore.js';
import { RuleActionRunner } from './policy/rule-action-runner.js';
import type { KernelSetup, KernelSink } from './setup.js';
import type { HostPorts, StrategyHost } from './strategies/strategy-host.js';
import { Symbols } from './symbols.js';
import { TradeReportHandler } from './reports/trade-report-handler.js';

export class KernelComponents {
  readonly scheduler: Scheduler;
  readonly names: Symbols;
  readonly outputs: Outputs;
  /** Halts, pauses and reduce-only restrictions: what may trade. */
  readonly trading: TradingState;
  readonly cancels: Cancels;
  readonly halts: TradingHalts;
  readonly orderManager: OrderManager;
  readonly unknownOrders: UnknownOrders;
  readonly anomalies: OrderAnomalies;
  readonly ruleActions: RuleActionRunner;
  readonly policy: PolicyEngine;
  readonly submitResults: SubmitResultHandler;
  /** Checks samples of host and venue. */
  readonly health: HealthCheck;
  readonly orderReports: OrderReportHandler;
  readonly tradeReports: TradeReportHandler;
  readonly quoteRequests: QuoteRequestManager;
  readonly quoteReports: QuoteReportHandler;
  readonly parents: ParentManager;
  readonly retries: SubmitRetries;
  readonly registry: StrategyRegistry;
  readonly flatten: Flatten;
  readonly intents: IntentQueue;
  readonly coIds: ClientOrderIds;
  readonly #second: SecondCheck;
  readonly #policyActions: PolicyActionRunner;
  readonly evaluator: ResponseEvaluator;
  #ticker: Timer | undefined;

  /** Calls `hostPorts` once, for the ports of all strategies. */
  constructor(
    setup: KernelSetup,
    sink: KernelSink,
    nextDue: NextDue,
    intents: IntentQueue,
    hostPorts: (state: KernelComponents) => HostPorts,
  ) {
    this.intents = intents;
    this.scheduler = new Scheduler(setup.startAt, nextDue);
    this.names = new Symbols(setup.instruments);
    const now = () => this.scheduler.now;
    const at: Scheduler['at'] = (...timer) => this.scheduler.at(...timer);
    const clock = { now, at };
    this.coIds = new ClientOrderIds(setup);
    this.outputs = this.#createOutputs(sink, setup);
    const nextIntentId = () => intents.nextIntentId();
    const store = new OrderStore(this.coIds);
    // A part knows only parts that were created before it; later ones listen to its events.
    const { coIds, names, outputs } = this;
    const trading = createTradingState(setup, names);
    this.trading = trading;
    this.cancels = new Cancels(store, outputs, { ...clock, trading, policy: setup.policy });
    this.halts = new TradingHalts(trading, this.cancels, outputs, now);
    this.ruleActions = new RuleActionRunner(this, clock);
    const gate = createGate(setup, this, store);
    this.#second = new SecondCheck(setup.limits, names.states, gate.overrides);
    const { cancels, halts } = this;
    const orderManager = new OrderManager(setup, gate, store, coIds, names, outputs, halts, now);
    this.orderManager = orderManager;
    this.unknownOrders = new UnknownOrders(orderManager, halts, outputs, now, setup);
    this.anomalies = new OrderAnomalies(orderManager, halts, cancels, now);
    this.#policyActions = this.#createPolicyActions(store);
    const applyActions = (actions: readonly PolicyAction[]) => this.#policyActions.apply(actions);
    this.policy = new PolicyEngine(setup, { at, applyActions });
    this.evaluator = new ResponseEvaluator(this, this.policy, { ...clock, applyActions });
    const { evaluator } = this;
    const expiryMonitor = new ExpiryMonitor(store, outputs, clock);
    this.retries = new SubmitRetries(gate, outputs, setup.login, clock);
    const second = this.#createSecond(setup);
    this.submitResults = new SubmitResultHandler(this, evaluator, expiryMonitor, second, now);
    this.health = createHealth(this, now, setup);
    const tradePorts = { ...clock, coIds, expiryMonitor, evaluator };
    this.tradeReports = new TradeReportHandler(this, outputs, tradePorts);
    this.quoteRequests = this.#createQuoteRequests(setup);
    this.quoteReports = new QuoteReportHandler(this, { now, applyActions });
    this.orderReports = new OrderReportHandler(this, evaluator, expiryMonitor, this);
    this.parents = this.#createParents(setup, { ...clock, nextIntentId });
    this.registry = new StrategyRegistry(setup.strategies, names.states.length, hostPorts(this));
    this.flatten = new Flatten(this, { ...clock, nextIntentId });
    this.#begin(setup);
  }

  get now(): Instant {
    return this.scheduler.now;
  }

  note(host: StrategyHost, text: string, given: Note['fields'], isOfStrategy = false): void {
    const fields = toPlainFields(given);
    this.outputs.note({ at: this.now, strategy: host.name, text, fields }, isOfStrategy);
  }

  /** Alerts about something that stops nothing. */
  warn(rule: string, symbol: string, text: string): void {
    this.outputs.alert({ at: this.now, level: 'warn', rule, strategy: '', symbol, text });
  }

  /** Orderly stop: no new orders, own orders cancelled. */
  stop(reason: string): void {
    for (const host of this.registry.list) host.stop();
    this.parents.stopWhere(() => true, reason);
    this.cancels.cancelAll();
    this.quoteRequests.withdrawWhere(() => true);
  }

  /** Applies the operator's statement about an unknown order; alerts when it is refused. */
  resolve({ coId, as, by, hasVenueWord }: ResolveEvent): void {
    const { orderManager, outputs, tradeReports } = this;
    const ended = orderManager.store.findByCoId(coId) ?? orderManager.store.findEnded(coId);
    if (as === 'lost' && hasVenueWord && ended !== undefined && tradeReports.takeBack(ended))
      return;
    const refusal = this.unknownOrders.resolve(coId, as, by, hasVenueWord);
    const order = orderManager.store.findByCoId(coId);
    if (refusal === undefined) {
      if (order !== undefined) tradeReports.provisionalFills.expect(order);
      return;
    }
    const about = { level: 'warn', rule: 'RC53', strategy: '', symbol: '' } as const;
    outputs.alert({ at: this.now, ...about, text: `cannot resolve order ${coId}: ${refusal}` });
  }

  seePosition(event: PositionEvent): void {
    this.unknownOrders.seePosition(event, this.names.find(event.symbol));
  }

  /** After each event: ends pauses that wait for unknown outcomes once none is left. */
  settlePauses(): void {
    if (this.trading.pauses.count === 0) return;
    const all = this.names.unknownOrders;
    for (const { instrument, unknownOrders } of this.names.states) {
      this.evaluator.onOutcomeKnown({ symbol: unknownOrders, all }, instrument.symbol);
    }
  }

  #createOutputs(sink: KernelSink, { digestForm = 1 }: KernelSetup): Outputs {
    const bound: Bound = (command, { strategy }, at) => {
      const isRisk = command.kind === 'place' || command.kind === 'rfs';
      return isRisk ? this.#second.bound(command, strategy, at) : undefined;
    };
    return new Outputs(sink, this.coIds.format(0), bound, digestForm);
  }

  #createParents(setup: KernelSetup, ports: Omit<ParentsPorts, 'note'>): ParentManager {
    const note: ParentsPorts['note'] = (...said) => {
      this.note(...said);
    };
    return new ParentManager(setup, this, this.outputs, { ...ports, note });
  }

  #createPolicyActions(store: OrderStore): PolicyActionRunner {
    const { cancels, halts, trading } = this;
    const now = () => this.now;
    const dropRate = (symbol: string) => this.names.find(symbol)?.drop(this.now);
    return new PolicyActionRunner({ cancels, halts, store, trading }, this.outputs, now, dropRate);
  }

  #createQuoteRequests({ customer }: KernelSetup): QuoteRequestManager {
    const now = () => this.now;
    const at = (dueAt: Instant, action: () => void) => this.scheduler.at(dueAt, action);
    const { first } = this.names;
    return new QuoteRequestManager(this.orderManager, this.coIds, first, this.outputs, {
      now,
      at,
      customer,
    });
  }

  #createSecond({ resends = false }: KernelSetup): SubmitResultPorts {
    const resubmitter = new OrderResubmitter(
      this.orderManager,
      this.outputs,
      () => this.now,
      resends,
    );
    const noTrade = (order: Order) => this.tradeReports.provisionalFills.deny(order);
    return { retries: this.retries, resubmitter, noTrade };
  }

  #begin({ restored, seesEveryRate }: KernelSetup): void {
    const { hooks } = this.orderManager.gate;
    this.cancels.listen({ onSent: ({ strategy }) => hooks.cancel(strategy, this.now) });
    this.halts.onLatched((halt) => {
      this.#endHalted(halt);
    });
    this.ruleActions.begin();
    if (restored !== undefined) restoreState(this, restored);
    if (hooks.hasTicks && !seesEveryRate) this.#tick();
  }

  /** Rules that watch time are called every second, unless the session sees every rate. */
  #tick(dueAt = this.now + SECOND): void {
    const tick = () => {
      this.#tick();
      this.orderManager.gate.hooks.tick(this.now);
    };
    this.#ticker = this.scheduler.at(dueAt, tick, true);
  }

  /**
   * Called before a step at `at`. When the clock leaps by days or years, only the last day is
   * ticked second by second.
   */
  leap(at: Instant): void {
    const skipped = at - this.now - DAY;
    if (skipped < SECOND || this.#ticker === undefined || this.#ticker.dueAt > at - DAY) return;
    this.#ticker.cancel();
    this.#tick(this.#ticker.dueAt + Math.floor(skipped / SECOND) * SECOND);
  }

  /** Next due time of a timer other than the ticks of algorithms and time rules. */
  get quietUntil(): Instant {
    return this.scheduler.quietUntil;
  }

  /** No input comes before `to`: the ticks until then are skipped. */
  sleep(to: Instant): void {
    this.scheduler.putOffLooks(to);
  }

  /** Ends the strategies in the scope of a halt and their parents. */
  #endHalted(halt: Halt): void {
    const reason = `halted by ${halt.rule}`;
    this.flatten.stop(`${reason}: ${halt.reason}`);
    if (halt.scope === 'symbol') {
      const isOf = ({ terms }: ParentOrder) => terms.symbol.instrument.symbol === halt.symbol;
      this.parents.stopWhere(isOf, reason);
      this.quoteRequests.withdrawWhere(
        ({ terms }) => terms.symbol.instrument.symbol === halt.symbol,
      );
      return;
    }
    const isInScope = (host: StrategyHost) => halt.scope === 'all' || host.name === halt.strategy;
    for (const host of this.registry.list) if (isInScope(host)) host.stop();
    this.parents.stopWhere((parent) => isInScope(parent.terms.host), reason);
    this.quoteRequests.withdrawWhere(({ terms }) => isInScope(terms.host));
  }
}
