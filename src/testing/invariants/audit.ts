// Invariant 22: the chain of the journal is whole, and names every order that left.
import { isPlace } from '../faults/fault.js';
import { type Invariant, listData, type Records } from './invariant.js';

export const audit: Invariant = {
  number: 22,
  title: 'from the journal alone every sent byte can be told',
  atQuiet: (world, records) => {
    if (world.isDamaged) return undefined;
    const bodies = new Set<unknown>();
    for (const { body } of listData(records, 'command')) bodies.add(body);
    const own = world.departures.slice(world.forgotten);
    const untold = own.find(
      ({ bot, call }) =>
        bot !== undefined &&
        world.isOnOwnState(bot) &&
        isPlace(call) &&
        !bodies.has(call.request.body.toString()),
    );
    if (untold !== undefined) {
      return `no journal has the bytes of ${untold.call.request.body.toString()}`;
    }
    return findUnfounded(records);
  },
};

/** Nothing is booked before the record that it came from. */
function findUnfounded(records: Records): string | undefined {
  const known = new Set<unknown>();
  for (const { type, data } of records) {
    const { tradeId } = data as { readonly tradeId?: string };
    if (type === 'trade') known.add(tradeId);
    if (type !== 'fill' || tradeId === undefined || tradeId.startsWith('provisional-')) continue;
    if (!known.has(tradeId)) return `trade ${tradeId} is booked before it is journaled`;
  }
  return undefined;
}
