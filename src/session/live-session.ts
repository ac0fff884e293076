// A running session: stamps inputs, journals them, steps the kernel, and lets approved commands
// out.
import { type BotEvent, type Instant, type Instrument, NEVER } from '../domain/index.js';
import type { GatewayListener } from '../gateway/index.js';
import type { Stamp } from '../journal/index.js';
import { Kernel } from '../kernel/index.js';
import { approveCancel } from '../risk/index.js';
import { Closing } from './closing.js';
import { findEgressRefusal } from './egress.js';
import { FaultTeller } from './fault-teller.js';
import { HostWatch } from './host-watch.js';
import {
  END_TYPE,
  HEADER_TYPE,
  type Outgoing,
  START_TYPE,
  StepOutputs,
  toRateEvent,
} from './records.js';
import { hashText } from './header.js';
import { createObserver } from './observer.js';
import type { LiveSessionParts } from './live-session-parts.js';
import { proveEnded } from './prove-ended.js';
import type { SessionEnd, SessionView } from './session-end.js';
import { WakeTimer } from './wake-timer.js';

/** Machine time that own orders get to be proven ended after a stop or a halt, milliseconds. */
const CLOSING_MS = 15_000;
/** Machine time after which orders without any word of the venue are given up, microseconds. */
const UNKNOWN_LIFE = 60_000_000;

interface Input {
  readonly type: string;
  readonly data: unknown;
  readonly apply: (at: Instant) => void;
}

export class LiveSession {
  readonly #parts: LiveSessionParts;
  readonly #kernel: Kernel;
  readonly #outputs: StepOutputs;
  readonly #watch: HostWatch;
  readonly #faults: FaultTeller;
  readonly #sent: string[] = [];
  readonly #waiting: Input[] = [];
  #isTaking = false;
  readonly #wake: WakeTimer;
  readonly #closing: Closing;
  #stopTimer: { cancel(): void } | undefined;
  #unknownSince: number | undefined;
  #resolve: ((end: SessionEnd) => void) | undefined;
  #isOver = false;
  #halts = 0;
  #bug: Error | undefined;

  constructor(parts: LiveSessionParts) {
    this.#parts = parts;
    const countHalt = () => this.#halts++;
    this.#outputs = new StepOutputs(createObserver(parts.collector, parts.tell, countHalt));
    this.#kernel = new Kernel(parts.setup, this.#outputs);
    this.#wake = new WakeTimer(parts.clock, () => this.#takeEvent({ type: 'wake' }));
    this.#closing = new Closing(parts.ports.clock, () => this.#finish());
    this.#faults = new FaultTeller(parts.ports.clock, parts.tell);
    this.#watch = new HostWatch(parts.ports, (event) => {
      this.#takeEvent(event);
      this.#giveUpUnknown();
    });
  }

  /**
   * Runs to the end: done, stopped or halted. `opening` are the events that opening the gateway
   * gave.
   */
  run(opening: readonly BotEvent[]): Promise<SessionEnd> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#append(this.#parts.journal.stamp(), HEADER_TYPE, this.#parts.header);
      for (const event of opening) this.#takeEvent(event);
      this.#take({
        type: START_TYPE,
        data: {},
        apply: () => {
          this.#kernel.start();
        },
      });
      if (this.#isOver) return;
      this.#parts.gateway.start(this.#createListener());
      this.#watch.start();
    });
  }

  /**
   * Ends the session: no new orders, own ones cancelled and verified. A second call changes
   * nothing.
   */
  stop(message: string): void {
    if (this.#closing.reason !== undefined || this.#isOver) return;
    this.#closing.begin('stopped', message, CLOSING_MS);
    this.#takeEvent({ type: 'operator', action: 'stop', reason: message });
  }

  /** Halts the session; `closingMs` is what own orders get to be proven ended. */
  halt(message: string, closingMs = CLOSING_MS, rule = 'RC63'): void {
    if (this.#isOver) return;
    this.#closing.begin('halted', message, closingMs);
    this.#takeEvent({ type: 'operator', action: 'halt', rule, reason: message });
  }

  /**
   * A bug: the kernel cannot be trusted any more. Own orders are cancelled once, past the kernel,
   * and the session ends.
   */
  fail(error: unknown): void {
    if (this.#isOver) return;
    const bug = error instanceof Error ? error : new Error(JSON.stringify(error));
    this.#bug = bug;
    this.#parts.tell(`a bug stopped the session: ${bug.stack ?? bug.message}`);
    for (const { coId, orderId } of this.#kernel.listOpenOrders()) {
      const cancel = approveCancel({ kind: 'cancel', coId, orderId, intentId: 0 });
      this.#parts.gateway.send(cancel);
    }
    this.#closing.begin('halted', `bug: ${bug.message}`, CLOSING_MS);
    this.#finish();
  }

  /** Stops the session once session time has reached `at`. */
  stopAt(at: Instant, message: string): void {
    this.#stopTimer = this.#parts.clock.at(at, () => {
      this.stop(message);
    });
  }

  view(): SessionView {
    return {
      at: this.#kernel.now,
      parents: this.#kernel.listParents(),
      openOrders: this.#kernel.listOpenOrders().length,
      halt: this.#kernel.halt,
    };
  }

  #createListener(): GatewayListener {
    return {
      rate: (instrument, bidTicks, offerTicks, bidUnits, offerUnits, venueAt) => {
        this.#takeRate(instrument, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
      },
      event: (event) => this.#takeEvent(event),
    };
  }

  #takeRate(
    instrument: Instrument,
    bid: number,
    offer: number,
    bidUnits: number,
    offerUnits: number,
    venueAt: Instant,
  ): void {
    const { type, ...data } = toRateEvent(instrument, bid, offer, bidUnits, offerUnits, venueAt);
    this.#take({
      type,
      data,
      apply: (at) => {
        this.#kernel.rate(at, instrument.id, bid, offer, bidUnits, offerUnits, venueAt);
        this.#parts.collector.rate(at, instrument.id, bid, offer);
      },
    });
  }

  #takeEvent(event: BotEvent): void {
    if (event.type === 'poll') this.#faults.see(event);
    const { type, ...data } = event;
    this.#take({
      type,
      data,
      apply: (at) => {
        this.#kernel.event(at, event);
      },
    });
  }

  /** One input at a time: what comes while another is being taken waits for its turn. */
  #take(input: Input): void {
    this.#waiting.push(input);
    if (this.#isTaking) return;
    this.#isTaking = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        if (!this.#isOver) this.#step(next);
      }
      this.#isTaking = false;
      if (!this.#isOver) this.#afterStep();
    } catch (error) {
      this.fail(error);
    }
  }

  #step(input: Input): void {
    const stamp = this.#parts.journal.stamp();
    this.#append(stamp, input.type, input.data);
    input.apply(stamp.session);
    const { records, outgoing } = this.#outputs.take();
    for (const record of records) this.#append(stamp, record.type, record.data);
    if (outgoing.length === 0) return;
    this.#sync();
    for (const one of outgoing) this.#letOut(one, stamp);
  }

  /** The egress gate and the write, in one tick. */
  #letOut(outgoing: Outgoing, stamp: Stamp): void {
    const { command } = outgoing;
    const { gateway, journal, ports } = this.#parts;
    const body = command.kind === 'place' ? gateway.encode(command) : '';
    const refusal = findEgressRefusal(outgoing, {
      isHalted: this.#kernel.halt !== undefined,
      journalFault: journal.fault,
      machineNow: ports.clock.monoMicros(),
      approvedAt: stamp.mono,
      sha256: hashText(body),
    });
    const { coId, kind } = command;
    if (refusal === undefined) {
      if (kind === 'place') this.#sent.push(coId);
      gateway.send(command);
    } else {
      this.#parts.tell(`not sent: ${coId}: ${refusal}`);
      this.#takeEvent({ type: 'egress', coId, kind, reason: refusal });
    }
  }

  #append(stamp: Stamp, type: string, data: unknown): void {
    const appended = this.#parts.journal.append(stamp, type, data);
    if (!appended.ok) this.#failJournal(appended.fault.message);
  }

  #sync(): void {
    const synced = this.#parts.journal.sync();
    if (!synced.ok) this.#failJournal(synced.fault.message);
  }

  /** What cannot be written down does not happen: everything halts, only cancels leave. */
  #failJournal(message: string): void {
    this.halt(`the journal failed: ${message}`, CLOSING_MS, 'RC59');
  }

  #afterStep(): void {
    const { halt } = this.#kernel;
    if (halt !== undefined) {
      this.#closing.begin('halted', `${halt.rule}: ${halt.reason}`, CLOSING_MS);
    }
    if (this.#kernel.isDone) this.#finish();
    else this.#wake.arm(this.#kernel.nextDueAt);
  }

  /** Orders that the venue never spoke of do not keep a session alive for ever. */
  #giveUpUnknown(): void {
    const now = this.#parts.ports.clock.monoMicros();
    const open = this.#kernel.listOpenOrders();
    const isStuck =
      this.#kernel.hasNoWork && open.length > 0 && open.every((order) => order.isUnknown);
    if (!isStuck) this.#unknownSince = undefined;
    else if (this.#unknownSince === undefined) this.#unknownSince = now;
    else if (now - this.#unknownSince > UNKNOWN_LIFE) this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#closing.end();
    this.#stopTimer?.cancel();
    this.#wake.arm(NEVER);
    this.#watch.stop();
    void this.#conclude();
  }

  async #conclude(): Promise<void> {
    const { gateway, journal } = this.#parts;
    const left = this.#kernel.listOpenOrders();
    const proof = await proveEnded(gateway, left, this.#sent);
    const { digest } = this.#kernel;
    this.#append(this.#parts.journal.stamp(), END_TYPE, { digest });
    this.#sync();
    await gateway.close();
    journal.close();
    this.#resolve?.({
      reason: this.#closing.reason ?? 'done',
      message: this.#closing.message,
      ...proof,
      endAt: journal.lastAt,
      digest,
      journalHead: journal.head,
      journalFault: journal.fault,
      halts: this.#halts,
      bug: this.#bug,
    });
  }
}
