// What the bot machine knows and judges by: order desk, parents, strategies' places. The kernel
// steps it with strategies; a fold does without them.
import {
  DAY,
  type Halt,
  type Instant,
  type Note,
  type PositionEvent,
  type ResolveEvent,
  SECOND,
} from '../domain/index.js';
import { type Horizon, Scheduler, type Timer } from '../determinism/index.js';
import { type Deed, PolicyEngine } from '../policy/index.js';
import { type HealthCheck, SecondCheck } from '../risk/index.js';
import { type SecondWords, VenueWords } from './reports/submit-result-handler.js';
import { CoIds } from './orders/client-order-ids.js';
import { createGate } from './policy/create-gate.js';
import { Desk } from './orders/order-manager.js';
import { Expiries } from './orders/expiry-monitor.js';
import { Flatten } from './policy/flatten.js';
import { createHealth } from './policy/health-actions.js';
import { Hosts } from './strategies/strategy-registry.js';
import type { Intake } from './strategies/intent-queue.js';
import { OrderStore } from './orders/order-store.js';
import { OrderWords } from './reports/order-report-handler.js';
import { Judge } from './policy/response-evaluator.js';
import { Obedience } from './policy/policy-actions.js';
import { type Bound, Outputs, toPlainFields } from './outputs.js';
import type { OwnOrder } from './orders/order.js';
import type { ParentOrder } from './parents/parent-order.js';
import { Parents, type ParentsPorts } from './parents/parent-manager.js';
import { QuoteDesk } from './quotes/quote-request-manager.js';
import { QuoteWords } from './reports/quote-report-handler.js';
import { Repeats } from './orders/submit-retries.js';
import { Resolver } from './orders/order-resubmitter.js';
import { restoreState } from './state/restore.js';
import { RuleDeeds } from './policy/rule-action-runner.js';
import type { KernelSetup, KernelSink } from './setup.js';
import type { HostPorts, StrategyHost } from './strategies/strategy-host.js';
import { Symbols } from './symbols.js';
import { TradeWords } from './reports/trade-report-handler.js';

export class BotState {
  readonly scheduler: Scheduler;
  readonly names: Symbols;
  readonly outputs: Outputs;
  readonly desk: Desk;
  readonly deeds: RuleDeeds;
  readonly policy: PolicyEngine;
  readonly words: VenueWords;
  /** Judges samples of host and venue. */
  readonly health: HealthCheck;
  readonly orderWords: OrderWords;
  readonly tradeWords: TradeWords;
  readonly quoteDesk: QuoteDesk;
  readonly quoteWords: QuoteWords;
  readonly parents: Parents;
  readonly repeats: Repeats;
  readonly hosts: Hosts;
  readonly flatten: Flatten;
  readonly intake: Intake;
  readonly coIds: CoIds;
  readonly #second: SecondCheck;
  readonly #obedience: Obedience;
  readonly judge: Judge;
  #ticker: Timer | undefined;

  /** `hostPorts` is asked once, for the ports of all strategies. */
  constructor(
    setup: KernelSetup,
    sink: KernelSink,
    horizon: Horizon,
    intake: Intake,
    hostPorts: (state: BotState) => HostPorts,
  ) {
    this.intake = intake;
    this.scheduler = new Scheduler(setup.startAt, horizon);
    this.names = new Symbols(setup.instruments);
    const now = () => this.scheduler.now;
    const at: Scheduler['at'] = (...timer) => this.scheduler.at(...timer);
    this.coIds = new CoIds(setup);
    this.outputs = this.#createOutputs(sink, setup);
    const nextIntentId = () => intake.nextIntentId();
    const store = new OrderStore(this.coIds);
    this.deeds = new RuleDeeds(this.outputs, { now, at });
    const gate = createGate(setup, this.names, store, this.deeds, this);
    this.#second = new SecondCheck(setup.limits, this.names.states, gate.overrides);
    this.desk = new Desk(setup, gate, store, this.coIds, this.names.first, this.outputs, {
      now,
      at,
      doubted: (order, stands) => this.judge.doubted(order, stands, this.#countUnknown(order)),
      listCancelSteps: () => this.judge.cancelRule.steps,
      livesOn: (order, step) => this.judge.livesOn(order, step),
      halted: (halt) => this.#endHalted(halt),
    });
    this.#obedience = this.#createObedience();
    const obey = (deeds: readonly Deed[]) => this.#obedience.obey(deeds);
    this.policy = new PolicyEngine(setup, { at, obey });
    this.judge = new Judge(this.desk, this.policy, { now, at, obey });
    const expiries = new Expiries(store, this.outputs, { now, at });
    this.repeats = new Repeats(gate, this.outputs, setup.login, { now, at });
    const second = this.#createSecond(setup);
    this.words = new VenueWords(this.desk, this.judge, expiries, second, now);
    this.health = createHealth(this.desk, this.outputs, now, setup);
    const { coIds, judge } = this;
    this.tradeWords = new TradeWords(this.desk, this.outputs, { now, at, coIds, expiries, judge });
    this.quoteDesk = this.#createQuoteDesk(setup);
    this.quoteWords = new QuoteWords(this, { now, obey });
    this.orderWords = new OrderWords(this.desk, this.tradeWords, this.judge, expiries, this);
    this.parents = this.#createParents(setup, { now, at, nextIntentId });
    this.hosts = new Hosts(setup.strategies, this.names.states.length, hostPorts(this));
    this.flatten = new Flatten(this, { now, at, nextIntentId });
    this.#begin(setup);
  }

  get now(): Instant {
    return this.scheduler.now;
  }

  note(host: StrategyHost, text: string, given: Note['fields'], isOfStrategy = false): void {
    const fields = toPlainFields(given);
    this.outputs.note({ at: this.now, strategy: host.name, text, fields }, isOfStrategy);
  }

  /** Tells people of something that stops nothing. */
  warn(rule: string, symbol: string, text: string): void {
    this.outputs.alert({ at: this.now, level: 'warn', rule, strategy: '', symbol, text });
  }

  /** Everything ends in good order: no new orders, own ones cancelled. */
  stop(reason: string): void {
    for (const host of this.hosts.list) host.stop();
    this.parents.stopWhere(() => true, reason);
    this.desk.cancels.cancelAll();
    this.quoteDesk.withdrawWhere(() => true);
  }

  /** A person's word on an order in doubt; what is not taken is told. */
  resolve({ coId, as, by, hasVenueWord }: ResolveEvent): void {
    const { desk, outputs, tradeWords } = this;
    const ended = desk.store.findByCoId(coId) ?? desk.store.findEnded(coId);
    if (as === 'lost' && hasVenueWord && ended !== undefined && tradeWords.takeBack(ended)) return;
    const refusal = desk.doubts.resolve(coId, as, by, hasVenueWord);
    const order = desk.store.findByCoId(coId);
    if (refusal === undefined) {
      if (order !== undefined) tradeWords.standIns.expect(order);
      return;
    }
    const about = { level: 'warn', rule: 'RC53', strategy: '', symbol: '' } as const;
    outputs.alert({ at: this.now, ...about, text: `order ${coId} is not resolved: ${refusal}` });
  }

  /** What the venue says is held. */
  seePosition(event: PositionEvent): void {
    this.desk.doubts.seePosition(event, this.names.find(event.symbol));
  }

  /** After an event: pauses that wait for unknown outcomes end with these. */
  settlePauses(): void {
    if (this.desk.gate.pauses.count === 0) return;
    let all = 0;
    for (const { unknownOrders } of this.names.states) all += unknownOrders;
    for (const { instrument, unknownOrders } of this.names.states) {
      this.judge.known({ symbol: unknownOrders, all }, instrument.symbol);
    }
  }

  #countUnknown(order: OwnOrder): { readonly symbol: number; readonly all: number } {
    let all = 0;
    for (const { unknownOrders } of this.names.states) all += unknownOrders;
    return { symbol: order.terms.symbol.unknownOrders, all };
  }

  #createOutputs(sink: KernelSink, { digestForm = 1 }: KernelSetup): Outputs {
    const bound: Bound = (command, { strategy }, at) => {
      const isRisk = command.kind === 'place' || command.kind === 'rfs';
      return isRisk ? this.#second.bound(command, strategy, at) : undefined;
    };
    return new Outputs(sink, this.coIds.format(0), bound, digestForm);
  }

  #createParents(setup: KernelSetup, ports: Omit<ParentsPorts, 'note'>): Parents {
    const note: ParentsPorts['note'] = (...said) => {
      this.note(...said);
    };
    return new Parents(setup, this.desk, this.outputs, { ...ports, note });
  }

  #createObedience(): Obedience {
    const now = () => this.now;
    const dropRate = (symbol: string) => this.names.find(symbol)?.drop(this.now);
    return new Obedience(this.desk, this.outputs, now, dropRate);
  }

  #createQuoteDesk({ customer }: KernelSetup): QuoteDesk {
    const now = () => this.now;
    const at = (dueAt: Instant, action: () => void) => this.scheduler.at(dueAt, action);
    const { first } = this.names;
    return new QuoteDesk(this.desk, this.coIds, first, this.outputs, { now, at, customer });
  }

  #createSecond({ resends = false }: KernelSetup): SecondWords {
    const resolver = new Resolver(this.desk, this.outputs, () => this.now, resends);
    const noTrade = (order: OwnOrder) => this.tradeWords.standIns.deny(order);
    return { repeats: this.repeats, resolver, noTrade };
  }

  #begin({ restored, seesEveryRate }: KernelSetup): void {
    this.deeds.bind(this.desk);
    if (restored !== undefined) restoreState(this, restored);
    if (this.desk.gate.hooks.hasTicks && !seesEveryRate) this.#tick();
  }

  /** Rules that watch time look every second, where no rate wakes them. */
  #tick(dueAt = this.now + SECOND): void {
    const tick = () => {
      this.#tick();
      this.desk.gate.hooks.tick(this.now);
    };
    this.#ticker = this.scheduler.at(dueAt, tick, true);
  }

  /**
   * Before a step at `at`: of a clock that leaps, days or years, only the last day is gone through
   * second by second.
   */
  leap(at: Instant): void {
    const leapt = at - this.now - DAY;
    if (leapt < SECOND || this.#ticker === undefined || this.#ticker.dueAt > at - DAY) return;
    this.#ticker.cancel();
    this.#tick(this.#ticker.dueAt + Math.floor(leapt / SECOND) * SECOND);
  }

  /** When more is due than looks of algorithms and of the rules that watch time. */
  get quietUntil(): Instant {
    return this.scheduler.quietUntil;
  }

  /** Nothing comes before `to`: all looks are left out until then. */
  sleep(to: Instant): void {
    this.scheduler.putOffLooks(to);
  }

  /** The strategies in the scope of a halt end, and their parents with them. */
  #endHalted(halt: Halt): void {
    const reason = `halted by ${halt.rule}`;
    this.flatten.stop(`${reason}: ${halt.reason}`);
    if (halt.scope === 'symbol') {
      const isOf = ({ terms }: ParentOrder) => terms.symbol.instrument.symbol === halt.symbol;
      this.parents.stopWhere(isOf, reason);
      this.quoteDesk.withdrawWhere(({ terms }) => terms.symbol.instrument.symbol === halt.symbol);
      return;
    }
    const isInScope = (host: StrategyHost) => halt.scope === 'all' || host.name === halt.strategy;
    for (const host of this.hosts.list) if (isInScope(host)) host.stop();
    this.parents.stopWhere((parent) => isInScope(parent.terms.host), reason);
    this.quoteDesk.withdrawWhere(({ terms }) => isInScope(terms.host));
  }
}
