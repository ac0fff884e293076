// Invariant 16: reserved quantity equals what the open orders may still fill; else it is zero.
import { countOpen } from '../limits/order.js';
import type { Invariant } from '../invariant.js';
import type { World } from '../../simulation/world.js';

export const reservations: Invariant = {
  number: 16,
  title: 'reservations = remainders of the open orders',
  holdsAlways: true,
  onLeave: (_, { bot }) => (bot === undefined ? undefined : compare(bot)),
  onOrder: ({ bot }) => (bot === undefined ? undefined : compare(bot)),
  atQuiet: ({ bot }: World) => (bot === undefined ? undefined : compare(bot)),
};

function compare({ opened }: NonNullable<World['bot']>): string | undefined {
  if (opened === undefined) return undefined;
  const { orders, reserved } = opened.session.listAtWork();
  for (const { buy, sell, symbol } of reserved) {
    const open = orders.filter((order) => order.symbol === symbol);
    const sum = (side: string) => open.reduce((total, order) => total + countOpen(order, side), 0);
    const [buys, sells] = [sum('Buy'), sum('Sell')];
    if (buy === buys && sell === sells) continue;
    const found = `reserved ${String(buy)}/${String(sell)}`;
    return `${symbol}: ${found}, open orders leave ${String(buys)}/${String(sells)}`;
  }
  return undefined;
}
