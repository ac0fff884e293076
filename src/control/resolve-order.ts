// `weir resolve`: an operator states what became of an order of unknown outcome.
import { fail, type Result } from '../domain/index.js';
import type { CommandedBot } from './commanded-bot.js';
import type { ControlRequest } from './messages.js';
import type { BotStatus } from './status.js';

type ResolveRequest = Extract<ControlRequest, { readonly do: 'resolve' }>;

/**
 * Returns the bot's status afterwards. Fault code `control.order` when the order is unknown, or the
 * resolution was not applied.
 */
export function resolveOrder(bot: CommandedBot, request: ResolveRequest): Result<BotStatus> {
  const { coId, as, by, reason, hasVenueWord } = request;
  const find = () => {
    const { kept = [], orders = [] } = bot.snapshot ?? {};
    // A running bot also reports the state of a closed order that it keeps.
    const known = bot.mode === 'dead' ? orders : [...orders, ...kept];
    return known.find((one) => one.coId === coId);
  };
  const order = find();
  if (order === undefined) {
    return fail('control.order', `expected the coId of an open order, found ${coId}`);
  }
  const before = JSON.stringify(order);
  const taken = bot.resolve({ coId, as, by, reason, hasVenueWord });
  if (!taken.ok) return taken;
  // A bot that does not run applies the resolution at its next start.
  if (bot.mode === 'dead' || JSON.stringify(find()) !== before) return bot.describe();
  return fail(
    'control.order',
    `order ${coId} was not resolved and stays ${order.state}: see the bot's alerts`,
  );
}
