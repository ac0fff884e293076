// `weir resume` and `weir status` of a bot that does not run: its journal, its latch, its venue.
import { fail, type Instant, MILLISECOND, ok, type Result } from '../../domain/index.js';
import { type Memory, RESUME_TYPE, type ResumeData } from '../recovery/index.js';
import type { SessionPorts } from '../ports.js';
import {
  findDiskFault,
  HaltLatch,
  type HaltRecord,
  joinHalts,
  readLatch,
  type StateDirectory,
} from '../state/index.js';
import { readVenueClock } from '../venue-clock.js';
import type { BotPlace } from './bot-place.js';
import { openSafety, OWN_PREFIX } from './cancel-own.js';
import {
  asksForOrders,
  type Check,
  checkResume,
  comparePlaces,
  findAge,
  findStrangers,
  findWordsFault,
  type PositionsFound,
} from './checks.js';
import { pickHolds } from './holds.js';
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
  /** The difference of positions that the person takes for right, as it was shown; or empty. */
  readonly accepted: string;
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

/** The checks of a dead bot's halts, and the venue's positions, read now. */
export async function checkDead(
  ports: SessionPorts,
  place: BotPlace,
  memory: Memory,
  halts: readonly HaltRecord[],
  { accepted, support }: Pick<ResumeOrder, 'accepted' | 'support'>,
): Promise<{ readonly checks: readonly Check[]; readonly positions: PositionsFound }> {
  const { clock } = ports;
  const { speed, session } = await readSession(ports, place, clock.wallMillis());
  const { positions, strangers } = await readVenue(ports, place, memory, asksForOrders(halts));
  const { journal, identity } = place.state;
  const checks = checkResume({
    halts,
    haltedMs: findAge(halts, { mono: clock.monoMicros(), session, speed }),
    disk: findDiskFault(ports.disk, journal, identity.environment === 'live'),
    strangers,
    // What became of them while nobody looked is not known before a start has asked.
    orders: (memory.kernel?.orders ?? []).map((order) => ({ ...order, state: 'UNKNOWN' })),
    positions,
    accepted,
    support,
  });
  return { checks, positions };
}

/** Session time, and how fast it goes, where a simulator rules the clock and can be asked. */
async function readSession(
  ports: SessionPorts,
  { plan, state }: BotPlace,
  wallMillis: number,
): Promise<{ readonly speed: number; readonly session: Instant }> {
  const wall = { speed: 1, session: wallMillis * MILLISECOND };
  if (plan.config.clock !== 'venue') return wall;
  const clock = await readVenueClock(state.identity.baseUrl, ports);
  return clock.ok ? { speed: clock.value.speed, session: clock.value.now() } : wall;
}

interface VenueFound {
  readonly positions: PositionsFound;
  readonly strangers: string;
}

/** What the venue says of positions, and of active orders where these are asked for. */
async function readVenue(
  ports: SessionPorts,
  { login, plan, profile }: BotPlace,
  { baseline, kernel }: Memory,
  withOrders: boolean,
): Promise<VenueFound> {
  const fail = (message: string): VenueFound => ({
    positions: { difference: `the venue's positions cannot be read: ${message}` },
    strangers: `the venue's active orders cannot be read: ${message}`,
  });
  const client = login.ok ? await openSafety(ports, login.value, profile) : login;
  if (!client.ok) return fail(client.fault.message);
  try {
    const read = await client.value.netPositions();
    if (read.class === 'failed') return fail(read.message);
    const found = read.class === 'data' ? read.value : [];
    const positions = comparePlaces(found, kernel?.positions ?? [], baseline ?? []);
    if (!withOrders) return { positions, strangers: '' };
    const listed = await client.value.activeOrders();
    if (listed.class === 'failed') return { ...fail(listed.message), positions };
    const active = listed.class === 'data' ? listed.value.map(({ coId }) => coId) : [];
    const known = (kernel?.orders ?? []).map(({ coId }) => coId);
    const areWelcome = plan.config.venue?.loginUse === 'shared';
    return {
      positions,
      strangers: findStrangers(active, known, { prefix: OWN_PREFIX, areWelcome }),
    };
  } finally {
    void client.value.close();
  }
}

/** The record of it; the venue's positions are the new baseline where they were taken for right. */
export function toResumeData(
  halts: readonly string[],
  { by, reason, accepted }: Pick<ResumeOrder, 'by' | 'reason' | 'accepted'>,
  checks: readonly Check[],
  { baseline, difference }: PositionsFound,
): ResumeData {
  const isAccepted = difference !== '' && difference === accepted && baseline !== undefined;
  return { halts, by, reason, checks, ...(isAccepted ? { baseline } : {}) };
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
    const holds = pickHolds(all, memory.kernel, order.halts);
    if (typeof holds === 'string') return fail('control.halt', holds);
    const picked = holds.halts;
    const words = findWordsFault(picked, order);
    if (words !== undefined) return fail('control.words', words);
    const { checks, positions } = await checkDead(ports, place, memory, picked, order);
    const red = checks.filter(({ isGreen }) => !isGreen);
    if (red.length > 0) {
      const list = red.map(({ name, found }) => `${name}: ${found}`).join('; ');
      return fail('control.checks', `not every check is green: ${list}`);
    }
    const ids = picked.map(({ id }) => id);
    const written = append(RESUME_TYPE, toResumeData(ids, order, checks, positions));
    if (!written.ok) return written;
    if (holds.arePauses) return ok(checks);
    const latch = new HaltLatch(ports.disk, state.control, all);
    const cleared = latch.clear(ids);
    if (!cleared.ok) return cleared;
    if (latch.halts.length > 0) return ok(checks);
    const kept = removeKillFile(ports.disk, state.control);
    return kept === undefined ? ok(checks) : fail('state.latch', kept);
  });
}
