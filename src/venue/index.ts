// The simulated venue: a deterministic exchange, hosted by the simulator and by the local gateway.
export type { UserOrders } from './orders/user-orders.js';
export type { Balance } from './custody/balances.js';
export { custodySchema, toCustodySettings } from './custody/schema.js';
export {
  type CustodyAsset,
  type CustodySettings,
  findCoarseAsset,
  NO_CUSTODY,
} from './custody/settings.js';
export { createServices, type VenueServices } from './services.js';
export type { Login, Logins } from './logins.js';
export { formatRateId } from './market/rate-id.js';
export { dataSetsSchema } from './market/data-set-schema.js';
export type { DataSet } from './market/data-sets.js';
export { forwardsSchema } from './market/forward-curves.js';
export type { RateType } from './market/ladder.js';
export type { SpotLadder } from './market/market-data-service.js';
export { FILL_TIMINGS } from './models/fill.js';
export { providerListSchema, providersSchema, showsMarketItself } from './models/providers.js';
export { type GeneratorSettings, generatorSchema } from './models/generator-schema.js';
export { RateGenerator } from './models/rate-generator.js';
export { modelShape } from './models/schema.js';
export { describeLatency, type LatencyTable, type LatencyTerm, Transit } from './models/latency.js';
export type { VenueOrder } from './order.js';
export type { VisibleRate } from './rate-delay.js';
export {
  DEFAULT_MAX_STP_RECORDS,
  DEFAULT_MAX_TRADES,
  DEFAULT_RATE_LIFE,
  DEFAULT_TOKEN_LIFE,
  type VenueSettings,
} from './settings.js';
export { DEFAULT_AMENDMENT_LIMITS, USER_ROLES, type VenueUser } from './users.js';
export { type RfsAnswer, QuoteService } from './quotes/quote-service.js';
export { RfsRequest } from './quotes/rfs-request.js';
export { DEFAULT_RFS_SETTINGS, rfsSettingsSchema } from './quotes/settings.js';
export type { BackOfficeRefusal, BackOfficeResult } from './trades/back-office-refusal.js';
export { TradeBook } from './trades/trade-book.js';
export { toVenueTrade } from './trades/fill-trade.js';
export { TRADING_HOURS } from './orders/limits.js';
export { Venue } from './venue.js';
