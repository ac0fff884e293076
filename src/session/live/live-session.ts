// A running session: stamps inputs, journals them, steps the kernel, lets approved commands out.
import { type BotEvent, type Instant, NEVER, type Result } from '../../domain/index.js';
import type { GatewayListener } from '../../gateway/index.js';
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
import { type SessionEnd, type SessionView, toInside, toView } from './session-result.js';
import { WakeTimer } from './wake-timer.js';

export class LiveSession {
  readonly #parts: LiveSessionParts;
  readonly #kernel: Kernel;
  readonly #outputs: StepOutputs;
  readonly #listener: GatewayListener;
  readonly #watch: HostWatch;
  readonly #faults: ReadFailureLog;
  readonly outlet: OrderEgress;
  readonly #inputs: InputQueue;
  readonly #wake: WakeTimer;
  readonly #closing: Shutdown;
  readonly #flattening: FlattenPermit;
  #stopTimer: { cancel(): void } | undefined;
  readonly #unknown: UnknownOrderTimeout;
  #resolve: ((end: SessionEnd) => void) | undefined;
  #isEnding = false;
  #isOver = false;
  #isReady = false; // nothing of a former run is open to doubt
  #halts = 0;
  #bug: Error | undefined;
  #staysUp = false; // for the person who killed it, or has to clear a halt of before

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
      rate: (...rate) => {
        this.#inputs.take(toRateInput({ kernel: this.#kernel, ...parts }, ...rate));
      },
      event: (event) => this.#takeEvent(event),
    };
    this.#flattening = new FlattenPermit(this.#kernel, (event) => this.#takeEvent(event));
    this.outlet = new OrderEgress(parts, {
      isHalted: (strategy, symbol) => this.#kernel.holdsBack(strategy, symbol),
      isFlattening: () => this.isFlattening,
      findStanding: (coId) => this.#kernel.findStanding(coId),
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
        const finding = parts.safeguards?.judge(event);
        if (finding !== undefined) this.halt(finding.reason, CLOSING_MS, finding.rule);
        const open = this.#isReady ? this.#kernel.listOpenOrders() : [];
        if (this.#unknown.isStuck(this.#kernel.hasNoWork, open) && !this.#staysUp) this.#finish();
      },
      () => sampleAll(parts),
    );
  }

  /** Runs to the end: done, stopped or halted. `opening`: events of the gateway's opening. */
  run(opening: readonly BotEvent[]): Promise<SessionEnd> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#append(this.#parts.journal.stamp(), HEADER_TYPE, this.#parts.header);
      // First of all: what the opening sets off may already cancel.
      this.#parts.gateway.start(this.#listener);
      for (const event of opening) this.#takeEvent(event);
      this.#watch.start();
      this.#parts.control?.start(this);
      void this.#recover();
    });
  }

  /** The strategies start once nothing of the former run is open to doubt. */
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
      // Without a green light it watches the venue until the person who has to look ends it.
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

  /** Ends the session: no new orders, own ones cancelled and verified. Once. */
  stop(message: string): void {
    this.#staysUp = false;
    if (this.#closing.reason !== undefined || this.#isEnding) return;
    this.#closing.begin('stopped', message, CLOSING_MS);
    this.#takeEvent({ type: 'operator', action: 'stop', reason: message });
  }

  /** Halts it, also while it ends; `closingMs` is what cancels get to end own orders. */
  halt(message: string, closingMs = CLOSING_MS, rule = 'RC63'): void {
    this.#parts.control?.dropResume(message);
    this.#closing.begin('halted', message, closingMs);
    this.#takeEvent({ type: 'operator', action: 'halt', rule, reason: message });
  }

  /** Closes every position, also under the halts that hold by now; the session stays after it. */
  flatten(order: FlattenCommand): Promise<FlattenEnd> {
    const trouble = this.isFlattening ? undefined : this.#parts.control?.beginFlatten(order);
    this.#staysUp ||= trouble === undefined;
    return this.#flattening.begin(order, trouble);
  }

  /** Stops all trading; the session stays for who did it. `event` tells of a latched halt. */
  kill(kill: Kill, event?: BotEvent): void {
    this.#flattening.revoke('the bot was killed');
    const isAgain = this.#parts.control?.pull(kill) === true;
    if (this.#isOver) {
      // No step is taken any more: it holds from the next start on.
      const { reason, who } = kill;
      this.outlet.latchAll(this.#kernel.now, { ...kill, reason: `${reason} (${who})` });
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

  /** Ends a killed session for good. */
  endResumed(): void {
    this.stop('resumed by a person: start the bot again');
    if (this.#kernel.listOpenOrders().length === 0) this.#finish();
  }

  /** A bug: no more trust in the kernel. Own orders are cancelled once, past it; then the end. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#bug = toBug(error);
    shutDownAfterBug(this.#bug, this.#parts.notify, this.outlet, this.#kernel, this.#closing);
    this.#finish();
  }

  /** Stops the session once session time has reached `at`. */
  stopAt(at: Instant, message: string): void {
    this.#stopTimer = this.#parts.clock.at(at, () => {
      this.stop(message);
    });
  }

  view(): SessionView {
    return toView(this.#kernel);
  }

  /** All that a person may ask about. */
  inspect(): SessionState {
    const isEnding = this.#isEnding || this.#closing.reason !== undefined;
    return toInside(this.#kernel, isEnding, this.#isReady, this.#parts.setup.policy);
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

  /** All records of a step are written as one: before anything leaves, and if it fails. */
  #step(input: Input): void {
    const { journal } = this.#parts;
    const stamp = journal.stamp();
    const { lastingPauses } = this.#kernel;
    journal.hold();
    try {
      this.#append(stamp, input.type, input.data);
      input.apply(stamp.session);
      this.outlet.release(this.#outputs.take(), stamp, input.type);
    } finally {
      // What only a person ends has to outlive a loss of power.
      const isPaused = this.#kernel.lastingPauses > lastingPauses;
      this.#check(isPaused ? journal.sync() : journal.release());
    }
  }

  #append(stamp: Stamp, type: string, data: unknown): void {
    this.#check(this.#parts.journal.append(stamp, type, data));
  }

  /** What cannot be written down does not happen: everything halts, only cancels leave. */
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
    this.#parts.support?.flush(); // a step of its own, which may end the session
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#stopTimer?.cancel();
    this.#watch.stop();
    void this.#conclude().catch((error: unknown) => {
      this.#bug ??= toBug(error);
      this.#isOver = true;
      this.#end(forceClose(this.#bug, this.#parts, this.outlet.sent));
    });
  }

  async #conclude(): Promise<void> {
    const list = () => this.#kernel.listOpenOrders();
    const ending = { list, leftMs: () => this.#closing.leftMs, isTrusted: !this.#bug };
    const proof = await verifyOrdersClosed(this.#parts, ending, this.outlet.sent);
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
