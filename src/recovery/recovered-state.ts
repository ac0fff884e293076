// What a bot remembers over its restarts: the fold of its journal, epoch by epoch.
import type { CallAnswer } from '../policy/index.js';
import {
  fail,
  type Fault,
  type Halt,
  type Instant,
  type Instrument,
  type NetPosition,
  ok,
  type Result,
  type StpEvent,
  type SupportBundleEvent,
} from '../domain/index.js';
import type { JournalRecord } from '../journal/index.js';
import { JournalReplay, type KernelSnapshot } from '../kernel/index.js';
import { endsByOperator, type Limits } from '../risk/index.js';
import { parseHeader, toKernelSetup } from '../records/index.js';
import { HEADER_TYPE } from '../records/index.js';
import { COMMON_TAG } from '../domain/index.js';
import type { HaltRecord } from '../state/index.js';
import { ENDS_TYPE, type EndsData, type FoundEnd } from './found-ends.js';
import { isSame, toHaltRecord } from './halt-record.js';
import { type UnfinishedCall, OpenCalls } from './unfinished-calls.js';
import { addWord, type PendingResolution, WORD_TYPE } from './pending-resolutions.js';

/** First record of an epoch, durable before anything else is done. */
export const EPOCH_TYPE = 'epoch';
/** What recovering found and did; an input. */
export const RECOVERY_TYPE = 'recovery';

/** What a session ran: hashes of its parts. */
export interface Integrity {
  readonly weir: string;
  readonly config: string;
  readonly limits: string;
  readonly profile: string;
  readonly strategies: Readonly<Record<string, string>>;
}

/** Plain JSON; all that a start needs of the runs before. */
export interface RecoveredState {
  /** Of the last run; 0 before the first. */
  readonly epoch: number;
  readonly kernel: KernelSnapshot | null;
  /** Instruments of the last session, in which the kernel's state is written. */
  readonly instruments: readonly Instrument[];
  /** Latched and not resumed. */
  readonly halts: readonly HaltRecord[];
  /** Session time of the last order that may have left; 0 without one. */
  readonly lastSendAt: Instant;
  /** Session time of the last record. */
  readonly lastAt: Instant;
  /** Session time up to which every trade was read by the STP download; 0 without one. */
  readonly tradesAt: Instant;
  /** First part of the client order ids of its orders; absent: the common one. */
  readonly botTag?: string;
  /** What the venue held before the bot's first fill; null until it was read. */
  readonly baseline: readonly NetPosition[] | null;
  readonly integrity: Integrity | null;
  /** The last limits that were in force; absent before the first session. */
  readonly limits?: Limits;
  /** Ends of single calls, oldest first; absent before the first. */
  readonly calls?: readonly CallAnswer[];
  /** The last epoch was a single call that may have left, and whose end is not known. */
  readonly lostCall?: UnfinishedCall;
  /** On open orders, that no start has taken yet; absent when there are none. */
  readonly words?: readonly PendingResolution[];
  /** How open orders ended, as a kill found; absent when none did. A start asks anew. */
  readonly ends?: readonly FoundEnd[];
  /** Support packs of halts that hold, oldest first; absent when there are none. */
  readonly support?: readonly string[];
}

/** Ends of single calls that are remembered. */
const MAX_CALLS = 200;

export const EMPTY_MEMORY: RecoveredState = {
  epoch: 0,
  kernel: null,
  instruments: [],
  halts: [],
  lastSendAt: 0,
  lastAt: 0,
  tradesAt: 0,
  baseline: null,
  integrity: null,
};

/** Data of an `epoch` record. */
export interface EpochData {
  readonly epoch: number;
  readonly epochSalt: number;
  readonly integrity: Integrity;
  /** In force from here on; absent of a single call, which has none of its own. */
  readonly limits?: Limits;
  /** Of the memory that the epoch began with. */
  readonly stateHash: string;
}

/** Data of the record with which a person ends halts. */
export interface ResumeData {
  readonly halts: readonly string[];
  readonly by: string;
  readonly reason: string;
  /** What was found before: name, whether it was right, and the figures. */
  readonly checks?: readonly object[];
  /** What the venue holds besides the bot's own fills, by the person's word. */
  readonly baseline?: readonly NetPosition[];
}

/** Type of the record of a call's end; of a session it is an order's, which has no `end`. */
export const CALL_END_TYPE = 'send-result';
/** Type of the record that names a support pack; in a session it is an input. */
export const SUPPORT_TYPE = 'support';
/** Type of the record of a halt that was latched past the kernel, which cannot be trusted. */
export const LATCH_TYPE = 'latch';
/** Type of the record with which a person ends halts. */
export const RESUME_TYPE = 'resume';

type Draft = Omit<RecoveredState, 'words' | 'lostCall' | 'ends'> & {
  lostCall?: UnfinishedCall;
  ends?: readonly FoundEnd[];
};

/** Takes the records of a journal one by one, from its start or from a snapshot on. */
export class StateRecovery {
  #memory: Omit<RecoveredState, 'words'>;
  #words: readonly PendingResolution[];
  #fold: JournalReplay | undefined;
  #lastSendAt: Instant;
  #lastAt: Instant;
  #fault: Fault | undefined;
  readonly #openCalls = new OpenCalls();

  constructor({ words = [], ...memory }: RecoveredState) {
    this.#memory = memory;
    this.#words = words;
    this.#lastSendAt = memory.lastSendAt;
    this.#lastAt = memory.lastAt;
  }

  take(record: JournalRecord): void {
    const { type, stamp, data } = record;
    this.#lastAt = stamp.session;
    this.#openCalls.take(record, this.#memory.epoch);
    switch (type) {
      case EPOCH_TYPE:
        this.#closeEpoch();
        this.#beginEpoch(data as EpochData);
        return;
      case HEADER_TYPE:
        this.#beginSession(data, record.seq);
        return;
      case RESUME_TYPE:
        this.#resume(data as ResumeData);
        return;
      case LATCH_TYPE:
        this.#latch(toHaltRecord(data as Halt, this.#memory.epoch, record.seq, stamp));
        return;
      case WORD_TYPE:
        this.#words = addWord(this.#words, data as PendingResolution);
        return;
      case ENDS_TYPE:
        this.#change(data as EndsData);
        return;
      case 'resolve':
      case 'order':
      case 'trade':
        // It was taken, or what the venue shows says more than it.
        this.#keepWords(({ coId }) => coId !== (data as { readonly coId: string }).coId);
        break;
      case RECOVERY_TYPE:
        this.#takeRecovery(data as { readonly baseline?: readonly NetPosition[] });
        break;
      case 'send-start':
        this.#noteSend(data as { readonly kind: string }, stamp.session);
        break;
      case CALL_END_TYPE:
        this.#takeCall(data as { readonly end?: CallAnswer });
        break;
      case SUPPORT_TYPE:
        this.#change({
          support: [...(this.#memory.support ?? []), (data as SupportBundleEvent).file],
        });
        break;
      case 'stp':
        if ((data as StpEvent).step === 'drained') this.#change({ tradesAt: stamp.session });
        break;
      case 'halt':
        this.#latch(toHaltRecord(data as Halt, this.#memory.epoch, record.seq, stamp));
    }
    this.#fold?.take(record);
  }

  /** The memory after all records. Fault code `recovery.header`. */
  finish(): Result<RecoveredState> {
    this.#closeEpoch();
    if (this.#fault !== undefined) return { ok: false, fault: this.#fault };
    const words = this.#words;
    return ok(words.length === 0 ? this.#memory : { ...this.#memory, words });
  }

  #noteSend({ kind }: { readonly kind: string }, at: Instant): void {
    if (kind === 'place') this.#lastSendAt = Math.max(this.#lastSendAt, at);
  }

  #change(change: Partial<RecoveredState>): void {
    this.#memory = { ...this.#memory, ...change };
  }

  #beginEpoch({ epoch, integrity, limits }: EpochData): void {
    this.#change({ epoch, integrity, ...(limits === undefined ? {} : { limits }) });
    // The start that began it has told of it, and asks for itself.
    const memory: Draft = { ...this.#memory };
    delete memory.lostCall;
    delete memory.ends;
    this.#memory = memory;
  }

  #beginSession(data: unknown, seq: number): void {
    const header = parseHeader(data, `seq ${String(seq)}`);
    const setup = header.ok ? toKernelSetup(header.value, []) : header;
    if (!header.ok || !setup.ok) {
      const { message } = header.ok ? (setup as { readonly fault: Fault }).fault : header.fault;
      this.#fault ??= fail('recovery.header', message, `seq ${String(seq)}`).fault;
      return;
    }
    const { kernel } = this.#memory;
    this.#fold = new JournalReplay({
      ...setup.value,
      strategies: header.value.strategies.map(({ name }) => name),
      ...(kernel === null ? {} : { restored: kernel }),
    });
    const { botTag, instruments } = header.value;
    this.#change({ instruments, ...(botTag === COMMON_TAG ? {} : { botTag }) });
  }

  #closeEpoch(): void {
    const open = this.#openCalls.end();
    if (open !== undefined) {
      // What it asked for has the time that a request has, as an order's sending has.
      this.#lastSendAt = Math.max(this.#lastSendAt, open.lost.at);
      this.#takeCall({ end: open.answer });
      this.#change({ lostCall: open.lost });
    }
    const kernel = this.#fold?.snapshot() ?? this.#memory.kernel;
    this.#fold = undefined;
    this.#change({ kernel, lastSendAt: this.#lastSendAt, lastAt: this.#lastAt });
    this.#keepWords(({ coId }) => kernel?.orders.some((one) => one.coId === coId) === true);
  }

  /** One that a start found in the latch may be known: it is of then. */
  #latch(halt: HaltRecord): void {
    const { halts } = this.#memory;
    if (halts.some(({ id }) => id === halt.id)) return;
    this.#change({ halts: [...halts, halt] });
  }

  /**
   * The kernel of the next session starts without the halts that a person ended; with the last of
   * them the pauses are over that only a person ends.
   */
  #resume({ baseline, halts: ids }: ResumeData): void {
    this.#closeEpoch();
    if (baseline !== undefined) this.#change({ baseline });
    const { halts, kernel } = this.#memory;
    const rest = halts.filter(({ id }) => !ids.includes(id));
    this.#change({ halts: rest });
    this.#dropPacks();
    if (kernel === null) return;
    const held = kernel.gate.halts.filter((halt) => rest.some((one) => isSame(one, halt)));
    const { pauses: all } = kernel.gate;
    const pauses = rest.length === 0 ? all.filter((one) => !endsByOperator(one)) : all;
    this.#change({ kernel: { ...kernel, gate: { ...kernel.gate, halts: held, pauses } } });
  }

  /** They are of serious errors: with the last halt of one, nobody needs them here any more. */
  #dropPacks(): void {
    const { halts, support, ...memory } = this.#memory;
    if (support === undefined || halts.some(({ cause }) => cause === 'RC52')) return;
    this.#memory = { ...memory, halts };
  }

  #keepWords(isKept: (word: PendingResolution) => boolean): void {
    if (this.#words.length > 0) this.#words = this.#words.filter(isKept);
  }

  #takeCall({ end }: { readonly end?: CallAnswer | undefined }): void {
    if (end === undefined) return;
    this.#change({ calls: [...(this.#memory.calls ?? []), end].slice(-MAX_CALLS) });
  }

  #takeRecovery({ baseline }: { readonly baseline?: readonly NetPosition[] }): void {
    if (baseline !== undefined) this.#change({ baseline });
  }
}
