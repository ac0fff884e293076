// Invariant 22: the journal's hash chain is complete, and the journal has every order that left.
import { findSentId, takesRisk } from '../../platform/request-kinds.js';
import { type Invariant, listData, type Records } from '../invariant.js';

export const audit: Invariant = {
  number: 22,
  title: 'from the journal alone every sent byte can be told',
  holdsAlways: true,
  atQuiet: (world, records) => {
    if (world.isDamaged) return undefined;
    const bodies = new Set<unknown>();
    for (const { body } of listData(records, 'command')) bodies.add(body);
    const untold = world.departures.find(
      ({ bot, call }) =>
        bot !== undefined &&
        world.isOnOwnState(bot) &&
        takesRisk(call) &&
        !world.forgotten.has(findSentId(call) ?? '') &&
        !bodies.has(call.request.body.toString()),
    );
    if (untold !== undefined) {
      return `no journal has the bytes of ${untold.call.request.body.toString()}`;
    }
    return findUnfounded(records);
  },
};

interface Told {
  readonly tradeId?: string;
  /** Trades of a quote request. */
  readonly trades?: readonly { readonly tradeId: string }[];
}

/** No fill is booked before the record of its trade. */
function findUnfounded(records: Records): string | undefined {
  const known = new Set<unknown>();
  for (const { type, data } of records) {
    const { tradeId, trades = [] } = data as Told;
    if (type === 'trade') known.add(tradeId);
    if (type === 'quotes') for (const trade of trades) known.add(trade.tradeId);
    if (type !== 'fill' || tradeId === undefined || tradeId.startsWith('provisional-')) continue;
    if (!known.has(tradeId)) return `trade ${tradeId} is booked before it is journaled`;
  }
  return undefined;
}
