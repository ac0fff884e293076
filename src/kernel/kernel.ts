// The bot machine: stamped inputs in; commands, fills, refusals and notes out. Pure and
// deterministic.
import {
  assert,
  type BotEvent,
  type Halt,
  type Instant,
  type Instrument,
  type Note,
  type ParentView,
  Rate,
} from '../domain/index.js';
import { Horizon, Scheduler } from '../machine/index.js';
import { Gate, type SymbolState } from '../risk/index.js';
import type { Emitter } from '../strategy/index.js';
import { VenueWords } from './apply-venue.js';
import { CoIds } from './co-ids.js';
import { Desk } from './desk.js';
import { Intake } from './intake.js';
import { type OpenOrder, OrderStore } from './order-store.js';
import { Outputs, toPlainFields } from './outputs.js';
import { Parents } from './parents.js';
import { IntentRouter } from './router.js';
import type { KernelSetup, KernelSink } from './setup.js';
import { type HostPorts, StrategyHost } from './strategy-host.js';
import { Symbols } from './symbols.js';

/** Timers that may fire before one input. */
const MAX_TIMERS_PER_STEP = 10_000_000;
/** Intents of all strategies in one step of the machine. */
const MAX_INTENTS_PER_STEP = 1_000;

export class Kernel {
  readonly #scheduler: Scheduler;
  readonly #symbols: readonly SymbolState[];
  readonly #names: Symbols;
  readonly #rates: readonly Emitter<Rate>[];
  readonly #outputs: Outputs;
  readonly #desk: Desk;
  readonly #words: VenueWords;
  readonly #parents: Parents;
  readonly #hosts: readonly StrategyHost[];
  readonly #router: IntentRouter;
  readonly #intake = new Intake();
  /** Of `#fireDue`: as an argument the engine would make an object of it for every rate. */
  #limit: Instant = 0;

  /** `horizon` is lowered whenever a timer is set. */
  constructor(setup: KernelSetup, sink: KernelSink, horizon = new Horizon()) {
    this.#scheduler = new Scheduler(setup.startAt, horizon);
    this.#names = new Symbols(setup.instruments);
    this.#symbols = this.#names.states;
    this.#rates = this.#names.rates;
    const now = () => this.#scheduler.now;
    const at = (dueAt: Instant, action: () => void) => this.#scheduler.at(dueAt, action);
    this.#outputs = new Outputs(sink, now, new CoIds(setup).format(0));
    const coIds = new CoIds(setup);
    const store = new OrderStore(coIds);
    const gate = new Gate(setup.limits, {
      symbols: this.#symbols,
      accountCurrency: setup.limits.accountCurrency,
      seesEveryRate: setup.seesEveryRate,
      pollInterval: setup.pollInterval,
      medianGap: ({ symbol }) => setup.medianGaps[symbol] ?? 0,
      hasTwin: (candidate) => store.hasTwin(candidate),
      limitsVersion: setup.limitsVersion,
    });
    const [firstSymbol] = this.#symbols;
    if (firstSymbol === undefined) throw new RangeError('a kernel needs at least one instrument');
    this.#desk = new Desk(setup, gate, store, coIds, firstSymbol, this.#outputs, {
      now,
      at,
      halted: (halt) => this.#endHalted(halt),
    });
    this.#words = new VenueWords(this.#desk, this.#outputs, now);
    this.#parents = new Parents(setup, this.#desk, this.#outputs, {
      now,
      at,
      nextIntentId: () => this.#intake.nextIntentId(),
      note: (host, text, fields) => this.#note(host, text, fields),
    });
    this.#router = new IntentRouter(this.#desk, this.#parents, this.#names.byName, now);
    const ports = this.#createHostPorts(setup.seed);
    this.#hosts = setup.strategies.map(
      (instance) => new StrategyHost(instance, this.#symbols.length, ports),
    );
  }

  /** The kernel's time. */
  get now(): Instant {
    return this.#scheduler.now;
  }

  /** When the next timer is due: the next `wake` should not come later. NEVER without one. */
  get nextDueAt(): Instant {
    return this.#scheduler.nextDueAt;
  }

  /** Digest over all outputs so far: 32 hex digits. */
  get digest(): string {
    return this.#outputs.digest;
  }

  /** The halt of everything, if one is latched. */
  get halt(): Halt | undefined {
    return this.#desk.gate.halt;
  }

  /** Every strategy has ended and nothing of theirs is alive or unsettled any more. */
  get isDone(): boolean {
    return this.#desk.store.size === 0 && this.hasNoWork;
  }

  /** Every strategy and every parent has ended; own orders may still be alive. */
  get hasNoWork(): boolean {
    return this.#parents.size === 0 && this.#hosts.every((host) => host.hasEnded);
  }

  /** Own orders that are not settled, oldest first. */
  listOpenOrders(): readonly OpenOrder[] {
    return this.#desk.store.listOpen();
  }

  listParents(): readonly ParentView[] {
    return this.#parents.list();
  }

  /** Starts the strategies; the first step. */
  start(): void {
    this.#intake.isStepping = true;
    for (const host of this.#hosts) host.start();
    this.#finishStep();
  }

  /**
   * The newest rate of an instrument, in ticks and minor units. `at` is when the bot received it
   * and never goes back; timers due at or before it fire first.
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
      this.#limit = at;
      this.#fireDue();
    }
    scheduler.moveTo(at);
    const state = this.#symbols[instrument];
    const rates = this.#rates[instrument];
    if (state === undefined || rates === undefined) {
      throw new RangeError(`no instrument ${instrument}`);
    }
    state.update(at, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
    if (!rates.isObserved) return;
    const intake = this.#intake;
    intake.isStepping = true;
    if (intake.hasTrespasses) this.#haltTrespassers();
    rates.emit(new Rate(state.instrument, bidTicks, offerTicks, bidUnits, offerUnits, venueAt, at));
    if (intake.count > 0) this.#drain();
    intake.isStepping = false;
  }

  /**
   * Any other input. Timers due before it fire first; a wake-up fires those due at its time too.
   */
  event(at: Instant, event: BotEvent): void {
    this.#limit = event.type === 'wake' ? at : at - 1;
    this.#fireDue();
    this.#scheduler.moveTo(at);
    this.#intake.isStepping = true;
    this.#haltTrespassers();
    this.#apply(at, event);
    this.#finishStep();
  }

  #haltTrespassers(): void {
    for (const { host, reason } of this.#intake.takeTrespasses()) {
      this.#desk.haltStrategy(host, reason);
    }
  }

  #apply(at: Instant, event: BotEvent): void {
    switch (event.type) {
      case 'wake':
      case 'host':
        break;
      case 'rate': {
        const { id } = this.#names.stateOf(event.symbol).instrument;
        const { bidTicks, offerTicks, bidUnits, offerUnits, venueAt } = event;
        this.rate(at, id, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
        return;
      }
      case 'poll':
        if (event.subject === 'rate' && event.outcome === 'unchanged') {
          this.#names.stateOf(event.key).receivedAt = at;
        }
        if (event.outcome === 'failed') {
          const message = `${event.subject} ${event.key}: ${event.message}`;
          for (const host of this.#hosts) host.faults.emit({ at, message });
        }
        this.#words.poll(event);
        return;
      case 'send-result':
        this.#words.sendResult(event);
        return;
      case 'egress':
        this.#words.egressRefused(event);
        return;
      case 'order':
        this.#words.order(event);
        return;
      case 'trade':
        this.#words.trade(event);
        return;
      case 'calibration':
        this.#desk.calibrate(event);
        return;
      case 'reference':
        this.#desk.compareReference(event, this.#names.stateOf(event.symbol).instrument);
        return;
      case 'operator':
        if (event.action === 'halt') this.#desk.halt('all', '', event.rule ?? 'RC63', event.reason);
        else this.#stop(event.reason);
    }
  }

  /** Fires timers due at or before the limit, each a step of its own. */
  #fireDue(): void {
    const limit = this.#limit;
    for (let fired = 0; this.#scheduler.nextDueAt <= limit; fired++) {
      assert(fired < MAX_TIMERS_PER_STEP, 'timers that set each other off without end');
      this.#intake.isStepping = true;
      if (!this.#scheduler.fireNext(limit)) break;
      this.#finishStep();
    }
    this.#intake.isStepping = false;
  }

  #finishStep(): void {
    this.#drain();
    this.#intake.isStepping = false;
  }

  #drain(): void {
    const intake = this.#intake;
    for (let at = 0; at < intake.count; at++) {
      const queued = intake.at(at);
      if (queued === undefined || this.#desk.gate.halt !== undefined) break;
      if (at >= MAX_INTENTS_PER_STEP) {
        const reason = `more than ${String(MAX_INTENTS_PER_STEP)} intents in one step`;
        this.#desk.haltStrategy(queued.host, reason);
        if (at >= 2 * MAX_INTENTS_PER_STEP) break;
        continue;
      }
      this.#router.handle(queued);
    }
    intake.clear();
  }

  #createHostPorts(seed: number): HostPorts {
    return {
      clock: this.#scheduler,
      seed,
      rates: (symbol) => this.#names.ratesOf(symbol),
      instrument: (symbol): Instrument => this.#names.stateOf(symbol).instrument,
      take: (host, intent) => this.#intake.take(host, intent),
      note: (host, text, fields) => this.#note(host, text, fields),
      assertInStep: (host, what) => this.#intake.assertInStep(host, what),
      ended: (host, error) => {
        if (error !== undefined) this.#desk.haltStrategy(host, error);
      },
    };
  }

  #note(host: StrategyHost, text: string, fields: Note['fields']): void {
    this.#outputs.note({ at: this.now, strategy: host.name, text, fields: toPlainFields(fields) });
  }

  /** The strategies in the scope of a halt end, and their parents with them. */
  #endHalted(halt: Halt): void {
    const reason = `halted by ${halt.rule}`;
    const isInScope = (host: StrategyHost) => halt.scope === 'all' || host.name === halt.strategy;
    for (const host of this.#hosts) if (isInScope(host)) host.stop();
    this.#parents.stopWhere((parent) => isInScope(parent.terms.host), reason);
  }

  /** Everything ends in good order: no new orders, own ones cancelled. */
  #stop(reason: string): void {
    for (const host of this.#hosts) host.stop();
    this.#parents.stopWhere(() => true, reason);
    this.#desk.cancelWhere(() => true);
  }
}
