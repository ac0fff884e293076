// Snapshots beside a journal: the state before a segment, so that a start reads only from there.
import { hash } from 'node:crypto';
import { fail, ok, type Result } from '../domain/index.js';
import { isSystemError, type JournalDisk, localDisk } from './disk.js';
import { type JournalPlace, readJournal } from './read-journal.js';
import { readWhole, replaceFile } from './replace-file.js';

export interface Snapshot {
  /** The segment that begins after it, and the last record before. */
  readonly place: JournalPlace;
  /** Plain JSON. */
  readonly state: unknown;
}

const VERSION = 1;

type Written = JournalPlace & {
  readonly v: unknown;
  readonly state: unknown;
  readonly stateHash: unknown;
};

const NAME = /^snapshot-(\d{6})\.json$/;
const TAIL_LENGTH = ',"hash":""}'.length + 64;

/** Name of the snapshot before this segment. */
export function formatSnapshotName(segment: number): string {
  return `snapshot-${String(segment).padStart(6, '0')}.json`;
}

/** SHA-256 over the JSON of a state, which identifies it. */
export function hashState(state: unknown): string {
  return hash('sha256', JSON.stringify(state));
}

/** Durable on return. Fault code `journal.snapshot-failed`. */
export function writeSnapshot(
  dir: string,
  { place, state }: Snapshot,
  disk: JournalDisk = localDisk,
): Result<void> {
  const name = formatSnapshotName(place.segment);
  const written: Written = { v: VERSION, ...place, stateHash: hashState(state), state };
  const body = JSON.stringify(written).slice(0, -1);
  try {
    replaceFile(disk, dir, name, `${body},"hash":"${hash('sha256', body)}"}`);
    return ok(undefined);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = `cannot write ${name}: ${error.message}`;
    return fail('journal.snapshot-failed', message, dir);
  }
}

/** Complete snapshots, newest first; each is read on demand. */
export function* readSnapshots(dir: string, disk: JournalDisk = localDisk): Generator<Snapshot> {
  const names = disk.list(dir).filter((name) => NAME.test(name));
  for (const name of names.sort().reverse()) {
    const snapshot = readSnapshot(dir, name, disk);
    if (snapshot !== undefined) yield snapshot;
  }
}

/** Whether the journal continues the snapshot: the next record's `prev` is its head. */
export function continuesFrom(
  dir: string,
  { place }: Pick<Snapshot, 'place'>,
  disk: JournalDisk = localDisk,
): boolean {
  const first = readJournal(dir, disk, 'chain', place).next();
  return first.done !== true && first.value.ok;
}

/** Snapshot of a file; undefined when the file is damaged or of another version. */
export function readSnapshot(
  dir: string,
  name: string,
  disk: JournalDisk = localDisk,
): Snapshot | undefined {
  try {
    const text = readWhole(disk, dir, name) ?? '';
    const body = text.slice(0, -TAIL_LENGTH);
    if (text.slice(body.length) !== `,"hash":"${hash('sha256', body)}"}`) return undefined;
    const { v, segment, seq, head, state, stateHash } = JSON.parse(text) as Written;
    if (v !== VERSION || stateHash !== hashState(state)) return undefined;
    return { place: { segment, seq, head }, state };
  } catch (error) {
    if (isSystemError(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
