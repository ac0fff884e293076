// Reads, changes and re-chains journals by their documented form alone, with none of Weir's code.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fields of records that tests look at; each type of record has some of them. */
export interface RecordData {
  readonly kind: 'place' | 'cancel';
  readonly coId: string;
  readonly status: number;
  readonly transport?: string;
  readonly offerTicks: number;
  readonly text?: string;
  readonly message?: string;
  readonly tradeId?: string;
  readonly rule?: string;
  readonly guardSilence?: number;
  readonly side?: string;
  readonly units?: number;
}

/** A record as its line has it. */
export interface Line {
  readonly seq: number;
  readonly prev: string;
  readonly type: string;
  readonly data: RecordData;
  readonly hash: string;
}

const FIRST = '000001.jsonl';
const HASH_TAIL = /,"hash":"[0-9a-f]{64}"\}$/;

/** The raw lines of an ended session's journal, which has one segment: without zeros at its end. */
export function readLines(session: string): readonly string[] {
  const dir = join(session, 'journal');
  const segments = readdirSync(dir);
  if (segments.length !== 1) throw new Error(`expected one segment, found ${segments.join(' ')}`);
  return readFileSync(join(dir, segments[0] ?? ''), 'utf8')
    .replace(/\n?\0*$/, '')
    .split('\n');
}

export function parseLines(lines: readonly string[]): readonly Line[] {
  return lines.map((line) => JSON.parse(line) as Line);
}

/** Data of all records of a type so far: a bot may be writing the journal, or not have begun. */
export function readRecords(session: string, type: string): readonly RecordData[] {
  const file = join(session, 'journal', FIRST);
  if (!existsSync(file)) return [];
  // What a reader sees of a write under way may be half a line, or zeros with a later line behind.
  const [written = ''] = readFileSync(file, 'utf8').split('\0');
  const whole = written.split('\n').filter((line) => line.endsWith('"}'));
  return parseLines(whole)
    .filter((record) => record.type === type)
    .map(({ data }) => data);
}

export function writeLines(session: string, lines: readonly string[]): void {
  const [segment = ''] = readdirSync(join(session, 'journal'));
  writeFileSync(join(session, 'journal', segment), `${lines.join('\n')}\n`);
}

/** A copy of a session folder to damage. */
export function copySession(session: string, to: string): string {
  cpSync(session, to, { recursive: true });
  return to;
}

/** Every record numbered and hashed anew, so that only the meaning of the journal has changed. */
export function rechain(lines: readonly string[]): readonly string[] {
  let prev = '0'.repeat(64);
  return lines.map((line, index) => {
    const body = line
      .replace(HASH_TAIL, '')
      .replace(/^(\{"v":1,"seq":)\d+(,"prev":")[0-9a-f]{64}"/, `$1${index + 1}$2${prev}"`);
    prev = createHash('sha256').update(body).digest('hex');
    return `${body},"hash":"${prev}"}`;
  });
}
