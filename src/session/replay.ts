// Replay: the kernel runs again from a journal's inputs, and every output is compared byte for byte.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  fail,
  type Fault,
  formatInstant,
  type Instant,
  ok,
  type RateEvent,
  type Result,
} from '../domain/index.js';
import { encodeRecord, FIRST_PREV, type JournalRecord, readJournal } from '../journal/index.js';
import { Kernel, type KernelSink } from '../kernel/index.js';
import { hashText, parseHeader, type SessionHeader, toKernelSetup } from './header.js';
import {
  END_TYPE,
  HEADER_TYPE,
  OUTPUT_TYPES,
  type OutputRecord,
  START_TYPE,
  StepOutputs,
  toBotEvent,
} from './records.js';

/** What a session folder holds besides its journal: copies for people, compared with the header. */
export const CONFIG_COPY = 'config.yaml';
export const STRATEGIES_COPY = 'strategies';

export interface ReplayEnd {
  readonly header: SessionHeader;
  readonly digest: string;
  readonly endAt: Instant;
  /** Input records applied, output records found and compared, output records regenerated. */
  readonly inputs: number;
  readonly compared: number;
  readonly regenerated: number;
}

export interface ReplayOptions {
  /** Sees the session again, e.g. for a report; made once the header is known. */
  observe?(header: SessionHeader): Omit<KernelSink, 'command'> & {
    rate(at: Instant, instrument: number, bidTicks: number, offerTicks: number): void;
  };
}

/**
 * Replays a session folder (or its `journal/`). Output records may be missing: they are regenerated,
 * and the next record's `prev` proves that they are the very bytes. Fault codes `replay.header`,
 * `replay.copy`, `replay.differs` and those of `readJournal` and `loadStrategy`.
 */
export async function replaySession(
  dir: string,
  options: ReplayOptions = {},
): Promise<Result<ReplayEnd>> {
  const records = readJournal(join(dir, 'journal'), undefined, 'records');
  const first = records.next();
  if (first.done === true) return fail('replay.header', 'expected a journal, found none', dir);
  if (!first.value.ok) return explainHeader(dir, first.value.fault);
  const record = first.value.value;
  if (record.type !== HEADER_TYPE) {
    const message = `expected a first record of type ${HEADER_TYPE}, found ${record.type}`;
    return fail('replay.header', message, dir);
  }
  const header = parseHeader(record.data, dir);
  if (!header.ok) return header;
  const changed = findChangedCopy(dir, header.value);
  if (changed !== undefined) return { ok: false, fault: changed };
  const setup = await toKernelSetup(header.value);
  if (!setup.ok) return setup;
  const observer = options.observe?.(header.value);
  const outputs = new StepOutputs(observer ?? SILENT);
  const kernel = new Kernel(setup.value, outputs);
  const instruments = new Map(setup.value.instruments.map((one) => [one.symbol, one.id]));
  const step = (input: JournalRecord): void => {
    const at = input.stamp.session;
    if (input.type === START_TYPE) kernel.start();
    else if (input.type === 'rate') {
      const rate = input.data as RateEvent;
      const id = instruments.get(rate.symbol) ?? -1;
      const { bidTicks, offerTicks, bidUnits, offerUnits, venueAt } = rate;
      kernel.rate(at, id, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
      observer?.rate(at, id, bidTicks, offerTicks);
    } else kernel.event(at, toBotEvent(input.type, input.data));
  };
  const chain = new Chain(record);
  for (const next of records) {
    if (!next.ok) return next;
    const found = next.value;
    const fault = chain.follow(found, dir, () => {
      step(found);
      return outputs.take().records;
    }, () => kernel.digest);
    if (fault !== undefined) return { ok: false, fault };
  }
  chain.finish();
  return ok({ header: header.value, digest: kernel.digest, endAt: chain.at, ...chain.counts });
}

const SILENT: Omit<KernelSink, 'command'> = {
  order: () => undefined,
  parent: () => undefined,
  fill: () => undefined,
  refused: () => undefined,
  note: () => undefined,
  halted: () => undefined,
};

/** Rebuilds the chain of records: inputs as they are, outputs as the kernel gives them again. */
class Chain {
  readonly counts = { inputs: 0, compared: 0, regenerated: 0 };
  #seq: number;
  #head: string;
  #last: JournalRecord;
  #expected: { readonly line: string; readonly record: OutputRecord; readonly hash: string }[] = [];

  constructor(header: JournalRecord) {
    this.#seq = header.seq;
    this.#head = header.prev === FIRST_PREV ? header.hash : '';
    this.#last = header;
  }

  /** Session time of the last record. */
  get at(): Instant {
    return this.#last.stamp.session;
  }

  /** Takes the next record of the file; a fault names the first difference. */
  follow(
    found: JournalRecord,
    dir: string,
    step: () => readonly OutputRecord[],
    digest: () => string,
  ): Fault | undefined {
    if (found.type === END_TYPE) this.#expect([{ type: END_TYPE, data: { digest: digest() } }], found);
    if (OUTPUT_TYPES.has(found.type)) return this.#compare(found, dir);
    this.counts.regenerated += this.#expected.length;
    this.#expected = [];
    if (found.seq !== this.#seq + 1 || found.prev !== this.#head) {
      return differs(dir, this.#last, `seq ${String(found.seq)}, which follows ${found.prev}`, {
        expected: `seq ${String(this.#seq + 1)} after ${this.#head}`,
      });
    }
    this.#seq = found.seq;
    this.#head = found.hash;
    this.#last = found;
    this.counts.inputs++;
    this.#expect(step(), found);
    return undefined;
  }

  /** After the last record: outputs that the file does not have count as regenerated. */
  finish(): void {
    this.counts.regenerated += this.#expected.length;
  }

  #expect(records: readonly OutputRecord[], cause: JournalRecord): void {
    for (const record of records) {
      const draft = { seq: this.#seq + 1, prev: this.#head, stamp: cause.stamp, ...record };
      const { line, hash } = encodeRecord(draft);
      this.#expected.push({ line, record, hash });
      this.#seq++;
      this.#head = hash;
    }
  }

  #compare(found: JournalRecord, dir: string): Fault | undefined {
    for (let next = this.#expected.shift(); next !== undefined; next = this.#expected.shift()) {
      if (next.hash === found.hash) {
        this.counts.compared++;
        return undefined;
      }
      if (next.record.type === found.type) {
        return differs(dir, this.#last, JSON.stringify(next.record.data), {
          expected: `${found.type} ${JSON.stringify(found.data)} (seq ${String(found.seq)})`,
        });
      }
      this.counts.regenerated++;
    }
    return differs(dir, this.#last, 'nothing', {
      expected: `${found.type} ${JSON.stringify(found.data)} (seq ${String(found.seq)})`,
    });
  }
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

/** The header record was changed: name the part, by the hashes that it holds of its own texts. */
function explainHeader(dir: string, fault: Fault): Result<never> {
  const path = join(dir, 'journal', '000001.jsonl');
  try {
    const [line = ''] = readFileSync(path, 'utf8').split('\n', 1);
    const { data } = JSON.parse(line) as { data: SessionHeader };
    for (const part of [data.config, ...data.strategies]) {
      const found = hashText(part.text);
      if (found === part.sha256) continue;
      const message = `${fault.message}; the text of ${part.file} in it: expected hash ${part.sha256}, found ${found}`;
      return fail(fault.code, message, fault.where);
    }
  } catch {
    // not readable as a header: the fault itself says so
  }
  return { ok: false, fault };
}

/** A copy beside the journal that no longer says what the header says, with the first such line. */
function findChangedCopy(dir: string, header: SessionHeader): Fault | undefined {
  const copies = [
    { path: join(dir, CONFIG_COPY), text: header.config.text },
    ...header.strategies.map(({ name, file, text }) => ({
      path: join(dir, STRATEGIES_COPY, toCopyName(name, file)),
      text,
    })),
  ];
  for (const { path, text } of copies) {
    let found: string;
    try {
      found = readFileSync(path, 'utf8');
    } catch {
      continue; // the copies are for people: a journal alone replays too
    }
    if (found === text) continue;
    const expected = text.split('\n');
    const lines = found.split('\n');
    const index = expected.findIndex((line, at) => line !== lines[at]);
    const at = index < 0 ? expected.length : index;
    const message =
      `the copy was changed after the session: expected "${(expected[at] ?? '').trim()}", ` +
      `found "${(lines[at] ?? '').trim()}" (session started ${formatInstant(header.startAt)})`;
    return { code: 'replay.copy', message, where: `${path}:${String(at + 1)}` };
  }
  return undefined;
}

/** Name of a strategy's copy in a session folder. */
export function toCopyName(name: string, file: string): string {
  return `${name}-${basename(file)}`;
}
