// Appends the outcomes of a sweep to a file as they come, so that a stopped sweep can resume.
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  truncateSync,
} from 'node:fs';
import { z } from 'zod';
import { fail, type Fault, ok, type Result } from '../../src/domain/index.js';
import type { Identity } from './identity.js';
import type { Outcome } from './run-job.js';

const headSchema = z.looseObject({ sweep: z.string(), session: z.string(), rates: z.string() });

const outcomeSchema = z.looseObject({
  id: z.string(),
  figures: z.record(z.string(), z.number().nullable()).optional(),
  refusals: z.record(z.string(), z.number()).optional(),
  halt: z.string().optional(),
  muted: z.string().optional(),
  observed: z.array(z.string()).optional(),
  digest: z.string().optional(),
  series: z.looseObject({ changes: z.array(z.number()), minutes: z.number() }).optional(),
  fault: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});

/** Input that each hash of an identity covers. */
const PARTS: readonly (readonly [keyof Identity, string])[] = [
  ['sweep', 'sweep file'],
  ['session', 'session'],
  ['rates', 'recording'],
];

export class SweepJournal {
  /** Outcomes by id, both read from the file and appended. */
  readonly outcomes: Map<string, Outcome>;
  /** The first failed write; nothing is appended after it. */
  fault: Fault | undefined;
  readonly #file: string;
  readonly #descriptor: number;

  constructor(file: string, descriptor: number, outcomes: Map<string, Outcome>) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.outcomes = outcomes;
  }

  append(outcome: Outcome): void {
    this.outcomes.set(outcome.id, outcome);
    this.write(outcome);
  }

  write(line: object): void {
    if (this.fault !== undefined) return;
    try {
      appendFileSync(this.#descriptor, `${JSON.stringify(line)}\n`);
    } catch (error) {
      this.fault = toFault(this.#file, error);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Creates a journal. Fault code `sweep.journal`. */
export function createJournal(file: string, identity: Identity): Result<SweepJournal> {
  const opened = open(file, 'ax', new Map());
  if (opened.ok) opened.value.write(identity);
  return opened;
}

/**
 * Reopens a journal and drops an unfinished last line. Fault codes `sweep.journal`, and
 * `sweep.changed` if the journal was made from other inputs.
 */
export function resumeJournal(file: string, identity: Identity): Result<SweepJournal> {
  const lines = readLines(file);
  if (!lines.ok) return lines;
  const [first = '', ...rest] = lines.value;
  const head = parseLine(first, headSchema);
  if (head === undefined) return broken(file, 1, first);
  const part = PARTS.find(([key]) => head[key] !== identity[key]);
  if (part !== undefined) {
    const hint = 'name another folder with --out DIR and leave out --resume';
    const message = `expected the ${part[1]} that its rows were made with, found another; ${hint}`;
    return fail('sweep.changed', message, file);
  }
  const outcomes = new Map<string, Outcome>();
  for (const [index, line] of rest.entries()) {
    const outcome = parseLine(line, outcomeSchema);
    if (outcome === undefined) return broken(file, index + 2, line);
    // Repeats a crashed run: one that ran out of memory, for example, may succeed this time.
    if (outcome.fault?.code !== 'sweep.crash') outcomes.set(outcome.id, outcome as Outcome);
  }
  return open(file, 'a', outcomes);
}

/** Complete lines; truncates the file after the last one. */
function readLines(file: string): Result<readonly string[]> {
  if (!existsSync(file)) {
    return fail('sweep.journal', 'expected the rows of a sweep to continue, found no file', file);
  }
  try {
    const bytes = readFileSync(file);
    const end = bytes.lastIndexOf('\n') + 1;
    if (end < bytes.length) truncateSync(file, end);
    return ok(bytes.toString('utf8', 0, end).split('\n').slice(0, -1));
  } catch (error) {
    return { ok: false, fault: toFault(file, error) };
  }
}

function parseLine<S extends z.ZodType>(line: string, schema: S): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function broken(file: string, line: number, found: string) {
  const expected = line === 1 ? 'the hashes of a sweep' : 'an outcome';
  const message = `expected ${expected}, found ${JSON.stringify(found.slice(0, 80))}`;
  return fail('sweep.journal', message, `${file}:${String(line)}`);
}

function open(file: string, flags: string, outcomes: Map<string, Outcome>): Result<SweepJournal> {
  try {
    return ok(new SweepJournal(file, openSync(file, flags, 0o600), outcomes));
  } catch (error) {
    return { ok: false, fault: toFault(file, error) };
  }
}

function toFault(file: string, error: unknown): Fault {
  const found = error instanceof Error ? error.message : String(error);
  const message = `cannot read and write the rows of the sweep: ${found}`;
  return { code: 'sweep.journal', message, where: file };
}
