// `weir resume` and `weir status` for a bot that does not run: from its journal, latch and venue.
import type { CancelOnlyClient } from '../../client/index.js';
import { fail, formatInstant, MILLISECOND, ok, type Result } from '../../domain/index.js';
import { ORDER_STATES, type OrderSnapshot } from '../../kernel/index.js';
import { type RecoveredState, RESUME_TYPE, type ResumeData } from '../../recovery/index.js';
import { signBy } from '../../plan/index.js';
import { type SessionPorts, readVenueClock } from '../../host/index.js';
import {
  HaltLatch,
  type HaltRecord,
  joinHalts,
  readLatch,
  type StateDirectory,
} from '../../state/index.js';
import { hasProvenEnd } from '../kill/heartbeat.js';
import type { BotPlace } from '../bot-place.js';
import { openSafety } from '../kill/cancel-own.js';
import { checkHalts, type CheckingBot, type ChecksFound } from '../check-halts.js';
import { type Check, findWordsFault, type PositionsFound } from '../checks.js';
import { pickClearable } from '../clearable-halts.js';
import {
  endsKillFile,
  hasKillFile,
  markKillFile,
  removeKillFile,
  viewKillFile,
} from '../kill/kill-switch.js';
import type { ShownState } from '../messages.js';
import { readMemory, withDeadBot } from './journal.js';
import { type BotStatus, describeSnapshot } from '../status.js';

/** Why a resume fails although its halts were shown. */
export const ANOTHER_KILL = 'another kill came after the checks were shown: run the command again';

export interface ResumeCommand {
  readonly by: string;
  readonly second?: string;
  readonly reason: string;
  /** Ids of the halts to clear. */
  readonly halts: readonly string[];
  readonly cause: string;
  readonly support: string;
  /** Difference of positions that the operator accepts, as it was shown; or empty. */
  readonly accepted: string;
  /** State that was shown before the operator typed the cause. */
  readonly shown: ShownState;
}

/** Halts in force for a bot that does not run. */
export function readHalts(
  { disk }: SessionPorts,
  { control }: StateDirectory,
  memory: RecoveredState,
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
  const { mark: file, words: killFile } = viewKillFile(ports.disk, state.control);
  // A journal that lost its end has ended orders as open; the next start queries the venue.
  const { ends = [], kernel } = memory;
  const isOpen = ({ coId, state: at }: OrderSnapshot) => {
    return !ORDER_STATES[at].isTerminal && ends.every((end) => end.coId !== coId);
  };
  const hasOpen = kernel?.orders.some(isOpen);
  const isProven = ends.length > 0 || hasProvenEnd(ports.disk, state.control);
  const hasEnded = mode === 'dead' && hasOpen !== true && isProven;
  return ok({
    mode: hasEnded ? 'ended' : mode,
    isFrozen: false,
    ...(memory.lastAt === 0 ? {} : { lastAt: formatInstant(memory.lastAt) }),
    identity: state.identity,
    tag: state.tag,
    epoch: memory.epoch,
    refusal: halt === undefined ? '' : `RC69: halt ${halt.id} is latched: ${halt.reason}`,
    hasKillFile: hasKillFile(ports.disk, state.control),
    killFile,
    shown: { file, kills: 0, halts: 0 },
    guard: 'off',
    halts,
    packs: memory.support ?? [],
    overrides: [],
    ...(memory.words === undefined ? {} : { words: memory.words }),
    ...describeSnapshot(kernel, memory.instruments, memory.lastAt, ends),
  });
}

/** Runs the checks of a dead bot's halts and reads the venue's positions. */
export async function checkDead(
  ports: SessionPorts,
  place: BotPlace,
  { baseline, instruments, kernel, support: packs = [] }: RecoveredState,
  halts: readonly HaltRecord[],
  words: Pick<ResumeCommand, 'accepted' | 'support'>,
): Promise<ChecksFound> {
  const { limits, login, plan, profile, state } = place;
  const clock = await openClock(ports, place);
  // Every order counts as unknown until a start has queried the venue.
  const orders = (kernel?.orders ?? []).map((order) => ({ ...order, state: 'UNKNOWN' as const }));
  const snapshot = { orders, positions: kernel?.positions ?? [], gate: kernel?.gate };
  const session = { inspect: () => ({ snapshot }) };
  const client = login.ok ? await openSafety(ports, login.value, profile, instruments) : login;
  const areOthersWelcome = plan.config.venue?.loginUse === 'shared';
  const asked = { gateway: toGateway(client), areOthersWelcome, instruments, limits, packs };
  const bot = { ports, clock, bot: { state }, ...asked };
  try {
    return await checkHalts(bot, session, { halts, baseline: baseline ?? [] }, words);
  } finally {
    if (client.ok) void client.value.close();
  }
}

/** Session time: the venue clock's where it is configured and answers. */
async function openClock(
  ports: SessionPorts,
  { login, plan, state }: BotPlace,
): Promise<CheckingBot['clock']> {
  if (plan.config.clock === 'venue') {
    const ca = login.ok ? login.value.ca : undefined;
    const venue = await readVenueClock(state.identity.baseUrl, ports, ca);
    if (venue.ok) return venue.value;
  }
  return { speed: 1, now: () => ports.clock.wallMillis() * MILLISECOND };
}

function toGateway(client: Result<CancelOnlyClient>): CheckingBot['gateway'] {
  if (client.ok) {
    const { value } = client;
    return { readPositions: () => value.netPositions(), listActive: () => value.activeCoIds() };
  }
  const { message } = client.fault;
  const never = () => Promise.resolve({ class: 'failed', status: 0, message } as const);
  return { readPositions: never, listActive: never };
}

/** Record of a resume; accepted positions of the venue become the new baseline. */
export function toResumeData(
  halts: readonly string[],
  { by, reason, accepted }: Pick<ResumeCommand, 'by' | 'reason' | 'accepted'>,
  checks: readonly Check[],
  { baseline, difference }: PositionsFound,
): ResumeData {
  const isAccepted = difference !== '' && difference === accepted && baseline !== undefined;
  const recorded = checks.map(({ hasPassed: isGreen, name, found, canAccept }) => {
    return { name, isGreen, found, ...(canAccept === undefined ? {} : { canAccept }) };
  });
  return { halts, by, reason, checks: recorded, ...(isAccepted ? { baseline } : {}) };
}

/**
 * Clears halts of a dead bot. Fault codes `control.halt`, `control.words`, `control.checks`,
 * `state.latch`, and those of `withDeadBot`.
 */
export function resumeDead(
  ports: SessionPorts,
  place: BotPlace,
  order: ResumeCommand,
): Promise<Result<readonly Check[]>> {
  const { plan, state } = place;
  const signed = signBy(plan.config, order, true);
  if (!signed.ok) return Promise.resolve(signed);
  return withDeadBot(ports, state, async ({ append, memory }) => {
    const all = readHalts(ports, state, memory);
    const holds = pickClearable(all, memory.kernel, order.halts);
    if (typeof holds === 'string') return fail('control.halt', holds);
    const picked = holds.halts;
    const words = findWordsFault(picked, order);
    if (words !== undefined) return fail('control.words', words);
    const { file } = order.shown;
    const { checks, positions } = await checkDead(ports, place, memory, picked, order);
    if (markKillFile(ports.disk, state.control) !== file) return fail('control.halt', ANOTHER_KILL);
    const red = checks.filter(({ hasPassed }) => !hasPassed);
    if (red.length > 0) {
      const list = red.map(({ name, found }) => `${name}: ${found}`).join('; ');
      return fail(
        'control.checks',
        'the halt was not cleared, a check failed: ' +
          `${list}; fix the cause, then run weir resume again`,
      );
    }
    const ids = picked.map(({ id }) => id);
    const written = append([
      RESUME_TYPE,
      toResumeData(ids, { ...order, by: signed.value }, checks, positions),
    ]);
    if (!written.ok) return written;
    if (holds.arePauses) return ok(checks);
    const latch = new HaltLatch(ports.disk, state.control, all, ports.host.processId);
    const cleared = latch.clear(ids);
    if (!cleared.ok) return cleared;
    if (!endsKillFile(ports.disk, state.control, all, ids)) return ok(checks);
    const kept = removeKillFile(ports.disk, state.control, file);
    return kept === undefined ? ok(checks) : fail('state.latch', kept);
  });
}
