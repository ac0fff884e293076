// A bot that does not run, as an operator's commands use it: from its journal, latch and venue.
import type { CancelOnlyClient } from '../../client/index.js';
import { fail, formatInstant, MILLISECOND, ok, type Result } from '../../domain/index.js';
import { ORDER_STATES, type OrderSnapshot } from '../../kernel/index.js';
import { type RecoveredState, RESOLUTION_TYPE, RESUME_TYPE } from '../../recovery/index.js';
import { type SessionPorts, readVenueClock } from '../../host/index.js';
import {
  HaltLatch,
  type HaltRecord,
  joinHalts,
  readLatch,
  type StateDirectory,
} from '../../state/index.js';
import type { BotPlace } from '../bot-place.js';
import { checkHalts, type CheckingBot, type ChecksFound } from '../check-halts.js';
import { ANOTHER_KILL } from '../clear-halts.js';
import type { CommandedBot, ViewedBot } from '../commanded-bot.js';
import { openCancelOnly } from '../kill/cancel-own.js';
import { hasProvenEnd } from '../kill/heartbeat.js';
import {
  endsKillFile,
  hasKillFile,
  markKillFile,
  removeKillFile,
  viewKillFile,
} from '../kill/kill-switch.js';
import { type BotStatus, describeSnapshot } from '../status.js';
import { readMemory, type StoppedBot } from './journal.js';

/** Halts in force for a bot that does not run. */
function readHalts(
  { disk }: SessionPorts,
  { control }: StateDirectory,
  memory: RecoveredState,
): readonly HaltRecord[] {
  return joinHalts(readLatch(disk, control), memory.halts);
}

/** What an operator is shown of the kill file; a bot that does not run counts no kills or halts. */
function showKillFile({ disk }: SessionPorts, { control }: StateDirectory) {
  const { mark: file, words: killFile } = viewKillFile(disk, control);
  return { killFile, shown: { file, kills: 0, halts: 0 } };
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
    ...showKillFile(ports, state),
    guard: 'off',
    halts,
    packs: memory.support ?? [],
    overrides: [],
    ...(memory.words === undefined ? {} : { words: memory.words }),
    ...describeSnapshot(kernel, memory.instruments, memory.lastAt, ends),
  });
}

/** The bot as an operator is shown its halts. */
export function toViewedBot(
  ports: SessionPorts,
  place: BotPlace,
  memory: RecoveredState,
): ViewedBot {
  const { state } = place;
  return {
    halts: readHalts(ports, state, memory),
    snapshot: memory.kernel,
    show: () => showKillFile(ports, state),
    check: (halts, words) => check(ports, place, memory, halts, words),
  };
}

/** The bot under its lock. */
export function toCommandedBot(
  ports: SessionPorts,
  place: BotPlace,
  { append, memory }: StoppedBot,
): CommandedBot {
  const { disk, host } = ports;
  const { control } = place.state;
  const viewed = toViewedBot(ports, place, memory);
  return {
    ...viewed,
    mode: 'dead',
    findUnseen: ({ file }) => (markKillFile(disk, control) === file ? undefined : ANOTHER_KILL),
    clear: ({ arePauses }, data, { file }) => {
      const written = append([RESUME_TYPE, data]);
      if (!written.ok || arePauses) return written;
      const latch = new HaltLatch(disk, control, viewed.halts, host.processId);
      const cleared = latch.clear(data.halts);
      if (!cleared.ok || !endsKillFile(disk, control, viewed.halts, data.halts)) return cleared;
      const kept = removeKillFile(disk, control, file);
      return kept === undefined ? ok(undefined) : fail('state.latch', kept);
    },
    resolve: (resolution) => append([RESOLUTION_TYPE, resolution]),
    describe: () => readStatus(ports, place, 'dead'),
  };
}

/** Runs the checks of a dead bot's halts and reads the venue's positions. */
async function check(
  ports: SessionPorts,
  place: BotPlace,
  { baseline, instruments, kernel, support: packs = [] }: RecoveredState,
  halts: readonly HaltRecord[],
  words: Parameters<typeof checkHalts>[3],
): Promise<ChecksFound> {
  const { limits, login, plan, profile, state } = place;
  const clock = await openClock(ports, place);
  // Every order counts as unknown until a start has queried the venue.
  const orders = (kernel?.orders ?? []).map((order) => ({ ...order, state: 'UNKNOWN' as const }));
  const snapshot = { orders, positions: kernel?.positions ?? [], gate: kernel?.gate };
  const session = { inspect: () => ({ snapshot }) };
  const client = login.ok ? await openCancelOnly(ports, login.value, profile, instruments) : login;
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
