// Continues the folder of an earlier paper session: takes over the saved state of its simulator and
// moves the files of the previous run into a folder of their own.
import { join } from 'node:path';
import {
  fail,
  formatInstant,
  type Instant,
  MILLISECOND,
  ok,
  type Result,
} from '../../domain/index.js';
import { isSystemError, readJournal } from '../../journal/index.js';
import { moveFiles } from './folder.js';
import { EPOCH_TYPE, type EpochData } from '../../recovery/index.js';
import type { SessionPorts } from '../../host/index.js';
import { HEADER_TYPE } from '../../records/index.js';
import {
  findStateDirectory,
  moveStateDirectory,
  type StateDirectory,
  takeLock,
} from '../../state/index.js';

/**
 * Monotonic time in which the simulator of a killed session has to save its state, milliseconds.
 */
const SAVED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;

const STATE = 'state';
const JOURNAL = 'journal';
const SIMULATOR = 'simulator-state.jsonl';
const FORMER = /^epoch-(\d+)$/;

/** File in which the simulator of a paper session saves its state when it ends. */
export function toSimulatorFile(folder: string): string {
  return join(folder, STATE, SIMULATOR);
}

/** Folders of the previous runs inside that of a paper session, oldest first. */
export function listFormerRuns(disk: SessionPorts['disk'], folder: string): readonly string[] {
  const names = disk.list(folder).filter((name) => FORMER.test(name));
  const number = (name: string) => Number(FORMER.exec(name)?.[1]);
  return names.sort((a, b) => number(a) - number(b)).map((name) => join(folder, name));
}

export interface PaperFolder {
  /** Session time at which the first run began. */
  readonly startAt: Instant;
  /**
   * Prepares the folder for the next run, once the simulator has resumed and listens at `baseUrl`.
   * Fault code `paper.resume`.
   */
  begin(baseUrl: string): Result<void>;
  /** Releases the lock of the state: the new run has its own by now, or the start failed. */
  release(): void;
}

/**
 * Opens the folder of a paper session that has ended or was killed. Fault codes `paper.resume` (the
 * simulator saved no state), `state.missing`, `state.locked` (the session still runs) and those of
 * its journal.
 */
export async function takeUpPaper(
  ports: SessionPorts,
  folder: string,
): Promise<Result<PaperFolder>> {
  const { clock, disk, host } = ports;
  const state = findStateDirectory(disk, join(folder, STATE));
  if (!state.ok) return state;
  const startedAt = formatInstant(clock.wallMillis() * MILLISECOND);
  const lockPorts = { disk, bindName: host.bindName, processId: host.processId, startedAt };
  const lock = await takeLock(lockPorts, state.value.dir, state.value.identity);
  if (!lock.ok) return lock;
  const release = () => {
    lock.value.release();
  };
  const runs = [...listFormerRuns(disk, folder), folder];
  const first = readFirst(runs.find((run) => hasJournal(disk, run)) ?? folder);
  const found = first.ok ? await waitForState(ports, folder) : first;
  if (!found.ok || !first.ok) {
    release();
    return found as Result<never>;
  }
  const { startAt } = first.value;
  return ok({ startAt, begin: (baseUrl) => begin(ports, folder, state.value, baseUrl), release });
}

/** The simulator of a killed session ends with it and writes its state last. */
async function waitForState({ clock, disk }: SessionPorts, folder: string): Promise<Result<void>> {
  const until = clock.monoMicros() + SAVED_WITHIN_MS * MILLISECOND;
  while (disk.describe(toSimulatorFile(folder)) === undefined) {
    if (clock.monoMicros() > until) {
      const message = 'expected the state that the simulator of this session saved, found none';
      const hint = 'a simulator with more than 128 MiB of inputs saves none';
      return fail('paper.resume', `${message}; ${hint}`, toSimulatorFile(folder));
    }
    await new Promise<void>((resolve) => {
      clock.setTimer(LOOK_EVERY_MS, resolve);
    });
  }
  return ok(undefined);
}

function begin(
  { disk }: SessionPorts,
  folder: string,
  state: StateDirectory,
  baseUrl: string,
): Result<void> {
  try {
    moveStateDirectory(disk, state, { ...state.identity, baseUrl });
    // This run's simulator writes the next state when it ends.
    disk.remove(state.dir, SIMULATOR);
    return hasJournal(disk, folder) ? putAside(disk, folder) : ok(undefined);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('paper.resume', `cannot continue this folder: ${error.message}`, folder);
  }
}

/** Moves the files of the previous run into a folder named after its epoch; the journal last. */
function putAside(disk: SessionPorts['disk'], folder: string): Result<void> {
  const first = readFirst(folder);
  if (!first.ok) return first;
  const target = join(folder, `epoch-${String(first.value.epoch)}`);
  const names = disk.list(folder).filter((name) => name !== STATE && !FORMER.test(name));
  const files = names.filter((name) => name !== JOURNAL);
  return moveFiles(folder, [...files, JOURNAL], target);
}

function hasJournal(disk: SessionPorts['disk'], folder: string): boolean {
  return disk.describe(join(folder, JOURNAL)) !== undefined;
}

/** Epoch and start of the run that left a folder. */
function readFirst(folder: string): Result<{ readonly epoch: number; readonly startAt: Instant }> {
  let epoch = 1;
  for (const record of readJournal(join(folder, JOURNAL), undefined, 'records')) {
    if (!record.ok) return record;
    const { data, type } = record.value;
    if (type === EPOCH_TYPE) ({ epoch } = data as EpochData);
    if (type !== HEADER_TYPE) continue;
    return ok({ epoch, startAt: (data as { readonly startAt: Instant }).startAt });
  }
  return fail('paper.resume', 'expected the journal of a paper session, found no header', folder);
}
