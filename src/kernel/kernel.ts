// The kernel: timestamped inputs in; commands, fills, refusals and notes out. Pure and
// deterministic.
import type { BotEvent, Halt, ParentView, RateEvent } from '../domain/events/index.js';
import { assert, type Instant, type Instrument, Rate } from '../domain/index.js';
import { NextDue, type Scheduler } from '../determinism/index.js';
import type { Halts, SymbolState } from '../risk/gate/index.js';
import { applyEvent } from './inputs.js';
import { KernelComponents } from './components.js';
import type { OrderManager } from './orders/order-manager.js';
import type { ResolvedAs } from './orders/unknown-orders.js';
import type { FlattenEnd } from './policy/flatten.js';
import { haltStrategy } from './strategies/halt-strategy.js';
import { IntentQueue } from './strategies/intent-queue.js';
import {
  type OpenOrder,
  type ParentConsumption,
  toParentConsumption,
} from './orders/order-store.js';
import { IntentRouter } from './strategies/intent-router.js';
import type { KernelSetup, KernelSink } from './setup.js';
import type { OpenWork, KernelSnapshot } from './state/snapshot.js';
import type { HostPorts } from './strategies/strategy-host.js';
import type { RateEmitter } from './symbols.js';
import { listOpenWork, takeSnapshot } from './state/take-snapshot.js';

/** Maximum of timers that may fire before one input. */
const MAX_TIMERS_PER_STEP = 10_000_000;
/** Maximum of intents of all strategies in one step. */
const MAX_INTENTS_PER_STEP = 1_000;

export class Kernel {
  readonly #state: KernelComponents;
  readonly #scheduler: Scheduler; // with the next two: needed for every rate
  readonly #symbols: readonly SymbolState[];
  readonly #rates: readonly RateEmitter[];
  readonly #orderManager: OrderManager;
  readonly #router: IntentRouter;
  readonly #intents = new IntentQueue();
  /** Argument of `#fireDue`. As a real argument, V8 would allocate a heap number per rate. */
  #limit: Instant = 0;

  /** Every new timer lowers `nextDue`. */
  constructor(setup: KernelSetup, sink: KernelSink, nextDue = new NextDue()) {
    const state = new KernelComponents(setup, sink, nextDue, this.#intents, (made) => {
      return this.#createHostPorts(made, setup.seed);
    });
    this.#state = state;
    this.#scheduler = state.scheduler;
    this.#symbols = state.names.states;
    this.#rates = state.names.rates;
    this.#orderManager = state.orderManager;
    const { quoteRequests, parents, names } = state;
    this.#router = new IntentRouter(state, quoteRequests, parents, names.byName, () => this.now);
  }

  get now(): Instant {
    return this.#scheduler.now;
  }

  /** Due time of the next timer: the next `wake` must not come later. NEVER without a timer. */
  get nextDueAt(): Instant {
    return this.#scheduler.nextDueAt;
  }

  /** Until when timers are only ticks that check for changes, and how to skip them. */
  get idle(): Pick<KernelComponents, 'quietUntil' | 'sleep'> {
    return this.#state;
  }

  /** Digest over all outputs so far: 32 hex digits. */
  get digest(): string {
    return this.#state.outputs.digest;
  }

  /** The latched halt of everything, if any. */
  get halt(): Halt | undefined {
    return this.#state.trading.halt;
  }

  /** Latched halts of everything, of strategies and of symbols. */
  get halts(): readonly Halt[] {
    return this.#state.trading.halts.list();
  }

  /** Breaches of the limits that a backtest only observes. */
  readonly listObserved = () => this.#orderManager.gate.listObserved();
  /** Halts that the operator must be shown before a resume, and whether an operator halted. */
  get latch(): Pick<Halts, 'all' | 'found' | 'isByHand'> {
    return this.#state.trading.halts;
  }

  /** Number of pauses so far that only an operator ends. */
  get lastingPauses(): number {
    return this.#state.trading.pauses.lasting;
  }

  /** True when halts stop all remaining work. */
  get isHeld(): boolean {
    return this.halt !== undefined || (this.hasNoWork && this.halts.length > 0);
  }

  /** True when a halt, or a pause that only an operator ends, also stops approved commands. */
  stopsApproved(strategy: string, symbol: string): boolean {
    return this.#state.trading.stopsApproved(strategy, symbol);
  }

  /** Every strategy has ended and none of its orders or quote requests is open. */
  get isDone(): boolean {
    return (
      this.#orderManager.store.size + this.#state.quoteRequests.store.size === 0 && this.hasNoWork
    );
  }

  /** Every strategy and every parent has ended; own orders may still be alive. */
  get hasNoWork(): boolean {
    return (
      this.#state.parents.size === 0 && this.#state.registry.list.every((host) => host.hasEnded)
    );
  }

  /** Whether positions are being closed (flatten), and how the last flatten ended. */
  get flattening(): { readonly isActive: boolean; readonly last: FlattenEnd | undefined } {
    return this.#state.flatten;
  }

  /** Own orders that are not closed, oldest first. */
  listOpenOrders(): readonly OpenOrder[] {
    return this.#orderManager.store.listOpen();
  }

  /** State of an own order, open or ended, and its share of the parent; undefined if unknown. */
  findConsumption(coId: string): ParentConsumption | undefined {
    const { store } = this.#orderManager;
    const order = store.findByCoId(coId) ?? store.findEnded(coId);
    return order && toParentConsumption(order, store.listDoubles(coId));
  }

  /** The coIds that have a duplicate at the venue. */
  readonly listDoubled = () => this.#orderManager.store.listDuplicatedCoIds();

  /** True when `resolve` would accept this statement about an order that this run has not found. */
  wouldAcceptResolution(coId: string, as: ResolvedAs, hasVenueWord: boolean): boolean {
    return this.#state.unknownOrders.wouldAcceptResolution(coId, as, hasVenueWord);
  }

  /** The coIds of at most `most` newest closed orders that the venue changed since then. */
  listEnded(since: Instant, most: number): readonly string[] {
    return this.#orderManager.store.closed.listSince(since).slice(-most);
  }

  listParents(): readonly ParentView[] {
    return this.#state.parents.list();
  }

  /** Number of parents that have ended since this process started. */
  get endedParents(): number {
    return this.#state.parents.endedCount;
  }

  /** State that outlives this process; call it between two inputs only. */
  snapshot(): KernelSnapshot {
    return takeSnapshot(this.#state);
  }

  /** Open orders, requests and parents. */
  listAtWork(): OpenWork {
    return listOpenWork(this.#state);
  }

  /** Starts the strategies; the first step. */
  start(): void {
    this.#intents.isStepping = true;
    this.#state.quoteRequests.begin();
    this.#orderManager.gate.overrides.begin();
    for (const host of this.#state.registry.list) if (!host.hasEnded) host.start();
    this.#finishStep();
  }

  /**
   * Applies the newest rate of an instrument, in ticks and minor units. `at` is when the bot
   * received it and never decreases; timers due at or before it fire first.
   */
  rate(
    at: Instant,
    instrument: number,
    bidTicks: number,
    offerTicks: number,
    bidUnits: number,
    offerUnits: number,
    venueAt: Instant,
  ): void {
    const scheduler = this.#scheduler;
    if (scheduler.nextDueAt <= at) {
      this.#state.leap(at);
      this.#limit = at;
      this.#fireDue();
    }
    scheduler.moveTo(at);
    const state = this.#symbols[instrument];
    const rates = this.#rates[instrument];
    if (!state || !rates) throw new RangeError(`no instrument ${instrument}`);
    const leaves = state.leavesQuietBand(at, bidTicks, offerTicks);
    if (leaves) state.noteFormer();
    state.update(at, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
    if (leaves) this.#watch(state, at);
    if (!rates.isObserved) return;
    const intents = this.#intents;
    intents.isStepping = true;
    if (intents.hasViolations) this.#haltViolators();
    rates.emit(new Rate(state.instrument, bidTicks, offerTicks, bidUnits, offerUnits, venueAt, at));
    if (intents.count > 0) this.#drain();
    intents.isStepping = false;
  }

  /** Runs the rules that watch rates when a rate leaves the quiet band. */
  #watch(symbol: SymbolState, at: Instant): void {
    this.#intents.isStepping = true;
    this.#orderManager.gate.hooks.rate(symbol, at);
    this.#finishStep();
  }

  /**
   * Applies any other input. Timers due before it fire first; a `wake` fires those due at it too.
   */
  event(at: Instant, event: BotEvent): void {
    this.#state.leap(at);
    // Read once: events have many shapes, so each read of a shared field is a megamorphic lookup.
    const { type } = event;
    this.#limit = type === 'wake' ? at : at - 1;
    this.#fireDue();
    this.#scheduler.moveTo(at);
    this.#intents.isStepping = true;
    this.#haltViolators();
    if (type === 'rate') this.#applyRate(at, event);
    else applyEvent(this.#state, at, event);
    this.#finishStep();
  }

  #applyRate(at: Instant, event: RateEvent): void {
    const { id } = this.#state.names.stateOf(event.symbol).instrument;
    const { bidTicks, offerTicks, bidUnits, offerUnits, venueAt } = event;
    this.rate(at, id, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
  }

  #haltViolators(): void {
    for (const { host, reason } of this.#intents.takeViolations()) {
      haltStrategy(this.#state.halts, host, reason);
    }
  }

  /** Fires timers due at or before the limit, each as a step of its own. */
  #fireDue(): void {
    const limit = this.#limit;
    for (let fired = 0; this.#scheduler.nextDueAt <= limit; fired++) {
      assert(fired < MAX_TIMERS_PER_STEP, 'timers trigger each other without end');
      this.#intents.isStepping = true;
      if (!this.#scheduler.fireNext(limit)) break;
      this.#finishStep();
    }
    this.#intents.isStepping = false;
  }

  #finishStep(): void {
    this.#drain();
    this.#intents.isStepping = false;
  }

  #drain(): void {
    const intents = this.#intents;
    for (let at = 0; at < intents.count; at++) {
      const queued = intents.at(at);
      if (queued === undefined || this.#state.trading.halt !== undefined) break;
      if (at >= MAX_INTENTS_PER_STEP) {
        const reason = `more than ${String(MAX_INTENTS_PER_STEP)} intents in one step`;
        haltStrategy(this.#state.halts, queued.host, reason);
        if (at >= 2 * MAX_INTENTS_PER_STEP) break;
        continue;
      }
      this.#router.handle(queued);
    }
    intents.clear();
  }

  #createHostPorts(state: KernelComponents, seed: number): HostPorts {
    return {
      clock: state.scheduler,
      seed,
      rates: (host, symbol) => state.names.ratesOf(host, symbol),
      instrument: (symbol): Instrument => state.names.stateOf(symbol).instrument,
      take: (host, intent) => this.#intents.take(host, intent),
      release: (host, requestId) => {
        if (this.#intents.isStepping) this.#intents.take(host, { kind: 'withdraw', requestId });
      },
      note: (host, text, fields) => state.note(host, text, fields, true),
      assertInStep: (host, what) => this.#intents.assertInStep(host, what),
      ended: (host, error) => {
        if (error !== undefined) haltStrategy(state.halts, host, error);
      },
    };
  }
}
