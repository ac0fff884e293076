// What the venue is beside its orders: trades, quotes, custody and all other desks, around one
// machine.
import type { Instant } from '../domain/index.js';
import { Custody } from './custody/custody.js';
import { type CustodySettings, NO_CUSTODY } from './custody/settings.js';
import { MarketDesk } from './market/market-desk.js';
import { RfsDesk } from './rfs/rfs-desk.js';
import { DEFAULT_RFS_SETTINGS, type RfsSettings } from './rfs/settings.js';
import { TradeBook } from './trades/trade-book.js';
import { toVenueTrade } from './trades/fill-trade.js';
import type { Venue } from './venue.js';

export interface DeskSettings {
  /** Workflow that orders come from, as trades name it, and that of requests for quotes. */
  readonly channel: string;
  readonly rfsChannel: string;
  /** Seed of all that the desks draw. */
  readonly seed: number;
  /** No assets when absent. */
  readonly custody?: CustodySettings;
  readonly rfs?: RfsSettings;
}

export interface VenueDesks {
  readonly trades: TradeBook;
  readonly custody: Custody;
  readonly market: MarketDesk;
  readonly rfs: RfsDesk;
  /** Begins what happens by itself; before the first request. */
  open(at: Instant): void;
}

/** The desks of a venue, listening to its fills. */
export function createDesks(venue: Venue, settings: DeskSettings): VenueDesks {
  const { channel, rfsChannel, seed, rfs = DEFAULT_RFS_SETTINGS } = settings;
  const trades = new TradeBook();
  const custody = new Custody(settings.custody ?? NO_CUSTODY, venue.scheduler, seed);
  trades.watch((trade) => {
    custody.book(trade);
  });
  const market = new MarketDesk(venue);
  venue.listen({
    order: () => undefined,
    trade: (view) => {
      trades.put(toVenueTrade(view, channel));
      market.addTrade(view);
    },
  });
  return {
    trades,
    custody,
    market,
    rfs: new RfsDesk({ venue, trades, settings: rfs }, seed, rfsChannel),
    open: (at) => {
      custody.open(at);
    },
  };
}
