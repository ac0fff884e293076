// Detects when the bot of a world has recovered, and when it is at rest.
import type { OrderState } from '../../domain/events/index.js';
import { type Micros, SECOND } from '../../domain/index.js';
import type { Bot } from './bot.js';
import type { World } from './world.js';

/** Time without changes until the bot counts as at rest, and the interval of the checks. */
const REST: Micros = 4 * SECOND;
const LOOK_EVERY: Micros = SECOND / 2;

/** Order states that some pending operation will end. */
const IN_FLUX: ReadonlySet<OrderState> = new Set([
  ...(['JOURNALED', 'SENDING', 'PENDING_VENUE', 'UNKNOWN', 'STATUS_UNKNOWN'] as const),
]);

/** Whether the present run has recovered: it trades, is halted, or has ended. */
export function hasRecovered({ bot }: World): boolean {
  if (bot === undefined || bot.life.isOver) return false;
  if (bot.end !== undefined || bot.session === undefined) return bot.end?.kind === 'ended';
  return bot.session.inspect().mode !== 'recovering';
}

/** Calls `call` once for each later run, soon after it has recovered. */
export function watchRecoveries(world: World, call: () => void): void {
  let seen: Bot | undefined = world.bot;
  const check = () => {
    if (world.bot !== seen && hasRecovered(world)) {
      seen = world.bot;
      call();
    }
    world.time.quietlyAt(world.time.now + LOOK_EVERY, check);
  };
  world.time.quietlyAt(LOOK_EVERY, check);
}

/** Checks regularly; the returned function says whether the bot has been at rest for `REST`. */
export function watchRest(world: World): () => boolean {
  let since: Micros | undefined;
  let isOver = false;
  const check = () => {
    since = isAtRest(world) ? (since ?? world.time.now) : undefined;
    isOver = since !== undefined && world.time.now - since >= REST;
    if (!isOver) world.time.after(LOOK_EVERY, check);
  };
  check();
  return () => isOver;
}

/** The bot has recovered and no order awaits a report of the venue. */
function isAtRest(world: World): boolean {
  const orders = world.bot?.session?.snapshot().orders ?? [];
  return hasRecovered(world) && !orders.some(({ state }) => IN_FLUX.has(state));
}
