// State that a bot keeps over restarts: computed from the records of its journal, epoch by epoch.
import type { CallAnswer } from '../policy/index.js';
import type { Halt, NetPosition, StpEvent, SupportBundleEvent } from '../domain/events/index.js';
import {
  fail,
  type Fault,
  type Instant,
  type Instrument,
  ok,
  type Result,
  COMMON_TAG,
} from '../domain/index.js';
import type { JournalRecord } from '../journal/index.js';
import { JournalReplay, type KernelSnapshot } from '../kernel/index.js';
import { endsByOperator } from '../risk/gate/index.js';
import type { Limits } from '../risk/index.js';
import { parseHeader, toKernelSetup, HEADER_TYPE } from '../records/index.js';
import type { HaltRecord } from '../state/index.js';
import { ENDS_TYPE, type EndsData, type FoundEnd } from './found-ends.js';
import { isSame, toHaltRecord } from './halt-record.js';
import { type UnfinishedCall, OpenCalls } from './unfinished-calls.js';
import { addResolution, type PendingResolution, RESOLUTION_TYPE } from './resolution-records.js';

/** First record of an epoch, durable before anything else happens. */
export const EPOCH_TYPE = 'epoch';
/** What recovery found and did; an input. */
export const RECOVERY_TYPE = 'recovery';

/** Hashes of the parts that a session ran. */
export interface Integrity {
  readonly weir: string;
  readonly config: string;
  readonly limits: string;
  readonly profile: string;
  readonly strategies: Readonly<Record<string, string>>;
}

/** All that a start needs of the previous runs, as plain JSON. */
export interface RecoveredState {
  /** Epoch of the previous run; 0 before the first. */
  readonly epoch: number;
  readonly kernel: KernelSnapshot | null;
  /** Instruments of the previous session; units and ticks in the kernel's state refer to them. */
  readonly instruments: readonly Instrument[];
  /** Latched halts that nobody has resumed. */
  readonly halts: readonly HaltRecord[];
  /** Session time of the last order that may have left; 0 without one. */
  readonly lastSendAt: Instant;
  /** Session time of the last record. */
  readonly lastAt: Instant;
  /** Session time up to which the STP download has read every trade; 0 without one. */
  readonly tradesAt: Instant;
  /** First part of the bot's client order ids; absent: the common tag. */
  readonly botTag?: string;
  /** Positions at the venue before the bot's first fill; null until they were read. */
  readonly baseline: readonly NetPosition[] | null;
  readonly integrity: Integrity | null;
  /** Limits of the previous session; absent before the first. */
  readonly limits?: Limits;
  /** Results of single calls, oldest first; absent before the first. */
  readonly calls?: readonly CallAnswer[];
  /** The last epoch was a single call that may have left and whose result is unknown. */
  readonly lostCall?: UnfinishedCall;
  /** Resolutions of open orders that no start has applied yet; absent when there are none. */
  readonly words?: readonly PendingResolution[];
  /**
   * How open orders ended, as a kill found; absent when none did. A start queries the venue anew.
   */
  readonly ends?: readonly FoundEnd[];
  /** Support bundles of halts in force, oldest first; absent when there are none. */
  readonly support?: readonly string[];
}

/** Most results of single calls that are kept. */
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
  /** Limits in force from here on; absent for a single call, which has no limits of its own. */
  readonly limits?: Limits;
  /** Hash of the state that the epoch began with. */
  readonly stateHash: string;
}

/** Data of the record with which an operator clears halts. */
export interface ResumeData {
  readonly halts: readonly string[];
  readonly by: string;
  readonly reason: string;
  /** Results of the checks before the resume: name, whether it passed, and the figures. */
  readonly checks?: readonly object[];
  /** Positions that the venue has besides the bot's own fills, as the operator accepted them. */
  readonly baseline?: readonly NetPosition[];
}

/**
 * Type of a result's record: of a single call, with an `end`, or of an order in a session, without.
 */
export const CALL_END_TYPE = 'send-result';
/** Type of the record that names a support bundle; in a session it is an input. */
export const SUPPORT_TYPE = 'support';
/** Type of the record of a halt that was latched without the kernel. */
export const LATCH_TYPE = 'latch';
/** Type of the record with which an operator clears halts. */
export const RESUME_TYPE = 'resume';

type Draft = Omit<RecoveredState, 'words' | 'lostCall' | 'ends'> & {
  lostCall?: UnfinishedCall;
  ends?: readonly FoundEnd[];
};

/** Takes the records of a journal one by one, from its start or from a snapshot. */
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
      case RESOLUTION_TYPE:
        this.#words = addResolution(this.#words, data as PendingResolution);
        return;
      case ENDS_TYPE:
        this.#change(data as EndsData);
        return;
      case 'resolve':
      case 'order':
      case 'trade':
        // The resolution was applied, or the venue's report replaces it.
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
        this.#addSupport(data as SupportBundleEvent);
        break;
      case 'stp':
        if ((data as StpEvent).step === 'drained') this.#change({ tradesAt: stamp.session });
        break;
      case 'halt':
        this.#latch(toHaltRecord(data as Halt, this.#memory.epoch, record.seq, stamp));
    }
    this.#fold?.take(record);
  }

  #addSupport({ file }: SupportBundleEvent): void {
    this.#change({ support: [...(this.#memory.support ?? []), file] });
  }

  /** The state after all records. Fault code `recovery.header`. */
  finish(): Result<RecoveredState> {
    this.#closeEpoch();
    if (this.#fault !== undefined) return { ok: false, fault: this.#fault };
    const resolutions = this.#words;
    return ok(resolutions.length === 0 ? this.#memory : { ...this.#memory, words: resolutions });
  }

  #noteSend({ kind }: { readonly kind: string }, at: Instant): void {
    if (kind === 'place') this.#lastSendAt = Math.max(this.#lastSendAt, at);
  }

  #change(change: Partial<RecoveredState>): void {
    this.#memory = { ...this.#memory, ...change };
  }

  #beginEpoch({ epoch, integrity, limits }: EpochData): void {
    this.#change({ epoch, integrity, ...(limits === undefined ? {} : { limits }) });
    // `lostCall` and `ends` go: this start has reported them and queries the venue itself.
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
      // An unfinished call counts as the last send: the next start waits until it cannot arrive any
      // more.
      this.#lastSendAt = Math.max(this.#lastSendAt, open.lost.at);
      this.#takeCall({ end: open.answer });
      this.#change({ lostCall: open.lost });
    }
    const kernel = this.#fold?.snapshot() ?? this.#memory.kernel;
    this.#fold = undefined;
    this.#change({ kernel, lastSendAt: this.#lastSendAt, lastAt: this.#lastAt });
    this.#keepWords(({ coId }) => kernel?.orders.some((one) => one.coId === coId) === true);
  }

  /** A halt that a start found in the latch may be known already. */
  #latch(halt: HaltRecord): void {
    const { halts } = this.#memory;
    if (halts.some(({ id }) => id === halt.id)) return;
    this.#change({ halts: [...halts, halt] });
  }

  /**
   * Removes the cleared halts from the state of the next kernel; with the last halt the pauses
   * until resume end as well.
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

  /** Bundles belong to serious errors: without a halt of one nobody needs them any more. */
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
