// Egress: the only way for commands from a session to the gateway. It checks a command at the
// hand-over and again in the tick of its write, and it writes halts to the latch on disk.
import { sha256Hex, type Stamp } from '../../journal/index.js';
import type { EgressRefusalEvent, Halt } from '../../domain/events/index.js';
import type { Instant, Result } from '../../domain/index.js';
import { formatShortest } from '../../domain/numbers/index.js';
import type { Command } from '../../domain/orders/index.js';
import type { KernelSetup, OpenOrder } from '../../kernel/index.js';
import { approveCancel } from '../../risk/index.js';
import {
  type Bypassed,
  type EgressState,
  findBypass,
  findEgressRefusal,
  findRequestId,
  findRoom,
  isAcceptance,
  toBreach,
} from './checks.js';
import { SentRequests } from './sent-requests.js';
import { type FindStanding, ParentQuantities } from './parent-quantities.js';
import type { RemoteGateway } from '../../gateway/index.js';
import type { SessionPorts } from '../../host/index.js';
import { LATCH_TYPE } from '../../recovery/index.js';
import type { SessionJournal, Outgoing, StepOutputs } from '../../records/index.js';

/** Parts of a session that the egress reads and writes. */
export interface OrderEgressParts {
  readonly ports: Pick<SessionPorts, 'clock'>;
  readonly setup: Pick<KernelSetup, 'limitsVersion' | 'restored'>;
  readonly gateway: Pick<RemoteGateway, 'budget' | 'send'>;
  readonly journal: SessionJournal;
  /** Latch, lock and disk; `control` below has kill switch and watchdog. */
  readonly safeguards?: {
    findRefusal(strategy: string, symbol: string, isFlattening: boolean): string | undefined;
    latch(halt: Halt, seq: number, at: Pick<Stamp, 'mono' | 'wall'>): string | undefined;
  };
  readonly control?: { findRefusal(isFlattening: boolean): string | undefined };
  /** How far the wall clock was set, microseconds. */
  readonly venueWatch?: { readonly step: number };
  readonly notify: (message: string) => void;
}

export interface OrderEgressPorts {
  /** A halt, or a pause that only an operator ends, covers the strategy in the symbol. */
  readonly stopsApproved: (strategy: string, symbol: string) => boolean;
  /** An operator flattens positions: reducing orders may leave under a halt. */
  readonly isFlattening: () => boolean;
  readonly findStanding: FindStanding;
  /** coIds of which the venue has made a duplicate order. */
  readonly listDoubled: () => readonly string[];
  /** Called with each command that was refused. */
  readonly refused: (event: EgressRefusalEvent) => void;
  /** Called when bytes were about to leave past a control: a bug. */
  readonly bypassed: (reason: string, rule: Bypassed) => void;
  /** Called with the result of each journal write or sync. */
  readonly journaled: (result: Result<void>) => void;
}

interface Waiting {
  readonly outgoing: Outgoing;
  readonly approved: Stamp;
  /** Number of the last record of the step that put out the command. */
  readonly seq: number;
}

/** What the egress knows of a command at its hand-over or its write. */
interface Request extends Pick<EgressState, 'sha256' | 'hasRoom' | 'isJustApproved'> {
  /** The egress has handed over a request of this id already. */
  readonly isHandedAgain: boolean;
}

/**
 * Inputs that change no order. Any other input may have overtaken a command that a timer gave
 * earlier in the same step, so that a failed check of it is no bug.
 */
const SILENT: ReadonlySet<string> = new Set(['wake', 'rate']);

/** States of an order that may be sent again. */
const SENT_AGAIN: ReadonlySet<string> = new Set(['SENDING', 'UNKNOWN', 'QUARANTINED']);

/** Most requests whose ids are remembered. */
const MAX_HANDED = 10_000;

/**
 * When no order is left, the final verification looks for this many of the newest in the venue's
 * list.
 */
export const MAX_VERIFIED = 100;

/**
 * Most orders that wait for a connection. Beyond this the oldest is forgotten: it has timed out
 * long ago.
 */
const MAX_WAITING = 1_000;

export class OrderEgress {
  readonly #parts: OrderEgressParts;
  readonly #ports: OrderEgressPorts;
  readonly #parents: ParentQuantities;
  readonly #sent: string[] = [];
  readonly #handed = new SentRequests(MAX_HANDED);
  /** By `X-Request-ID`. */
  readonly #waiting = new Map<string, Waiting>();
  /** True from the moment a bug is found: it stops orders before a step of the kernel can halt. */
  #hasBypass = false;
  #lastHaltSeq = 0;

  constructor(parts: OrderEgressParts, ports: OrderEgressPorts) {
    this.#parts = parts;
    this.#ports = ports;
    this.#parents = new ParentQuantities(parts.setup.restored);
  }

  /** coIds of the newest orders that may have left, oldest first. */
  get sent(): readonly string[] {
    return this.#sent;
  }

  /** Journals the outputs of a step. Halts and commands go on once all records are durable. */
  release(
    { records, outgoing }: ReturnType<StepOutputs['take']>,
    stamp: Stamp,
    inputType: string,
  ): void {
    const { journal } = this.#parts;
    const halts: { readonly halt: Halt; readonly seq: number }[] = [];
    for (const { type, data } of records) {
      const appended = journal.append(stamp, type, data);
      if (type === 'halt') halts.push({ halt: data as Halt, seq: this.#numberHalt(appended.ok) });
      this.#ports.journaled(appended);
      this.#parents.take({ type, data });
    }
    const isAgain = inputType === 'send-again';
    if (outgoing.length > 0 || halts.length > 0 || isAgain) this.#ports.journaled(journal.sync());
    for (const { halt, seq } of halts) this.latch(halt, seq);
    for (const one of outgoing) {
      // Timers that were due fire before the kernel processes the input of the step.
      this.#handOver(one, stamp, SILENT.has(inputType) || one.at >= stamp.session);
    }
  }

  /** Sends the command, or reports why it may not leave. */
  #handOver(outgoing: Outgoing, approved: Stamp, isJustApproved: boolean): void {
    const { command } = outgoing;
    const { gateway, journal } = this.#parts;
    const waiting = { outgoing, approved, seq: journal.seq };
    const hasRoom = findRoom(gateway.budget, command, approved.session);
    const requestId = findRequestId(outgoing);
    const isHandedAgain = this.#isHandedAgain(outgoing);
    const refused = this.#findRefusal(waiting, {
      // The bytes are hashed again in the tick of their write.
      sha256: outgoing.sha256,
      hasRoom,
      isHandedAgain,
      // A second hand-over is always a bug: no later input can explain it.
      isJustApproved: isJustApproved || isHandedAgain,
    });
    if (refused !== undefined) {
      this.#ports.refused(refused);
      return;
    }
    if (requestId !== undefined) {
      this.#note(command, requestId);
      this.#waiting.set(requestId, waiting);
      const [oldest] = this.#waiting.keys();
      if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest);
    }
    gateway.send(command, outgoing.body, outgoing.requestId);
  }

  #isHandedAgain(outgoing: Outgoing): boolean {
    const { command } = outgoing;
    const requestId = findRequestId(outgoing);
    const isNumbered = command.kind === 'place' || command.kind === 'rfs';
    return requestId !== undefined && isNumbered && this.#handed.has(requestId, command);
  }

  #note(command: Command, requestId: string): void {
    if (command.kind !== 'place' && command.kind !== 'rfs') return;
    this.#handed.add(requestId, command);
    if (command.kind === 'rfs' || isAcceptance(command) || command.attempt > 1) return;
    this.#sent.push(command.coId);
    if (this.#sent.length > 2 * MAX_VERIFIED) this.#sent.splice(0, MAX_VERIFIED);
  }

  /**
   * Checks a command that adds risk again in the tick of its write, since it may have waited for
   * its connection. `body` holds the bytes to be written; they differ from the approved ones where
   * the profile spells the call differently.
   */
  checkBeforeWrite(
    requestId: string,
    body: Buffer | string,
    isRespelled: (command: Command) => boolean = () => false,
  ): boolean {
    const waiting = this.#waiting.get(requestId);
    this.#waiting.delete(requestId);
    if (waiting === undefined) {
      this.#bypassed(`request ${requestId} was never approved by the gate`, 'RC72');
      return false;
    }
    const { command, sha256: approved } = waiting.outgoing;
    const sha256 = isRespelled(command) ? approved : sha256Hex(body);
    const written = { sha256, hasRoom: true, isHandedAgain: false, isJustApproved: false };
    const refused = this.#findRefusal(waiting, written);
    if (refused === undefined) return true;
    // Reported after this tick, which may be inside a kernel step, but before the gateway reports
    // that the send failed.
    queueMicrotask(() => {
      this.#ports.refused(refused);
    });
    return false;
  }

  #findRefusal(waiting: Waiting, request: Request): EgressRefusalEvent | undefined {
    const { outgoing } = waiting;
    const state = this.#look(waiting, request);
    const reason = findEgressRefusal(outgoing, state);
    if (reason === undefined) return undefined;
    this.#parts.notify(`not sent: ${outgoing.command.coId}: ${reason}`);
    const bypassed = findBypass(outgoing, state);
    if (bypassed !== undefined) this.#bypassed(reason, bypassed);
    const { coId, kind } = outgoing.command;
    return { type: 'egress', coId, kind, reason, breach: toBreach(reason, state) };
  }

  /** Stops all orders at once; the kernel's halt follows in a step of its own. */
  #bypassed(reason: string, rule: Bypassed): void {
    this.#hasBypass = true;
    this.#ports.bypassed(reason, rule);
  }

  #look({ approved, outgoing, seq }: Waiting, request: Request): EgressState {
    const { control, journal, ports, safeguards, setup, venueWatch } = this.#parts;
    const { command, strategy } = outgoing;
    const symbol = 'instrument' in command ? command.instrument.symbol : '';
    // An acceptance belongs to a quote request, never to the orders that flatten positions.
    const isFlattening = !isAcceptance(command) && this.#ports.isFlattening();
    return {
      isHalted: this.#hasBypass || (!isFlattening && this.#ports.stopsApproved(strategy, symbol)),
      kill: control?.findRefusal(isFlattening),
      guard: safeguards?.findRefusal(strategy, symbol, isFlattening),
      journalFault: journal.fault,
      isDurable: journal.synced >= seq,
      clockStep: venueWatch?.step ?? 0,
      machineNow: ports.clock.monoMicros(),
      approvedAt: approved.mono,
      limitsVersion: setup.limitsVersion,
      coIdFault: this.#findCoIdFault(outgoing, request),
      parentFault: this.#findParentFault(outgoing),
      ...request,
    };
  }

  /**
   * Why a coId may not be sent: its request was handed over already, or its order does not wait for
   * this attempt.
   */
  #findCoIdFault(outgoing: Outgoing, { isHandedAgain }: Request): string | undefined {
    const { command } = outgoing;
    const requestId = findRequestId(outgoing);
    if (requestId === undefined) return undefined;
    if (isHandedAgain) return `${requestId} was already sent`;
    if (command.kind !== 'place') return undefined;
    const standing = this.#ports.findStanding(command.coId);
    const { state = 'unknown', attempts = 0 } = standing ?? {};
    const isDue = attempts > 1 ? SENT_AGAIN.has(state) : state === 'SENDING';
    if (isDue && attempts === command.attempt) return undefined;
    const expected = `attempt ${String(command.attempt)} of the order is not due`;
    return `${expected}, its state is ${state}`;
  }

  #findParentFault({ command, strategy, parent }: Outgoing): string | undefined {
    if (parent === '' || command.kind !== 'place') return undefined;
    const find = (coId: string) => this.#ports.findStanding(coId);
    const doubled = this.#ports.listDoubled();
    const excess = this.#parents.findExcess(strategy, parent, find, doubled);
    if (excess <= 0) return undefined;
    if (Number.isNaN(excess)) return `the journal has no parent ${parent}`;
    const { base, baseDecimals } = command.instrument;
    const found = `${formatShortest(excess, baseDecimals)} ${base}`;
    return `the children of ${parent} would exceed it by ${found}`;
  }

  /** From now on nothing that adds risk leaves. */
  close(): void {
    this.#hasBypass = true;
  }

  /** Cancels orders without the kernel, which is not trusted after a bug. */
  cancelPast(open: readonly OpenOrder[]): void {
    for (const { coId, orderId, quoteOf } of open) {
      // An acceptance cannot be cancelled.
      if (quoteOf !== undefined) continue;
      this.#parts.gateway.send(approveCancel({ kind: 'cancel', coId, orderId, intentId: 0 }));
    }
  }

  /** Latches a halt of everything without the kernel. */
  latchAll(at: Instant, halt: Omit<Halt, 'at' | 'scope' | 'strategy' | 'symbol'>): void {
    const { journal, notify } = this.#parts;
    const all: Halt = { at, scope: 'all', strategy: '', ...halt };
    let isAppended = false;
    if (!journal.isClosed) {
      const appended = journal.append(journal.stamp(), LATCH_TYPE, all);
      isAppended = appended.ok;
      for (const one of [appended, journal.sync()]) if (!one.ok) notify(one.fault.message);
    }
    this.latch(all, this.#numberHalt(isAppended));
  }

  /**
   * Number of the halt's journal record; where the journal did not take it, a number that no other
   * halt has.
   */
  #numberHalt(isAppended: boolean): number {
    const { seq } = this.#parts.journal;
    this.#lastHaltSeq = isAppended ? seq : Math.max(seq, this.#lastHaltSeq) + 1;
    return this.#lastHaltSeq;
  }

  /**
   * Writes a halt to the latch, so that it survives the process. `seq` is the number of its journal
   * record.
   */
  latch(halt: Halt, seq: number): void {
    const { ports, safeguards, notify } = this.#parts;
    const { clock } = ports;
    const at = { wall: Math.floor(clock.wallMillis()), mono: clock.monoMicros() };
    const failed = safeguards?.latch(halt, seq, at);
    if (failed !== undefined) notify(failed);
  }
}
