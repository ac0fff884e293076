// Creates the simulated venue's services: trades, quotes, custody, market data, STP.
import type { Instant } from '../domain/index.js';
import { Custody } from './custody/custody.js';
import { type CustodySettings, NO_CUSTODY } from './custody/settings.js';
import type { DataSetSettings } from './market/data-set-schema.js';
import { DataSets } from './market/data-sets.js';
import { MarketDataService } from './market/market-data-service.js';
import { PositionService } from './positions/position-service.js';
import { PositionBook } from './positions/position-book.js';
import { DEFAULT_MAX_STP_RECORDS, DEFAULT_MAX_TRADES } from './settings.js';
import { StpService } from './stp/stp-service.js';
import { BackOffice } from './trades/back-office.js';
import { DEFAULT_OFFICE_RULES, type OfficeRules } from './trades/book-trade.js';
import { QuoteService } from './quotes/quote-service.js';
import { DEFAULT_RFS_SETTINGS, type RfsSettings } from './quotes/settings.js';
import { toVenueTrade } from './trades/fill-trade.js';
import { TradeBook } from './trades/trade-book.js';
import type { Venue } from './venue.js';

export interface ServiceSettings {
  /** Workflow names in trades: of orders, and of quote requests. */
  readonly channel: string;
  readonly rfsChannel: string;
  /** Whether trades of quote requests name the requester as maker. */
  readonly isRfsMaker?: boolean;
  /** Seed of all random streams of the services. */
  readonly seed: number;
  /** Absent: no assets. */
  readonly custody?: CustodySettings;
  readonly rfs?: RfsSettings;
  /** Trades that the back office keeps. */
  readonly maxTrades?: number;
  /** Records that STP keeps for each organization: waiting ones, and as many downloaded ones. */
  readonly maxStpRecords?: number;
  readonly officeRules?: OfficeRules;
  readonly marketDataSets?: readonly DataSetSettings[];
}

export interface VenueServices {
  readonly trades: TradeBook;
  readonly backOffice: BackOffice;
  readonly positions: PositionService;
  readonly stp: StpService;
  readonly custody: Custody;
  readonly market: MarketDataService;
  readonly dataSets: DataSets;
  readonly rfs: QuoteService;
  /** Starts planned deposits and daily data sets; call before the first request. */
  open(at: Instant): void;
}

/** Creates the services and subscribes them to the venue's fills. */
export function createServices(venue: Venue, settings: ServiceSettings): VenueServices {
  const { channel, rfsChannel, isRfsMaker, seed, rfs = DEFAULT_RFS_SETTINGS } = settings;
  const { directory, providers, calendars } = venue;
  const trades = new TradeBook(settings.maxTrades ?? DEFAULT_MAX_TRADES);
  const positions = new PositionBook(venue);
  const stp = new StpService(directory, settings.maxStpRecords ?? DEFAULT_MAX_STP_RECORDS);
  const custody = new Custody(settings.custody ?? NO_CUSTODY, venue.scheduler, seed);
  trades.watch((trade) => {
    custody.book(trade);
    positions.apply(trade);
    stp.add(trade);
  });
  trades.watchForgotten((trade) => {
    positions.finalize(trade);
  });
  const market = new MarketDataService(venue);
  const dataSets = new DataSets(venue, settings.marketDataSets ?? []);
  venue.listen({
    order: () => undefined,
    trade: (view) => {
      trades.put(toVenueTrade(view, channel, calendars));
      market.addTrade(view);
    },
  });
  const onDeal = market.addDeal.bind(market);
  const rules = settings.officeRules ?? DEFAULT_OFFICE_RULES;
  const findInstrument = venue.findInstrument.bind(venue);
  const office = { directory, providers, calendars, rules, findInstrument };
  return {
    trades,
    backOffice: new BackOffice(office, trades),
    positions: new PositionService(directory, positions),
    stp,
    custody,
    market,
    dataSets,
    rfs: new QuoteService({ venue, trades, settings: rfs, onDeal }, seed, rfsChannel, isRfsMaker),
    open: (at) => {
      custody.open(at);
      dataSets.open(at);
    },
  };
}
