// When the bot of a world has come up, and when it is at rest.
import { type Micros, type OrderState, SECOND } from '../../domain/index.js';
import type { Bot } from './bot.js';
import type { World } from './world.js';

/** It is at rest once it has been so for so long; looked at so often. */
const REST: Micros = 4 * SECOND;
const LOOK_EVERY: Micros = SECOND / 2;

/** States that something under way will end. */
const IN_FLUX: ReadonlySet<OrderState> = new Set([
  ...(['JOURNALED', 'SENDING', 'PENDING_VENUE', 'UNKNOWN', 'STATUS_UNKNOWN'] as const),
]);

/** The bot of now has come up: it trades, or is halted, or has ended. */
export function hasRecovered({ bot }: World): boolean {
  if (bot === undefined || bot.life.isOver) return false;
  if (bot.end !== undefined || bot.session === undefined) return bot.end?.kind === 'ended';
  return bot.session.inspect().mode !== 'recovering';
}

/** Calls once for each life that has come up after another one, soon after it has. */
export function watchRecoveries(world: World, call: () => void): void {
  let seen: Bot | undefined = world.bot;
  const look = () => {
    if (world.bot !== seen && hasRecovered(world)) {
      seen = world.bot;
      call();
    }
    world.time.quietlyAt(world.time.now + LOOK_EVERY, look);
  };
  world.time.quietlyAt(LOOK_EVERY, look);
}

/** Looks now and then; gives whether the bot has been at rest for a while. */
export function watchRest(world: World): () => boolean {
  let since: Micros | undefined;
  let isOver = false;
  const look = () => {
    since = isAtRest(world) ? (since ?? world.time.now) : undefined;
    isOver = since !== undefined && world.time.now - since >= REST;
    if (!isOver) world.time.after(LOOK_EVERY, look);
  };
  look();
  return () => isOver;
}

/** It is up, and the venue has nothing left to say of an order. */
function isAtRest(world: World): boolean {
  const orders = world.bot?.session?.snapshot().orders ?? [];
  return hasRecovered(world) && !orders.some(({ state }) => IN_FLUX.has(state));
}
