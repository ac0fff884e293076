// `weir resume` and `weir status` of a bot that does not run: its journal, its latch, its venue.
import { fail, ok, type Result } from '../../domain/index.js';
import { comparePositions } from '../recovery/positions.js';
import { type Memory, type NetPosition, RESUME_TYPE } from '../recovery/index.js';
import type { SessionPorts } from '../ports.js';
import {
  HaltLatch,
  type HaltRecord,
  joinHalts,
  readLatch,
  type StateDirectory,
} from '../state/index.js';
import { readVenueClock } from '../venue-clock.js';
import type { BotPlace } from './bot-place.js';
import { openSafety } from './cancel-own.js';
import { type Check, checkResume, findWordsFault, pickHalts } from './checks.js';
import { hasKillFile, removeKillFile } from './kill-switch.js';
import { readMemory, withDeadBot } from './outside-journal.js';
import { type BotStatus, describeSnapshot } from './status.js';

export interface ResumeOrder {
  readonly by: string;
  readonly reason: string;
  /** Ids of the halts to end. */
  readonly halts: readonly string[];
  readonly cause: string;
  readonly support: string;
}

/** The halts that hold for a bot that does not run. */
export function readHalts(
  { disk }: SessionPorts,
  { control }: StateDirectory,
  memory: Memory,
): readonly HaltRecord[] {
  return joinHalts(readLatch(disk, control), memory.halts);
}

export function readStatus(
  ports: SessionPorts,
  { state }: Pick<BotPlace, 'state'>,
  mode: 'blocked' | 'dead',
): Result<BotStatus> {
  const read = readMemory(ports, state);
  if (!read.ok) return read;
  const memory = read.value;
  const halts = readHalts(ports, state, memory);
  const halt = halts.find(({ scope }) => scope === 'all');
  return ok({
    mode,
    identity: state.identity,
    epoch: memory.epoch,
    refusal: halt === undefined ? '' : `RC69: halt ${halt.id} is latched: ${halt.reason}`,
    hasKillFile: hasKillFile(ports.disk, state.control),
    guard: 'off',
    halts,
    ...describeSnapshot(memory.kernel, memory.instruments),
  });
}

/** The checks of a dead bot's halts, with the venue's positions read now. */
export async function checkDead(
  ports: SessionPorts,
  place: BotPlace,
  memory: Memory,
  halts: readonly HaltRecord[],
  support: string,
): Promise<readonly Check[]> {
  const latest = Math.max(...halts.map(({ wallAt }) => wallAt));
  const speed = await readSpeed(ports, place);
  const positions = memory.kernel?.positions ?? [];
  return checkResume({
    halts,
    haltedMs: (ports.clock.wallMillis() - latest) * speed,
    // What became of them while nobody looked is not known before a start has asked.
    orders: (memory.kernel?.orders ?? []).map((order) => ({ ...order, state: 'UNKNOWN' })),
    difference: await findDifference(ports, place, [...(memory.baseline ?? []), ...positions]),
    support,
  });
}

/** Session time over machine time, where a simulator rules the clock and can be asked. */
async function readSpeed(ports: SessionPorts, { plan, state }: BotPlace): Promise<number> {
  if (plan.config.clock !== 'venue') return 1;
  const clock = await readVenueClock(state.identity.baseUrl, ports);
  return clock.ok ? clock.value.speed : 1;
}

async function findDifference(
  ports: SessionPorts,
  { login, profile }: BotPlace,
  expected: readonly NetPosition[],
): Promise<string> {
  const client = login.ok ? await openSafety(ports, login.value, profile) : login;
  if (!client.ok) return `the venue's positions cannot be read: ${client.fault.message}`;
  const read = await client.value.netPositions();
  void client.value.close();
  if (read.class === 'failed') return `the venue's positions cannot be read: ${read.message}`;
  return comparePositions(expected, read.class === 'data' ? read.value : []);
}

/**
 * Ends halts of a dead bot. Fault codes `control.halt`, `control.words`, `control.checks`,
 * `state.latch`, and those of `withDeadBot`.
 */
export function resumeDead(
  ports: SessionPorts,
  place: BotPlace,
  order: ResumeOrder,
): Promise<Result<readonly Check[]>> {
  const { state } = place;
  return withDeadBot(ports, state, async ({ append, memory }) => {
    const all = readHalts(ports, state, memory);
    const picked = pickHalts(all, order.halts);
    if (typeof picked === 'string') return fail('control.halt', picked);
    const words = findWordsFault(picked, order);
    if (words !== undefined) return fail('control.words', words);
    const checks = await checkDead(ports, place, memory, picked, order.support);
    const red = checks.filter(({ isGreen }) => !isGreen);
    if (red.length > 0) {
      const list = red.map(({ name, found }) => `${name}: ${found}`).join('; ');
      return fail('control.checks', `not every check is green: ${list}`);
    }
    const ids = picked.map(({ id }) => id);
    const { by, reason } = order;
    const written = append(RESUME_TYPE, { halts: ids, by, reason, checks });
    if (!written.ok) return written;
    const latch = new HaltLatch(ports.disk, state.control, all);
    const cleared = latch.clear(ids);
    if (!cleared.ok) return cleared;
    if (latch.halts.length > 0) return ok(checks);
    const kept = removeKillFile(ports.disk, state.control);
    return kept === undefined ? ok(checks) : fail('state.latch', kept);
  });
}
