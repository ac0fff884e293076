// The simulated venue: a deterministic exchange, hosted by the simulator and by the local gateway.
export type { UserOrders } from './orders/user-orders.js';
export { type Custody } from './custody/custody.js';
export type { Balance } from './custody/balances.js';
export { type Deposit, type Withdrawal } from './custody/records.js';
export { custodySchema, toCustodySettings } from './custody/schema.js';
export {
  type CustodyAsset,
  type CustodySettings,
  findCoarseAsset,
  NO_CUSTODY,
} from './custody/settings.js';
export { createServices, type ServiceSettings, type VenueServices } from './services.js';
export type { Directory } from './directory.js';
export type { Login, Logins } from './logins.js';
export { formatRateId } from './market/rate-id.js';
export {
  type QuotedRate,
  type RateLookup,
  RateRegistry,
  type RateSource,
} from './market/rate-registry.js';
export { type DataSetSettings, dataSetsSchema } from './market/data-set-schema.js';
export type { DataSet, DataSets, NamedRate, SetQuery } from './market/data-sets.js';
export { ForwardCurves, type ForwardSettings, forwardsSchema } from './market/forward-curves.js';
export type { RateType } from './market/ladder.js';
export type { Fixing, MarketDataService, SpotLadder } from './market/market-data-service.js';
export { FILL_TIMINGS, type FillTiming } from './models/fill.js';
export {
  accountOfProvider,
  DEFAULT_PROVIDERS,
  makesRatesOf,
  type ProviderQuotes,
  type ProviderSettings,
  providerListSchema,
  providersSchema,
  scaleUnits,
  showsMarketItself,
  toPipTicks,
} from './models/providers.js';
export { type ForwardPoints, interpolatePoints, type Pillar, sortPillars } from './models/curve.js';
export { type GeneratorSettings, generatorSchema } from './models/generator-schema.js';
export { RateGenerator } from './models/rate-generator.js';
export { modelShape } from './models/schema.js';
export {
  describeLatency,
  type Latency,
  type LatencyTable,
  type LatencyTerm,
  NO_LATENCY,
  Transit,
} from './models/latency.js';
export type { VenueOrder } from './order.js';
export type { OrderRules } from './orders/rules.js';
export type { VisibleRate } from './rate-delay.js';
export type { VenueListener } from './response-queue.js';
export {
  DEFAULT_MAX_STP_RECORDS,
  DEFAULT_MAX_TRADES,
  DEFAULT_RATE_LIFE,
  DEFAULT_TOKEN_LIFE,
  type VenueSettings,
} from './settings.js';
export {
  type AmendmentLimits,
  DEFAULT_AMENDMENT_LIMITS,
  USER_ROLES,
  type UserRole,
  type VenueOrg,
  type VenueUser,
} from './users.js';
export { type RfsAnswer, QuoteService } from './quotes/quote-service.js';
export { RfsRequest } from './quotes/rfs-request.js';
export { DEFAULT_RFS_SETTINGS, type RfsSettings, rfsSettingsSchema } from './quotes/settings.js';
export type { PositionService, PositionQuery } from './positions/position-service.js';
export type { StpService } from './stp/stp-service.js';
export type { StpKind, StpRecord } from './stp/stp-queue.js';
export type { Allocation } from './trades/allocate-trade.js';
export type { Amendment, Roll } from './trades/amend-trade.js';
export type { BackOffice, TradeCancel } from './trades/back-office.js';
export { DEFAULT_OFFICE_RULES, type OfficeRules } from './trades/book-trade.js';
export type { TradeBooking } from './trades/booking-request.js';
export type { BackOfficeRefusal, BackOfficeResult } from './trades/back-office-refusal.js';
export { TradeBook } from './trades/trade-book.js';
export { toVenueTrade } from './trades/fill-trade.js';
export { type LimitSettings, TRADING_HOURS, type TradingHours } from './orders/limits.js';
export type { Rejection } from './orders/rejection.js';
export { type CancelAnswer, type PlaceAnswer, Venue } from './venue.js';
