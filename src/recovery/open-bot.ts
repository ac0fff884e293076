// Steps 1 to 3 of a start: opens directory, lock, latch and journal, then begins a durable epoch.
import { join } from 'node:path';
import { fail, formatInstant, MILLISECOND, ok, type Result, COMMON_TAG } from '../domain/index.js';
import {
  continueJournal,
  formatSnapshotName,
  continuesFrom,
  hashState,
  isSystemError,
  type Journal,
  type JournalDisk,
  type JournalPlace,
  type JournalTail,
  readSnapshots,
  recoverJournal,
  type Snapshot,
  writeSnapshot,
} from '../journal/index.js';
import {
  describeIdentity,
  HaltLatch,
  IDENTITY_FILE,
  type InstanceLock,
  joinHalts,
  markBegun,
  openStateDirectory,
  readLatch,
  type StateDirectory,
  type StateIdentity,
  takeLock,
  writeMark,
} from '../state/index.js';
import { VERSION, type SessionPorts } from '../host/index.js';
import { type Acceptance, describeLimits, type StartLimits } from './accept-limits.js';
import { checkJournal } from './lost-journal.js';
import {
  EMPTY_MEMORY,
  EPOCH_TYPE,
  type Integrity,
  type RecoveredState,
  StateRecovery,
} from './recovered-state.js';
import { describeLost } from './unfinished-calls.js';

export interface OpenBotOptions {
  readonly dir: string;
  readonly identity: StateIdentity;
  /** Hashes of the parts of this start. */
  readonly integrity: Integrity;
  /** Limits of this start, compared with those of the previous run. */
  readonly limits?: StartLimits;
  /**
   * The venue is a simulator of this bot alone: nobody else has orders there, so the bot needs no
   * tag.
   */
  readonly isVenueOwn?: boolean;
  /** Operator who accepts that the journal has lost records. */
  readonly acceptLost?: Acceptance | undefined;
  /** Called with the name of each segment of this epoch. */
  readonly onSegment?: (name: string) => void;
}

/** A bot that has its lock and a new epoch; nothing was sent yet. */
export interface OpenedBot {
  readonly state: StateDirectory;
  readonly lock: InstanceLock;
  readonly latch: HaltLatch;
  readonly journal: Journal;
  /** State of the previous runs. */
  readonly memory: RecoveredState;
  readonly epoch: number;
  readonly epochSalt: number;
  /** First segment of this epoch; the snapshot of the same number has the recovered state. */
  readonly segment: number;
  /** Messages for the operator on this start: a truncated tail, a call that may have left. */
  readonly remarks: readonly string[];
}

/**
 * Opens the state of a login at a venue. Fault codes: those of `openStateDirectory`, `takeLock`,
 * `recoverJournal`, `writeSnapshot` and `continueJournal`, `recovery.header`,
 * `recovery.journal-behind` and `recovery.journal-lost`.
 */
export async function openBot(
  ports: SessionPorts,
  options: OpenBotOptions,
): Promise<Result<OpenedBot>> {
  const { dir, identity } = options;
  const { clock, disk, host } = ports;
  const { bindName, processId, userId } = host;
  const drawTag = options.isVenueOwn === true ? undefined : host.drawTag;
  const state = openStateDirectory({ disk, drawTag, userId }, dir, identity);
  if (!state.ok) return state;
  const startedAt = formatInstant(clock.wallMillis() * MILLISECOND);
  const lockPorts = { disk, bindName, processId, startedAt };
  const lock = await takeLock(lockPorts, state.value.dir, identity);
  if (!lock.ok) return lock;
  const opened = beginEpoch(ports, options, state.value, lock.value);
  if (!opened.ok) lock.value.release();
  return opened;
}

function beginEpoch(
  ports: SessionPorts,
  options: OpenBotOptions,
  state: StateDirectory,
  lock: InstanceLock,
): Result<OpenedBot> {
  const { disk } = ports;
  const recovered = recoverMemory(ports, state.journal);
  if (!recovered.ok) return recovered;
  const { memory, tail } = recovered.value;
  const remarks = [...recovered.value.remarks, ...describeReach(state)];
  const evaluated = checkState(disk, state, recovered.value, options.acceptLost);
  if (!evaluated.ok) return evaluated;
  const limits = describeLimits(options.limits, memory.limits);
  if (!limits.ok) return limits;
  const latch = new HaltLatch(
    disk,
    state.control,
    joinHalts(readLatch(disk, state.control), memory.halts),
    ports.host.processId,
  );
  const epoch = evaluated.value.epoch + 1;
  const epochSalt = drawSalt(ports);
  const segment = tail.segment + 1;
  if (tail.seq > 0) {
    const place = { segment, seq: tail.seq, head: tail.head };
    const written = writeSnapshot(state.journal, { place, state: memory }, disk);
    if (!written.ok) return written;
  }
  const wallAt = Math.floor(ports.clock.wallMillis());
  latch.dateUnreadable({ at: wallAt * MILLISECOND, wallAt, monoAt: ports.clock.monoMicros() });
  const { onSegment } = options;
  const journal = continueJournal(state.journal, tail, {
    disk,
    ...(onSegment === undefined ? {} : { onSegment }),
  });
  if (!journal.ok) return journal;
  const facts = { ...describe(ports, options.integrity, memory), ...limits.value, remarks };
  const data = { epoch, epochSalt, ...facts, ...evaluated.value.data };
  const begun = appendEpoch(journal.value, ports, memory, data);
  if (!begun.ok) return begun;
  const marked = markBegun(disk, state);
  if (!marked.ok) return marked;
  const isAccepted = evaluated.value.data.lostAccepted !== undefined;
  const mark = { epoch, seq: journal.value.seq, tag: state.tag };
  const unmarked = writeMark(disk, state.dir, mark, isAccepted);
  if (unmarked !== undefined) return fail('state.failed', unmarked, state.dir);
  const bot = { state, lock, latch, journal: journal.value, memory, epoch, epochSalt, segment };
  return ok({ ...bot, remarks });
}

/** Refuses another tag: under it the bot would not own the orders of its journal. */
function checkState(...found: Parameters<typeof checkJournal>): ReturnType<typeof checkJournal> {
  const [, { dir, tag }, { memory }] = found;
  const { botTag: had = COMMON_TAG, kernel } = memory;
  if (kernel === null || had === tag) return checkJournal(...found);
  const message = `expected the tag ${had}, which the orders of the journal have, found ${tag}`;
  return fail('state.other', `${message}; put the file back as it was`, join(dir, IDENTITY_FILE));
}

/** Reports once that the state's account is now reached under another name. */
function describeReach({ before, identity }: StateDirectory): readonly string[] {
  if (before === undefined) return [];
  return [
    'this start continues the state of ' +
      `${describeIdentity(identity)}, formerly reached as ${before}`,
  ];
}

/** 20 random bits in order ids, so that a bot with a lost journal cannot reuse ids. */
function drawSalt({ host }: SessionPorts): number {
  const [a = 0, b = 0, c = 0] = host.randomBytes(3);
  return (a * 65_536 + b * 256 + c) % 1_048_576;
}

/** The session clock does not exist yet: the record has the session time of the record before. */
function appendEpoch(
  journal: Journal,
  { clock, host }: SessionPorts,
  { lastAt }: RecoveredState,
  data: object,
): Result<void> {
  const [wall, mono] = [clock.wallMillis(), clock.monoMicros()];
  const stamp = { session: lastAt, wall, mono, boot: host.boot };
  const appended = journal.append(stamp, EPOCH_TYPE, data);
  return appended.ok ? journal.sync() : appended;
}

function describe({ host }: SessionPorts, integrity: Integrity, memory: RecoveredState) {
  const changes = listChanges(memory.integrity, integrity).map((change) => ({
    ...change,
    who: host.userId ?? null,
  }));
  return {
    weir: VERSION,
    node: host.nodeVersion,
    integrity,
    changes,
    stateHash: hashState(memory),
  };
}

/** Parts that changed since the previous start, with old and new hash. */
export function listChanges(
  before: Integrity | null,
  now: Integrity,
): readonly { readonly what: string; readonly old: string; readonly new: string }[] {
  if (before === null) return [];
  const old = flatten(before);
  const next = flatten(now);
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((what) => ({ what, old: old.get(what) ?? '', new: next.get(what) ?? '' }))
    .filter((change) => change.old !== change.new);
}

function flatten({ strategies, ...rest }: Integrity): ReadonlyMap<string, string> {
  const named = Object.entries(strategies).map(([name, hash]) => [`strategy ${name}`, hash]);
  return new Map([...Object.entries(rest), ...named] as [string, string][]);
}

/**
 * Detects a lost end of the journal: all records before a snapshot are durable when it is written,
 * so no crash can leave a journal that ends before it. Undefined when nothing is lost.
 */
function findLostEnd(newest: JournalPlace | undefined, tail: JournalTail): string | undefined {
  if (newest === undefined) return undefined;
  const { head, segment, seq } = newest;
  if (seq < tail.seq || (seq === tail.seq && head === tail.head)) return undefined;
  const ends = `found its end at seq ${String(tail.seq)}, hash ${tail.head}`;
  const expected = `expected the journal to reach seq ${String(seq)}, hash ${head}`;
  return `${expected}, as ${formatSnapshotName(segment)} states, ${ends}`;
}

/**
 * A snapshot without its segment: that start died before its first record, or the segment was
 * removed.
 */
function describeUnbegun(newest: JournalPlace | undefined, tail: JournalTail): readonly string[] {
  if (newest === undefined || newest.segment <= tail.segment) return [];
  const name = formatSnapshotName(newest.segment);
  const found = 'found none: the start ended before its first record, or the segment was removed';
  return [`${name}: expected the journal segment after it, ${found}`];
}

/** Place of the newest complete snapshot, and the newest snapshot that the journal continues. */
function findSnapshots(
  dir: string,
  disk: JournalDisk,
): Result<{ readonly newest?: JournalPlace; readonly agreed?: Snapshot }> {
  let newest: JournalPlace | undefined;
  try {
    for (const snapshot of readSnapshots(dir, disk)) {
      newest ??= snapshot.place;
      if (continuesFrom(dir, snapshot, disk)) return ok({ newest, agreed: snapshot });
    }
    return ok(newest === undefined ? {} : { newest });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('journal.read-failed', `cannot read the journal: ${error.message}`, dir);
  }
}

/** Recovers state and end of a journal from the newest snapshot that the journal agrees with. */
export function recoverMemory(
  { disk }: Pick<SessionPorts, 'disk'>,
  dir: string,
  onlyReads = false,
): Result<{
  readonly memory: RecoveredState;
  readonly tail: JournalTail;
  readonly remarks: readonly string[];
}> {
  const found = findSnapshots(dir, disk);
  if (!found.ok) return found;
  const { newest, agreed: snapshot } = found.value;
  const fold = new StateRecovery((snapshot?.state as RecoveredState | undefined) ?? EMPTY_MEMORY);
  const visit = (record: Parameters<StateRecovery['take']>[0]): void => {
    fold.take(record);
  };
  const from = snapshot === undefined ? {} : { from: snapshot.place };
  const recovered = recoverJournal(dir, { disk, visit, onlyReads, ...from });
  if (!recovered.ok) return recovered;
  const memory = fold.finish();
  if (!memory.ok) return fail(memory.fault.code, memory.fault.message, dir);
  const { tail, cut } = recovered.value;
  const behind = findLostEnd(newest, tail);
  if (behind !== undefined) return fail('recovery.journal-behind', behind, dir);
  const { lostCall } = memory.value;
  const remarks = [
    ...(cut === '' ? [] : [`the journal's torn tail was cut off: ${cut}`]),
    ...describeUnbegun(newest, tail),
    ...(lostCall === undefined ? [] : [describeLost(lostCall)]),
  ];
  return ok({ memory: memory.value, tail, remarks });
}
