// A venue that answers requests for quotes, with a few instruments and stopped time, for tests.
import { createInstrument, SECOND, unwrap } from '../../../src/domain/index.js';
import type { VenueQuoteRequest, VenueTrade } from '../../../src/domain/venue/index.js';
import {
  type UserOrders,
  DEFAULT_RFS_SETTINGS,
  providersSchema,
  QuoteService,
  RfsRequest,
  TradeBook,
  Venue,
  type VenueSettings,
} from '../../../src/venue/index.js';
import { NO_LATENCY } from '../../../src/venue/models/latency.js';
import type { RfsSettings } from '../../../src/venue/quotes/settings.js';

/** Monday 2026-07-13T12:00:00Z: spot is Wednesday the 15th. */
export const START = 1_783_944_000_000_000;

const INSTRUMENTS = [
  unwrap(createInstrument(0, 'EUR/USD')),
  unwrap(
    createInstrument(1, 'USD/INR', {
      ratePrecision: 4,
      pipFactor: 10_000,
      sizeIncrement: 0.01,
      baseDecimals: 2,
      termDecimals: 2,
    }),
  ),
  unwrap(createInstrument(2, 'USD/JPY')),
];

/** In pips. A week after spot is the 22nd of July, a month the 17th of August. */
const FORWARDS = {
  'EUR/USD': [
    { tenor: '1W', bid: 5, offer: 6 },
    { tenor: '1M', bid: 20, offer: 22 },
  ],
  'USD/INR': [{ tenor: '1M', bid: 1_500, offer: 1_600 }],
};

export interface Changes {
  readonly rfs?: Partial<RfsSettings>;
  readonly providers?: readonly object[];
  readonly venue?: Partial<VenueSettings>;
}

export class VenueHarness {
  readonly venue: Venue;
  readonly trades = new TradeBook(1_000);
  readonly rfs: QuoteService;
  readonly account: UserOrders;
  readonly booked: VenueTrade[] = [];

  constructor({ rfs = {}, providers, venue = {} }: Changes = {}) {
    const user = { user: 'algo1', org: 'DeskOrg', account: 'DeskOrgLE' };
    this.venue = new Venue({
      instruments: INSTRUMENTS,
      users: [user],
      providers: providersSchema.parse(providers),
      forwards: FORWARDS,
      latency: NO_LATENCY,
      fillTiming: 'arrival',
      tokenLife: SECOND,
      seed: 1,
      maxEndedOrders: 10,
      ...venue,
    });
    const settings = { ...DEFAULT_RFS_SETTINGS, ...rfs };
    const { seed = 1 } = venue;
    this.rfs = new QuoteService({ venue: this.venue, trades: this.trades, settings }, seed, 'RFS');
    this.account = this.venue.findAccount('algo1', 'DeskOrg')!;
    this.trades.watch((trade) => this.booked.push(trade));
    this.venue.scheduler.moveTo(START);
    this.rate(0, 1.1, 1.1002);
    this.rate(1, 85, 85.01);
    this.rate(2, 147.5, 147.52);
  }

  get now(): number {
    return this.venue.scheduler.now;
  }

  /** A new top of book of an instrument. */
  rate(id: number, bid: number, offer: number): void {
    const { ticksPerUnit } = INSTRUMENTS[id]!;
    const toTicks = (price: number) => Math.round(price * ticksPerUnit);
    this.venue.rate(this.now, id, toTicks(bid), toTicks(offer), 1e9, 1e9);
  }

  /** Moves time to milliseconds after START, with all that is due on the way. */
  moveTo(ms: number): void {
    this.venue.fireTimers(START + ms * 1_000);
  }

  /** Asks for 1,000,000 EUR/USD both ways at spot, unless changed. */
  ask(clOrderId: string, changes: Partial<VenueQuoteRequest> = {}): RfsRequest {
    const asked: VenueQuoteRequest = {
      clOrderId,
      symbol: 'EUR/USD',
      amount: 1_000_000,
      dealtCurrency: 'EUR',
      expiry: 60,
      side: 'TWO_WAY',
      nearValueDate: 'SPOT',
      priceType: 'Spot',
      customerAccount: 'DeskOrgLE',
      customerOrg: 'DeskOrg',
      ...changes,
    };
    const taken = this.rfs.request(this.now, this.account, asked);
    if (taken instanceof RfsRequest) return taken;
    throw new Error(taken.refused.message);
  }

  /** Asks and waits for the first quotes, 50 ms later. */
  quoted(clOrderId: string, changes: Partial<VenueQuoteRequest> = {}): RfsRequest {
    const request = this.ask(clOrderId, changes);
    this.venue.fireTimers(this.now + 50_000);
    return request;
  }

  accept(request: RfsRequest, quoteId: string, side?: 'BUY' | 'SELL') {
    return this.rfs.accept(this.now, this.account, request.requestId, { quoteId, side });
  }

  /** Asks, accepts the first quote on a side and waits out the last look of 20 ms. */
  deal(changes: Partial<VenueQuoteRequest>, side: 'BUY' | 'SELL'): VenueTrade | undefined {
    const request = this.quoted(`deal-${String(this.booked.length)}`, changes);
    const [quote] = request.toView(this.now).quotes;
    this.accept(request, quote?.quoteId ?? '', side);
    this.venue.fireTimers(this.now + 20_000);
    return request.trade;
  }
}
