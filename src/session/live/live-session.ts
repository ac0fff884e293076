// A live session: stamps and journals inputs, steps the kernel and releases approved commands.
import type { BotEvent } from '../../domain/events/index.js';
import { type Instant, NEVER, type Result } from '../../domain/index.js';
import type { RemoteListener } from '../../gateway/index.js';
import type { Stamp } from '../../journal/index.js';
import { type OpenWork, type FlattenEnd, Kernel, type KernelSnapshot } from '../../kernel/index.js';
import { forceClose, shutDownAfterBug, toBug } from './crash-shutdown.js';
import { createKernelRequestHandler } from './kernel-requests.js';
import { Shutdown, CLOSING_MS } from './shutdown.js';
import { closeJournal } from './close-journal.js';
import {
  type FlattenCommand,
  type Kill,
  type SessionState,
  toHaltEvent,
} from '../../control/index.js';
import { ReadFailureLog } from '../monitors/read-failure-log.js';
import { FlattenPermit } from './flatten-permit.js';
import { HostWatch } from '../monitors/host-monitor.js';
import { HEADER_TYPE, START_TYPE, StepOutputs } from '../../records/index.js';
import { type Input, toEventInput, toRateInput } from './input.js';
import { InputQueue } from './input-queue.js';
import { createObserver } from './output-observer.js';
import { type LiveSessionParts, sampleAll } from './live-session-parts.js';
import { OrderEgress } from '../egress/order-egress.js';
import { verifyOrdersClosed } from './verify-orders-closed.js';
import { runStartup } from './startup.js';
import { UnknownOrderTimeout } from '../monitors/unknown-order-timeout.js';
import { type SessionEnd, type SessionView, toSessionState, toView } from './session-result.js';
import { WakeTimer } from './wake-timer.js';

export class LiveSession {
  readonly #parts: LiveSessionParts;
  readonly #kernel: Kernel;
  readonly #outputs: StepOutputs;
  readonly #listener: RemoteListener;
  readonly #watch: HostWatch;
  readonly #faults: ReadFailureLog;
  readonly egress: OrderEgress;
  readonly #inputs: InputQueue;
  readonly #wake: WakeTimer;
  readonly #closing: Shutdown;
  readonly #flattening: FlattenPermit;
  #stopTimer: { cancel(): void } | undefined;
  readonly #unknown: UnknownOrderTimeout;
  #resolve: ((end: SessionEnd) => void) | undefined;
  #isEnding = false;
  #isOver = false;
  #isReady = false; // nothing of the previous run is unknown any more
  #halts = 0;
  #bug: Error | undefined;
  #staysUp = false; // stays up for the operator who killed it, or who has to clear an earlier halt

  constructor(parts: LiveSessionParts) {
    this.#parts = parts;
    const seen = createObserver(parts, () => this.#halts++, createKernelRequestHandler(parts));
    this.#outputs = new StepOutputs(seen, parts.header.epoch);
    this.#kernel = new Kernel(parts.setup, this.#outputs);
    this.#inputs = new InputQueue({
      step: (input) => {
        if (!this.#isOver) this.#step(input);
      },
      idle: () => {
        if (!this.#isOver) this.#afterStep();
      },
      failed: (error) => {
        this.fail(error);
      },
    });
    this.#listener = {
      rate: (instrument, rate) => {
        this.#inputs.take(toRateInput({ kernel: this.#kernel, ...parts }, instrument, rate));
      },
      event: (event) => this.#takeEvent(event),
    };
    this.#flattening = new FlattenPermit(this.#kernel, (event) => this.#takeEvent(event));
    this.egress = new OrderEgress(parts, {
      stopsApproved: (strategy, symbol) => this.#kernel.stopsApproved(strategy, symbol),
      isFlattening: () => this.isFlattening,
      findStanding: (coId) => this.#kernel.findConsumption(coId),
      listDoubled: () => this.#kernel.listDoubled(),
      refused: (event) => this.#takeEvent(event),
      bypassed: (reason, rule) => {
        this.halt(reason, CLOSING_MS, rule);
      },
      journaled: (result) => this.#check(result),
    });
    this.#wake = new WakeTimer(parts.clock, () => this.#takeEvent({ type: 'wake' }));
    this.#closing = new Shutdown(parts.ports.clock, () => this.#finish());
    this.#faults = new ReadFailureLog(parts.ports.clock, parts.notify);
    this.#unknown = new UnknownOrderTimeout(parts.ports.clock);
    this.#watch = new HostWatch(
      parts.ports,
      (event) => {
        this.#takeEvent(event);
        const finding = parts.safeguards?.evaluate(event);
        if (finding !== undefined) this.halt(finding.reason, CLOSING_MS, finding.rule);
        const open = this.#isReady ? this.#kernel.listOpenOrders() : [];
        if (this.#unknown.isStuck(this.#kernel.hasNoWork, open) && !this.#staysUp) this.#finish();
      },
      () => sampleAll(parts),
    );
  }

  /**
   * Runs until the session is done, stopped or halted. `opening` are the events of the gateway's
   * opening.
   */
  run(opening: readonly BotEvent[]): Promise<SessionEnd> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#append(this.#parts.journal.stamp(), HEADER_TYPE, this.#parts.header);
      // Before the opening events: these may already cause cancels.
      this.#parts.gateway.start(this.#listener);
      for (const event of opening) this.#takeEvent(event);
      this.#watch.start();
      this.#parts.control?.start(this);
      void this.#recover();
    });
  }

  /** Starts the strategies once nothing of the previous run is unknown. */
  async #recover(): Promise<void> {
    try {
      const found = await runStartup(this.#parts, {
        kernel: this.#kernel,
        take: (event) => {
          this.#takeEvent(event);
        },
        isOver: () => this.#isOver || this.#closing.reason !== undefined,
      });
      this.#isReady = true;
      if (!this.#isOver) this.#parts.gateway.reconcile();
      // A session whose recovery failed watches the venue until an operator ends it.
      const isHeld = found !== undefined || this.#kernel.isHeld;
      this.#staysUp = isHeld && this.#closing.reason === undefined;
      if (found !== undefined) this.#takeEvent({ type: 'operator', action: 'halt', ...found });
      const apply = () => this.#kernel.start();
      if (this.#isEnding) return;
      if (this.#parts.instead !== undefined) this.#parts.instead(found);
      else this.#inputs.take({ type: START_TYPE, data: {}, apply });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the session once: no new orders; cancels own orders and verifies their end. */
  stop(message: string): void {
    this.#staysUp = false;
    if (this.#closing.reason !== undefined || this.#isEnding) return;
    this.#closing.begin('stopped', message, CLOSING_MS);
    this.#takeEvent({ type: 'operator', action: 'stop', reason: message });
  }

  /**
   * Halts the session, also while it ends; cancels have `closingMs` milliseconds to end own orders.
   */
  halt(message: string, closingMs = CLOSING_MS, rule = 'RC63'): void {
    this.#parts.control?.dropResume(message);
    this.#closing.begin('halted', message, closingMs);
    this.#takeEvent({ type: 'operator', action: 'halt', rule, reason: message });
  }

  /**
   * Flattens every position, also under the halts in force now; the session stays up afterwards.
   */
  flatten(order: FlattenCommand): Promise<FlattenEnd> {
    const trouble = this.isFlattening ? undefined : this.#parts.control?.beginFlatten(order);
    this.#staysUp ||= trouble === undefined;
    return this.#flattening.begin(order, trouble);
  }

  /** Stops all trading; the session stays up for the operator. `event` reports a latched halt. */
  kill(kill: Kill, event?: BotEvent): void {
    this.#flattening.revoke('the bot was killed');
    const isAgain = this.#parts.control?.pull(kill) === true;
    if (this.#isOver) {
      // The kernel takes no more steps: the latch applies from the next start on.
      const { reason, who } = kill;
      this.egress.latchAll(this.#kernel.now, { ...kill, reason: `${reason} (${who})` });
      return;
    }
    this.#staysUp = this.#isReady && this.#closing.reason === undefined;
    this.#takeEvent(event ?? toHaltEvent(kill, isAgain));
  }

  get isFlattening(): boolean {
    return this.#flattening.isPermitted;
  }

  take(event: BotEvent): void {
    if (!this.#isOver) this.#takeEvent(event);
  }

  /** Ends a killed session after a resume. */
  endResumed(): void {
    this.stop('resumed by an operator: start the bot again');
    if (this.#kernel.listOpenOrders().length === 0) this.#finish();
  }

  /**
   * A bug: the kernel is no longer trusted. Cancels own orders once without it, then ends the
   * session.
   */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#bug = toBug(error);
    shutDownAfterBug(this.#bug, this.#parts.notify, this.egress, this.#kernel, this.#closing);
    this.#finish();
  }

  /** Stops the session when session time reaches `at`. */
  stopAt(at: Instant, message: string): void {
    this.#stopTimer = this.#parts.clock.at(at, () => {
      this.stop(message);
    });
  }

  view(): SessionView {
    return toView(this.#kernel);
  }

  /** State for operators' status queries. */
  inspect(): SessionState {
    const isEnding = this.#isEnding || this.#closing.reason !== undefined;
    return toSessionState(this.#kernel, isEnding, this.#isReady, this.#parts.setup.policy);
  }

  listAtWork(): OpenWork {
    return this.#kernel.listAtWork();
  }

  snapshot(): KernelSnapshot {
    return this.#kernel.snapshot();
  }

  #takeEvent(event: BotEvent): void {
    if (event.type === 'poll') this.#faults.see(event);
    if (event.type === 'recovery') this.#parts.control?.noteRecovery(event);
    this.#inputs.take(toEventInput(this.#kernel, event));
  }

  /** Writes all records of a step as one: before anything leaves, also when the step fails. */
  #step(input: Input): void {
    const { journal } = this.#parts;
    const stamp = journal.stamp();
    const { lastingPauses } = this.#kernel;
    journal.hold();
    try {
      this.#append(stamp, input.type, input.data);
      input.apply(stamp.session);
      this.egress.release(this.#outputs.take(), stamp, input.type);
    } finally {
      // A pause until resume has to survive a loss of power.
      const isPaused = this.#kernel.lastingPauses > lastingPauses;
      this.#check(isPaused ? journal.sync() : journal.release());
    }
  }

  #append(stamp: Stamp, type: string, data: unknown): void {
    this.#check(this.#parts.journal.append(stamp, type, data));
  }

  /** A journal that fails halts everything; only cancels leave. */
  #check(journaled: Result<void>): void {
    if (journaled.ok) return;
    this.halt(`the journal failed: ${journaled.fault.message}`, CLOSING_MS, 'RC59');
  }

  #afterStep(): void {
    this.#flattening.look();
    const { halt } = this.#kernel;
    if (halt !== undefined && this.#isReady && !this.#staysUp) {
      this.#closing.begin('halted', `${halt.rule}: ${halt.reason}`, CLOSING_MS);
    }
    if (this.#kernel.isDone && this.#isReady && !this.#staysUp) this.#finish();
    else this.#wake.arm(this.#kernel.nextDueAt);
  }

  #finish(): void {
    this.#isOver ||= this.#bug !== undefined;
    this.#closing.end();
    this.#parts.support?.flush(); // takes a step of its own, which may end the session
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#stopTimer?.cancel();
    this.#watch.stop();
    void this.#conclude().catch((error: unknown) => {
      this.#bug ??= toBug(error);
      this.#isOver = true;
      this.#end(forceClose(this.#bug, this.#parts, this.egress.sent));
    });
  }

  async #conclude(): Promise<void> {
    const list = () => this.#kernel.listOpenOrders();
    const ending = { list, leftMs: () => this.#closing.leftMs, isTrusted: !this.#bug };
    const proof = await verifyOrdersClosed(this.#parts, ending, this.egress.sent);
    this.#isOver = true;
    this.#wake.arm(NEVER);
    this.#end(await closeJournal(this.#parts, proof, this.#kernel.digest));
  }

  #end(ended: Awaited<ReturnType<typeof closeJournal>>): void {
    const { message, reason = this.#bug === undefined ? 'done' : 'halted' } = this.#closing;
    const { digest, halts } = this.#kernel;
    const count = Math.max(this.#halts, halts.length);
    this.#resolve?.({ ...ended, reason, message, digest, halts: count, bug: this.#bug });
  }
}
