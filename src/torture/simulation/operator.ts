// Operator of a world's bot: kills, resumes, flattens and resolves with the production commands.
import { MINUTE } from '../../domain/index.js';
import {
  askBot,
  type Asked,
  type BotPlace,
  type BotStatus,
  killBot,
  PAUSE_ID,
  commandBot,
  readStatus,
  toCauses,
} from '../../control/index.js';
import { findProfile } from '../../plan/index.js';
import { findStateDirectory } from '../../state/index.js';
import type { SessionPorts } from '../../host/index.js';
import { BASE_URL, STATE_DIR } from './bot.js';
import { BOT_LOGIN } from './venue.js';
import type { World } from './world.js';

/** Longest time for a bot to report its status, ms. */
const ANSWER_MS = 5_000;
/** Longest time to close all positions, ms. */
const FLATTEN_MS = 60_000;

/** Support case number of the venue. */
const SUPPORT = 'case 1';

type Halts = BotStatus['halts'];

/** `weir kill`, or what the watchdog does when the bot's heartbeat has stopped. */
export async function killByHand(world: World, cause: 'RC63' | 'GUARD_STALE'): Promise<void> {
  const ports = world.createCommandPorts();
  const place = findPlace(world, ports);
  if (place === undefined) return;
  const who = cause === 'RC63' ? 'operator' : 'guard';
  const order = { cause, who, reason: `a ${who} stops the bot` };
  const { by, troubles } = await killBot(ports, place, order);
  // The kill halts again what an earlier resume had cleared.
  if (by === 'bot' && world.bot !== undefined) world.bot.isResumed = false;
  const message = troubles.join('; ');
  world.trace.add(world.time.now, `killed by ${who} through ${by}`, { message });
}

/**
 * `weir resume` with its checks, of every halt, or of every pause that only an operator ends;
 * returns whether they ended. Ending a halt within its cool-down is a violation. `onShown` is
 * called before the operator types the cause.
 */
export async function resumeByHand(
  world: World,
  onShown: () => void = () => undefined,
): Promise<boolean> {
  const ports = world.createCommandPorts();
  const place = findPlace(world, ports);
  if (place === undefined) return false;
  const asked = ((await readState(place, ports))?.halts ?? []).map(({ id }) => id);
  const view = await commandBot(ports, place, { do: 'checks', halts: asked, support: SUPPORT });
  const halts = view.ok ? view.value.halts : [];
  if (asked.length === 0 && halts.length === 0) return false;
  if (view.ok) onShown();
  const resumed = !view.ok
    ? view
    : await commandBot(ports, place, {
        do: 'resume',
        by: 'operator',
        reason: 'a person of this world has looked at it',
        halts: halts.map(({ id }) => id),
        cause: toCauses(halts),
        support: SUPPORT,
        accepted: '',
        shown: view.value.shown,
      });
  const result = resumed.ok ? 'resumed' : `not resumed (${resumed.fault.code})`;
  const message = resumed.ok ? '' : resumed.fault.message;
  world.trace.add(world.time.now, result, { message });
  const isHalt = ({ id }: Halts[number]) => !id.startsWith(PAUSE_ID);
  if (resumed.ok) noteResumed(world, halts.filter(isHalt));
  return resumed.ok;
}

/** Pauses have ended as well. */
function noteResumed(world: World, halts: Halts): void {
  world.paused = undefined;
  if (world.bot !== undefined) world.bot.mustPause = undefined;
  if (halts.length === 0) return;
  // Uses world time, as the clocks of the machines may be wrong.
  const passed = world.time.now - Math.max(...halts.map(({ monoAt }) => monoAt));
  if (passed < MINUTE) {
    world.complain(7, `halts ended ${String(passed)} us after the last of them`);
  }
  world.latched = undefined;
  world.latchedParts.length = 0;
  if (world.bot === undefined) return;
  world.bot.isResumed = true;
  world.bot.resumedAt = world.time.now;
}

async function readState(place: BotPlace, ports: SessionPorts): Promise<BotStatus | undefined> {
  const asked = await askBot(ports, place.state.control, { do: 'status' }, ANSWER_MS);
  if (asked.kind === 'answer')
    return asked.result.ok ? (asked.result.value as BotStatus) : undefined;
  const read = asked.kind === 'nobody' ? readStatus(ports, place, 'dead') : undefined;
  return read?.ok === true ? read.value : undefined;
}

/** Undefined before the bot's first start. */
export function findPlace(world: World, { disk }: SessionPorts): BotPlace | undefined {
  const state = findStateDirectory(disk, STATE_DIR);
  if (!state.ok) return undefined;
  return {
    plan: world.plan,
    state: state.value,
    login: { ok: true, value: { baseUrl: BASE_URL, ...BOT_LOGIN } },
    profile: findProfile(world.plan),
    limits: { ok: true, value: world.plan.limits },
  };
}

/** `weir flatten` on the running bot: closes all positions; a bot without halts then ends. */
export async function flattenByHand(world: World): Promise<void> {
  const ports = world.createCommandPorts();
  const place = findPlace(world, ports);
  if (place === undefined) return;
  const status = await readState(place, ports);
  const shown = status?.shown ?? { file: '', kills: 0, halts: 0 };
  const cause = toCauses(status?.halts ?? []) || 'flatten';
  const terms = { by: 'operator', reason: 'a person of this world closes all', cause };
  const request = { do: 'flatten', ...terms, support: SUPPORT, shown } as const;
  const asked = await askBot(ports, place.state.control, request, FLATTEN_MS);
  trace(world, 'flatten', asked);
}

/** `weir resolve` for each order of unknown outcome, by the venue's books. */
export async function resolveByHand(world: World): Promise<void> {
  const ports = world.createCommandPorts();
  const place = findPlace(world, ports);
  const orders = world.bot?.session?.snapshot().orders ?? [];
  if (place === undefined) return;
  for (const { coId, state } of orders) {
    if (state !== 'UNKNOWN' && state !== 'QUARANTINED') continue;
    const found = world.listOwnOrders().find(({ terms }) => terms.coId === coId);
    const as = found === undefined ? 'lost' : found.hasEnded ? 'filled' : 'live';
    const reason = 'the desk of the venue has looked it up';
    const words = { by: 'operator', reason, hasVenueWord: true };
    const request = { do: 'resolve', coId, as, ...words } as const;
    const asked = await askBot(ports, place.state.control, request, ANSWER_MS);
    trace(world, `resolve ${coId} as ${as}`, asked);
  }
}

function trace({ time, trace }: World, what: string, asked: Asked): void {
  if (asked.kind !== 'answer') trace.add(time.now, `${what}: ${asked.kind}`);
  else if (asked.result.ok) trace.add(time.now, `${what}: done`);
  else {
    const { code, message } = asked.result.fault;
    trace.add(time.now, `${what}: ${code}`, { message });
  }
}
