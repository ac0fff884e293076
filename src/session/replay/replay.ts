// Replay: the kernel runs again from a journal's inputs, and every output is compared byte for
// byte.
import { join } from 'node:path';
import type { OutputSink, RateEvent } from '../../domain/events/index.js';
import {
  fail,
  type Fault,
  formatInstant,
  type Instant,
  ok,
  type Result,
} from '../../domain/index.js';
import { encodeRecord, type JournalRecord } from '../../journal/index.js';
import { toShown } from '../../report/index.js';
import { Kernel, type KernelSetup, type KernelSnapshot, SILENT_SINK } from '../../kernel/index.js';
import {
  OUTPUT_FORMAT,
  type SessionHeader,
  END_TYPE,
  INPUT_TYPES,
  OUTPUT_TYPES,
  type OutputRecord,
  START_TYPE,
  StepOutputs,
  toBotEvent,
} from '../../records/index.js';
import { readSession } from './read-session.js';
import { ENDS_TYPE, LATCH_TYPE, RESUME_TYPE, RESOLUTION_TYPE } from '../../recovery/index.js';
import { explainChange } from '../folder/replay-faults.js';

export interface ReplayEnd {
  readonly header: SessionHeader;
  readonly digest: string;
  readonly endAt: Instant;
  /** Hash of the last record. */
  readonly head: string;
  /** Input records applied, output records found and compared, output records regenerated. */
  readonly inputs: number;
  readonly compared: number;
  readonly regenerated: number;
}

const AFTER_THE_END: ReadonlySet<string> = new Set([
  RESUME_TYPE,
  RESOLUTION_TYPE,
  LATCH_TYPE,
  ENDS_TYPE,
]);

export interface ReplayOptions {
  /** Receives the outputs of the replay, e.g. for a report; called once the header is known. */
  observe?(header: SessionHeader, restored: KernelSnapshot | undefined): ReplayObserver;
}

export interface ReplayObserver extends OutputSink {
  rate(at: Instant, instrument: number, bidTicks: number, offerTicks: number, shown: number): void;
}

/**
 * Replays a session folder (or its `journal/`). Output records may be missing: the replay
 * regenerates them, and the `prev` of the next record proves that they have the same bytes. Fault
 * codes `replay.format`, `replay.header`, `replay.copy`, `replay.record`, `replay.differs` and
 * those of `readJournal` and `loadStrategy`.
 */
export async function replaySession(
  dir: string,
  options: ReplayOptions = {},
): Promise<Result<ReplayEnd>> {
  const session = await readSession(dir);
  if (!session.ok) return session;
  const { header, setup, record, records } = session.value;
  const { format = 1, weir } = header;
  if (format !== OUTPUT_FORMAT) {
    const expected = `expected records of format ${String(OUTPUT_FORMAT)}`;
    const found = `found format ${String(format)}`;
    const hint = `replay it with a build of Weir ${weir} that writes format ${String(format)}`;
    return fail('replay.format', `${expected}, ${found}: ${hint}`, dir);
  }
  const bot = new ReplayedBot(setup, options.observe?.(header, setup.restored));
  const chain = new Chain(record, dir);
  for (const next of records) {
    if (!next.ok) return explainChange(next.fault);
    const fault = chain.follow(next.value, bot);
    if (fault !== undefined) return { ok: false, fault };
  }
  chain.finish();
  const { at, head, counts } = chain;
  return ok({ header, digest: bot.digest, endAt: at, head, ...counts });
}

/** The kernel of the session, with inputs from its journal. */
class ReplayedBot {
  readonly #kernel: Kernel;
  readonly #outputs: StepOutputs;
  readonly #observer: ReplayObserver | undefined;
  readonly #instruments: ReadonlyMap<string, number>;

  constructor(setup: KernelSetup, observer: ReplayObserver | undefined) {
    this.#observer = observer;
    this.#outputs = new StepOutputs(observer ?? SILENT_SINK, setup.epoch);
    this.#kernel = new Kernel(setup, this.#outputs);
    this.#instruments = new Map(setup.instruments.map((one) => [one.symbol, one.id]));
  }

  get digest(): string {
    return this.#kernel.digest;
  }

  /** Applies one input and returns its outputs. */
  step({ type, data, stamp }: JournalRecord): readonly OutputRecord[] {
    const at = stamp.session;
    if (type === START_TYPE) this.#kernel.start();
    else if (type === 'rate') this.#rate(at, data as RateEvent);
    else this.#kernel.event(at, toBotEvent(type, data));
    return this.#outputs.take().records;
  }

  #rate(at: Instant, rate: RateEvent): void {
    const id = this.#instruments.get(rate.symbol);
    if (id === undefined) throw new RangeError(`no instrument ${rate.symbol} in the header`);
    const { bidTicks, offerTicks, bidUnits, offerUnits, venueAt } = rate;
    this.#kernel.rate(at, id, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
    this.#observer?.rate(at, id, bidTicks, offerTicks, toShown(bidUnits, offerUnits));
  }
}

/** Rebuilds the chain of records: inputs as journaled, outputs as the kernel regenerates them. */
class Chain {
  readonly counts = { inputs: 0, compared: 0, regenerated: 0 };
  readonly #dir: string;
  #seq: number;
  #head: string;
  #last: JournalRecord;
  #at: Instant;
  #expected: { readonly line: string; readonly record: OutputRecord; readonly hash: string }[] = [];

  constructor(header: JournalRecord, dir: string) {
    this.#seq = header.seq;
    this.#head = header.hash;
    this.#last = header;
    this.#at = header.stamp.session;
    this.#dir = dir;
  }

  /** Session time of the last record, outputs included. */
  get at(): Instant {
    return this.#at;
  }

  /** Hash of the last record, regenerated ones included. */
  get head(): string {
    return this.#head;
  }

  /** Takes the next record of the file; a fault names the first difference. */
  follow(found: JournalRecord, bot: ReplayedBot): Fault | undefined {
    this.#at = found.stamp.session;
    if (found.type === END_TYPE) {
      this.#expect([{ type: END_TYPE, data: { digest: bot.digest } }], found);
    }
    if (OUTPUT_TYPES.has(found.type)) return this.#compare(found);
    this.counts.regenerated += this.#expected.length;
    this.#expected = [];
    if (found.seq !== this.#seq + 1 || found.prev !== this.#head) {
      return differs(
        this.#dir,
        this.#last,
        `seq ${String(found.seq)}, which follows ${found.prev}`,
        {
          expected: `seq ${String(this.#seq + 1)} after ${this.#head}`,
        },
      );
    }
    this.#seq = found.seq;
    this.#head = found.hash;
    this.#last = found;
    this.counts.inputs++;
    const { type, data } = found;
    // Records after the end are for the next start.
    if (AFTER_THE_END.has(type)) return undefined;
    if (!INPUT_TYPES.has(type) || typeof data !== 'object' || data === null) {
      return toRecordFault(this.#dir, found, 'expected a known kind of input with its data');
    }
    try {
      this.#expect(bot.step(found), found);
      return undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : JSON.stringify(error);
      return toRecordFault(this.#dir, found, `the kernel cannot process this input (${reason})`);
    }
  }

  /** After the last record: outputs missing in the file count as regenerated. */
  finish(): void {
    this.counts.regenerated += this.#expected.length;
  }

  #expect(records: readonly OutputRecord[], cause: JournalRecord): void {
    for (const record of records) {
      const { stamp, synced } = cause;
      const draft = { seq: this.#seq + 1, prev: this.#head, stamp, synced, ...record };
      const { line, hash } = encodeRecord(draft);
      this.#expected.push({ line, record, hash });
      this.#seq++;
      this.#head = hash;
    }
  }

  #compare(found: JournalRecord): Fault | undefined {
    for (let next = this.#expected.shift(); next !== undefined; next = this.#expected.shift()) {
      if (next.hash === found.hash) {
        this.counts.compared++;
        return undefined;
      }
      if (next.record.type === found.type) {
        return differs(this.#dir, this.#last, JSON.stringify(next.record.data), {
          expected: `${found.type} ${JSON.stringify(found.data)} (seq ${String(found.seq)})`,
        });
      }
      this.counts.regenerated++;
    }
    return differs(this.#dir, this.#last, 'nothing', {
      expected: `${found.type} ${JSON.stringify(found.data)} (seq ${String(found.seq)})`,
    });
  }
}

function toRecordFault(dir: string, { seq, type, stamp }: JournalRecord, message: string): Fault {
  const found = `${type} (seq ${String(seq)}) at ${formatInstant(stamp.session)}`;
  return {
    code: 'replay.record',
    message: `${message}, found ${found}`,
    where: join(dir, 'journal'),
  };
}

function differs(
  dir: string,
  cause: JournalRecord,
  found: string,
  { expected }: { readonly expected: string },
): Fault {
  const event = `${cause.type} (seq ${String(cause.seq)}) at ${formatInstant(cause.stamp.session)}`;
  const message = `first difference after ${event}: expected ${expected}, found ${found}`;
  return { code: 'replay.differs', message, where: join(dir, 'journal') };
}
