// The only way out of a session: the egress gate, when a command is handed over and again in the
// tick of the write. And its halts' way to the disk.
import { sha256Hex } from '../../journal/index.js';
import {
  type Command,
  type EgressRefusalEvent,
  formatShortest,
  type Halt,
  type Instant,
  type Result,
} from '../../domain/index.js';
import type { Stamp } from '../../journal/index.js';
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
import type { SessionJournal } from '../../records/index.js';
import type { Outgoing, StepOutputs } from '../../records/index.js';

/** What of a session it asks and writes to. */
export interface OutletParts {
  readonly ports: Pick<SessionPorts, 'clock'>;
  readonly setup: Pick<KernelSetup, 'limitsVersion' | 'restored'>;
  readonly gateway: Pick<RemoteGateway, 'budget' | 'encode' | 'send'>;
  readonly journal: SessionJournal;
  /** Why nothing may leave: latch, lock and disk; kill switch and watchdog. */
  readonly safeguards?: {
    findRefusal(strategy: string, symbol: string, isFlattening: boolean): string | undefined;
    latch(halt: Halt, seq: number, at: Pick<Stamp, 'mono' | 'wall'>): string | undefined;
  };
  readonly control?: { findRefusal(isFlattening: boolean): string | undefined };
  /** Steps of the wall clock. */
  readonly venueWatch?: { readonly step: number };
  readonly notify: (message: string) => void;
}

export interface OutletPorts {
  /** A halt holds back what a strategy does in a symbol. */
  readonly isHalted: (strategy: string, symbol: string) => boolean;
  /** A person closes positions: what leaves now only reduces, and may under a halt. */
  readonly isFlattening: () => boolean;
  readonly findStanding: FindStanding;
  /** coIds of which the venue has made a second order. */
  readonly listDoubled: () => readonly string[];
  /** A command did not leave. */
  readonly refused: (event: EgressRefusalEvent) => void;
  /** Bytes were about to leave past a control: a defect. */
  readonly bypassed: (reason: string, rule: Bypassed) => void;
  /** How the journal took a record, or made some durable. */
  readonly journaled: (result: Result<void>) => void;
}

interface Waiting {
  readonly outgoing: Outgoing;
  readonly approved: Stamp;
  /** Number of the last record of the step that put it out. */
  readonly seq: number;
}

/** What is about to be handed over, or written. */
interface Request extends Pick<EgressState, 'sha256' | 'hasRoom' | 'isJustApproved'> {
  /** A request of this id was handed over before. */
  readonly isHandedAgain: boolean;
}

/** Inputs that say nothing of orders: what timers did before them in their step still stands. */
const SILENT: ReadonlySet<string> = new Set(['wake', 'rate']);

/** States of an order whose bytes may leave once more. */
const SENT_AGAIN: ReadonlySet<string> = new Set(['SENDING', 'UNKNOWN', 'QUARANTINED']);

/** Requests that are remembered by name. */
const MAX_HANDED = 10_000;

/** Latest own orders that the last check looks for in the venue's list where none is left. */
export const MAX_VERIFIED = 100;

/** Orders that wait for a connection, at most; the oldest gave up long ago and is forgotten. */
const MAX_WAITING = 1_000;

export class OrderEgress {
  readonly #parts: OutletParts;
  readonly #ports: OutletPorts;
  readonly #parents: ParentQuantities;
  readonly #sent: string[] = [];
  readonly #handed = new SentRequests(MAX_HANDED);
  /** By `X-Request-ID`. */
  readonly #waiting = new Map<string, Waiting>();
  /** From the moment on at which a defect was found, before any step of the kernel does. */
  #hasBypass = false;
  #lastHaltSeq = 0;

  constructor(parts: OutletParts, ports: OutletPorts) {
    this.#parts = parts;
    this.#ports = ports;
    this.#parents = new ParentQuantities(parts.setup.restored);
  }

  /** coIds of the newest orders that may have left, oldest first. */
  get sent(): readonly string[] {
    return this.#sent;
  }

  /** Journals what a step put out; halts and commands go on once all of it is durable. */
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
      // Timers that were due fire before the step's input is taken.
      this.#letOut(one, stamp, SILENT.has(inputType) || one.at >= stamp.session);
    }
  }

  /** Sends the command, or tells why it may not leave. */
  #letOut(outgoing: Outgoing, approved: Stamp, isJustApproved: boolean): void {
    const { command } = outgoing;
    const { gateway, journal } = this.#parts;
    const waiting = { outgoing, approved, seq: journal.seq };
    const body = gateway.encode(command);
    const hasRoom = findRoom(gateway.budget, command, approved.session);
    const requestId = findRequestId(outgoing);
    const isHandedAgain = this.#isHandedAgain(outgoing);
    const refused = this.#findRefusal(waiting, {
      ...{ sha256: sha256Hex(body), hasRoom, isHandedAgain },
      // That it is handed over twice is explained by nothing that came since.
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
    gateway.send(command, body, outgoing.requestId);
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
   * Whether a request that risks something may leave, asked in the tick of its write: it may have
   * waited for its connection. `body` is what will be written, which is not what was approved where
   * the venue spells it otherwise than we do.
   */
  checkBeforeWrite(
    requestId: string,
    body: Buffer | string,
    isRespelled: (command: Command) => boolean = () => false,
  ): boolean {
    const waiting = this.#waiting.get(requestId);
    this.#waiting.delete(requestId);
    if (waiting === undefined) {
      this.#bypassed(`request ${requestId} was approved by nobody`, 'RC72');
      return false;
    }
    const { command, sha256: approved } = waiting.outgoing;
    const sha256 = isRespelled(command) ? approved : sha256Hex(body);
    const written = { sha256, hasRoom: true, isHandedAgain: false, isJustApproved: false };
    const refused = this.#findRefusal(waiting, written);
    if (refused === undefined) return true;
    // Not within the tick, in which a step of the kernel may be: before its send is told to fail.
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

  /** A step of the kernel halts everything: until then it is this that does. */
  #bypassed(reason: string, rule: Bypassed): void {
    this.#hasBypass = true;
    this.#ports.bypassed(reason, rule);
  }

  #look({ approved, outgoing, seq }: Waiting, request: Request): EgressState {
    const { control, journal, ports, safeguards, setup, venueWatch } = this.#parts;
    const { command, strategy } = outgoing;
    const symbol = 'instrument' in command ? command.instrument.symbol : '';
    // An acceptance of before is none of the orders that close positions.
    const isFlattening = !isAcceptance(command) && this.#ports.isFlattening();
    return {
      isHalted: this.#hasBypass || (!isFlattening && this.#ports.isHalted(strategy, symbol)),
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

  /** An order that is not known as one on its way, or a request that was handed over before. */
  #findCoIdFault(outgoing: Outgoing, { isHandedAgain }: Request): string | undefined {
    const { command } = outgoing;
    const requestId = findRequestId(outgoing);
    if (requestId === undefined) return undefined;
    if (isHandedAgain) return `${requestId} was sent before`;
    if (command.kind !== 'place') return undefined;
    const standing = this.#ports.findStanding(command.coId);
    const { state = 'unknown', attempts = 0 } = standing ?? {};
    const isDue = attempts > 1 ? SENT_AGAIN.has(state) : state === 'SENDING';
    if (isDue && attempts === command.attempt) return undefined;
    const expected = `expected an order that waits for attempt ${String(command.attempt)}`;
    return `${expected}, found one that is ${state}`;
  }

  #findParentFault({ command, strategy, parent }: Outgoing): string | undefined {
    if (parent === '' || command.kind !== 'place') return undefined;
    const find = (coId: string) => this.#ports.findStanding(coId);
    const doubled = this.#ports.listDoubled();
    const excess = this.#parents.findExcess(strategy, parent, find, doubled);
    if (excess <= 0) return undefined;
    if (Number.isNaN(excess)) return `no record has the parent ${parent}`;
    const { base, baseDecimals } = command.instrument;
    const found = `${formatShortest(excess, baseDecimals)} ${base}`;
    return `the children of ${parent} would exceed it by ${found}`;
  }

  /** Nothing that takes risk leaves from this call on. */
  close(): void {
    this.#hasBypass = true;
  }

  /** Cancels orders past a kernel that cannot be trusted any more. */
  cancelPast(open: readonly OpenOrder[]): void {
    for (const { coId, orderId, quoteOf } of open) {
      // Nobody can take an acceptance back.
      if (quoteOf !== undefined) continue;
      this.#parts.gateway.send(approveCancel({ kind: 'cancel', coId, orderId, intentId: 0 }));
    }
  }

  /** Halts everything past the kernel. */
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

  /** That of its record, or one that no other halt has where the journal does not take it. */
  #numberHalt(isAppended: boolean): number {
    const { seq } = this.#parts.journal;
    this.#lastHaltSeq = isAppended ? seq : Math.max(seq, this.#lastHaltSeq) + 1;
    return this.#lastHaltSeq;
  }

  /** Makes a halt outlive the process that the journal, if at all, has under this number. */
  latch(halt: Halt, seq: number): void {
    const { ports, safeguards, notify } = this.#parts;
    const { clock } = ports;
    const at = { wall: Math.floor(clock.wallMillis()), mono: clock.monoMicros() };
    const failed = safeguards?.latch(halt, seq, at);
    if (failed !== undefined) notify(failed);
  }
}
