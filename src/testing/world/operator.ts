// A person beside the bot of a world, who kills and resumes it by the production commands.
import { MINUTE } from '../../domain/index.js';
import {
  askBot,
  type BotPlace,
  type BotStatus,
  findProfile,
  findStateDirectory,
  killBot,
  readStatus,
  resumeBot,
  type SessionPorts,
  toCauses,
} from '../../session/index.js';
import { BASE_URL, STATE_DIR } from './bot.js';
import { BOT_LOGIN } from './venue.js';
import type { World } from './world.js';

/** Longest that a bot takes to say how it stands, milliseconds. */
const ANSWER_MS = 5_000;

type Halts = BotStatus['halts'];

/** `weir kill`, or what the guard does when the bot's beat has stopped. */
export async function killByHand(world: World, cause: 'RC63' | 'GUARD_STALE'): Promise<void> {
  const ports = world.createCommandPorts();
  const place = findPlace(world, ports);
  if (place === undefined) return;
  const who = cause === 'RC63' ? 'operator' : 'guard';
  const order = { cause, who, reason: `a ${who} stops the bot` };
  const { by, troubles } = await killBot(ports, place, order);
  world.trace.add(world.time.now, `killed by ${who} through ${by} ${troubles.join('; ')}`);
}

/**
 * `weir resume` of every halt that holds, checks and all; whether they ended. One that ends a halt
 * within its cool-down is wrong.
 */
export async function resumeByHand(world: World): Promise<boolean> {
  const ports = world.createCommandPorts();
  const place = findPlace(world, ports);
  const halts = place === undefined ? [] : await listHalts(place, ports);
  if (place === undefined || halts.length === 0) return false;
  const askedAt = ports.clock.wallMillis();
  const resumed = await resumeBot(ports, place, {
    by: 'operator',
    reason: 'a person of this world has looked at it',
    halts: halts.map(({ id }) => id),
    cause: toCauses(halts),
    support: 'case 1',
    accepted: '',
  });
  const result = resumed.ok ? 'resumed' : `not resumed: ${resumed.fault.message}`;
  world.trace.add(world.time.now, result);
  if (!resumed.ok) return false;
  const latest = Math.max(...halts.map(({ wallAt }) => wallAt));
  if ((askedAt - latest) * 1_000 < MINUTE) {
    world.complain(7, `halts ended ${String(askedAt - latest)} ms after the last of them`);
  }
  world.latched = undefined;
  if (world.bot !== undefined) world.bot.isResumed = true;
  return true;
}

async function listHalts(place: BotPlace, ports: SessionPorts): Promise<Halts> {
  const asked = await askBot(ports, place.state.control, { do: 'status' }, ANSWER_MS);
  if (asked.kind === 'answer')
    return asked.result.ok ? (asked.result.value as BotStatus).halts : [];
  const read = asked.kind === 'nobody' ? readStatus(ports, place, 'dead') : undefined;
  return read?.ok === true ? read.value.halts : [];
}

/** Undefined before the bot was ever started. */
function findPlace(world: World, { disk }: SessionPorts): BotPlace | undefined {
  const state = findStateDirectory(disk, STATE_DIR);
  if (!state.ok) return undefined;
  return {
    plan: world.plan,
    state: state.value,
    login: { ok: true, value: { baseUrl: BASE_URL, ...BOT_LOGIN } },
    profile: findProfile(world.plan),
  };
}
