// Invariant 4: a halted or stopped bot sends no order.
import { takesRisk } from '../../platform/request-kinds.js';
import type { Departure } from '../../simulation/departures.js';
import { findOwner, isWithin } from '../../simulation/halts.js';
import type { Invariant } from '../invariant.js';

export const silentHalt: Invariant = {
  number: 4,
  title: 'nothing that takes risk leaves after a halt of its scope, a stop, or an unread sleep',
  onLeave: ({ stoppedAt, wire }, departure) => {
    const { call, wasHalted } = departure;
    if (!takesRisk(call)) return undefined;
    const unread = wire.waking.findUnread(departure);
    if (unread !== undefined) return unread;
    const why = wasHalted ? 'trading is halted' : findHalt(departure);
    const reason = why ?? (stoppedAt === undefined ? undefined : 'the bot was told to stop');
    return reason && `an order left though ${reason}: ${call.request.body.toString()}`;
  },
};

/** Halt of the order's strategy or symbol that was in force when the order left. */
function findHalt({ bot, call }: Departure): string | undefined {
  if (bot?.session === undefined) return undefined;
  const owner = findOwner(bot.session, call);
  const halt = bot.session.snapshot().gate.halts.find((one) => isWithin(one, owner));
  return halt && `its ${halt.scope} is halted: ${halt.reason}`;
}
