// Moves a state to the current name of its account, on an operator's command only.
import { basename, dirname } from 'node:path';
import { fail, formatInstant, MILLISECOND, ok, type Result } from '../domain/index.js';
import { isSystemError } from '../journal/index.js';
import type { SessionPorts } from '../host/index.js';
import { findIdentity } from '../recovery/index.js';
import {
  describeIdentity,
  findStateDirectory,
  isSameLogin,
  isSameVenue,
  listOthers,
  moveStateDirectory,
  noteStart,
  placeMark,
  readMark,
  type StateDirectory,
  type StateIdentity,
  takeLock,
  toStatePath,
  writeMark,
} from '../state/index.js';
import { hasProvenEnd } from './kill/heartbeat.js';
import { readPlanText } from './bot-place.js';
import { isRunning } from './kill/is-running.js';

export interface MovedState {
  readonly from: string;
  readonly to: string;
  readonly identity: StateIdentity;
  /** Remarks for the operator. */
  readonly troubles: readonly string[];
}

/**
 * Renames the state of a configuration's account to its current name and records its identity;
 * `given` stays in place. Fault codes of the configuration, `state.missing` (nothing to move),
 * `state.other` (the login or the directory is ambiguous), `state.locked` (a bot runs), and
 * `state.failed` (the disk).
 */
export async function moveState(
  ports: SessionPorts,
  file: string,
  given: string | undefined,
): Promise<Result<MovedState>> {
  const plan = readPlanText(file);
  if (!plan.ok) return plan;
  const wanted = findIdentity(plan.value);
  if (!wanted.ok) return wanted;
  const to = given ?? toStatePath(ports, wanted.value);
  const found = findFormer(ports, given, wanted.value, to);
  if (!found.ok) return found;
  const { identity: recorded } = found.value;
  const { venue } = wanted.value;
  const identity = venue === undefined ? recorded : { ...recorded, venue };
  const moved = await whileNobodyRuns(ports, found.value, wanted.value, () => {
    return move(ports, found.value, { identity, to });
  });
  if (!moved.ok) return moved;
  const { text } = plan.value.source;
  const trouble = noteStart(ports, file, { text, state: to, identity });
  const troubles = trouble === undefined ? [] : [trouble];
  return ok({ from: found.value.dir, to, identity, troubles });
}

function findFormer(
  ports: SessionPorts,
  given: string | undefined,
  wanted: StateIdentity,
  to: string,
): Result<StateDirectory> {
  const own = findStateDirectory(ports.disk, to);
  if (!own.ok && own.fault.code !== 'state.missing') return own;
  const others = given === undefined ? listOthers(ports, wanted, to) : [];
  const all = own.ok ? [own.value, ...others] : others;
  const [first, second] = all;
  const whose = describeIdentity(wanted);
  if (first === undefined) {
    const message = `found no state of ${whose} under a former name`;
    return fail('state.missing', `${message}; name its directory with --state DIR`, to);
  }
  if (second !== undefined) {
    const list = all.map(({ dir }) => dir).join(' and ');
    const hint = 'keep the one with the halts and the open orders, move the others elsewhere';
    return fail('state.other', `cannot move: ${whose} has several states, ${list}: ${hint}`);
  }
  const { dir, identity } = first;
  const isIts =
    identity.venue === undefined ? isSameLogin(identity, wanted) : isSameVenue(identity, wanted);
  if (!isIts || identity.environment !== wanted.environment) {
    const found = `${describeIdentity(identity)} (${identity.environment})`;
    return fail('state.other', `expected the state of ${whose}, found that of ${found}`, dir);
  }
  if (!own.ok && dirname(dir) !== dirname(to)) {
    const message = `cannot move the state of ${whose} to ${to}, which is in another folder`;
    return fail('state.other', `${message}: name it with --state DIR, now and at each start`, dir);
  }
  const isDone = own.ok && (identity.venue !== undefined || wanted.venue === undefined);
  if (!isDone) return ok(first);
  return fail(
    'state.missing',
    `nothing to move: the state of ${whose} is already in its place`,
    dir,
  );
}

/**
 * Runs `work` while no bot runs: neither under the current nor under the former name, nor on
 * another host.
 */
async function whileNobodyRuns<T>(
  ports: SessionPorts,
  { control, dir, identity }: StateDirectory,
  wanted: StateIdentity,
  work: () => Result<T>,
): Promise<Result<T>> {
  const { clock, disk, host } = ports;
  const startedAt = formatInstant(clock.wallMillis() * MILLISECOND);
  const lockPorts = { disk, bindName: host.bindName, processId: host.processId, startedAt };
  const former = await takeLock(lockPorts, dir, identity);
  if (!former.ok) return former;
  former.value.release();
  const lock = await takeLock(lockPorts, dir, wanted);
  if (!lock.ok) return lock;
  try {
    if (hasProvenEnd(disk, control) || !(await isRunning(ports, { control }))) return work();
    const message =
      'cannot move the state: the bot of ' +
      `${describeIdentity(identity)} is running: stop it first`;
    return fail('state.locked', message, dir);
  } finally {
    lock.value.release();
  }
}

interface Target {
  readonly identity: StateIdentity;
  readonly to: string;
}

/** Each step leaves a complete state: a failure leaves it findable under the former name. */
function move(
  { disk }: SessionPorts,
  state: StateDirectory,
  { identity, to }: Target,
): Result<void> {
  const { dir } = state;
  try {
    const isRenamed = disk.describe(to) === undefined;
    const mark = readMark(disk, dir);
    const there = isRenamed ? readMark(disk, to) : mark;
    const isFree = there?.epoch === 0 || (there?.epoch === mark?.epoch && there?.seq === mark?.seq);
    if (mark === undefined || !isFree) {
      const message =
        'expected the mark of this state, found a broken one or that of another state';
      return fail('state.failed', message, mark === undefined ? placeMark(dir) : placeMark(to));
    }
    moveStateDirectory(disk, state, identity);
    if (!isRenamed) return ok(undefined);
    const unmarked = writeMark(disk, to, mark);
    if (unmarked !== undefined) return fail('state.failed', unmarked, to);
    disk.rename(dirname(to), basename(dir), basename(to));
    disk.remove(dirname(to), basename(placeMark(dir)));
    disk.syncDirectory(dirname(to));
    return ok(undefined);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return fail('state.failed', `cannot move the state: ${error.message}`, dir);
  }
}
