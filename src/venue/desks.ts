// What the venue is beside its orders: trades and all that later desks add, around one machine.
import { TradeBook } from './trades/trade-book.js';
import { toVenueTrade } from './trades/fill-trade.js';
import type { Venue } from './venue.js';

export interface VenueDesks {
  readonly trades: TradeBook;
}

/** The desks of a venue, listening to its fills. `channel` names the workflow of orders. */
export function createDesks(venue: Venue, channel: string): VenueDesks {
  const trades = new TradeBook();
  venue.listen({
    order: () => undefined,
    trade: (view) => {
      trades.put(toVenueTrade(view, channel));
    },
  });
  return { trades };
}
