// Public API: everything that a strategy may import from `weir`. Names only; embedding uses
// `weir/session`.
export type {
  Bust,
  Fill,
  OrderState,
  OrderView,
  ParentView,
  Refusal,
} from './domain/events/index.js';
export {
  DAY,
  formatDuration,
  formatInstant,
  HOUR,
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  MINUTE,
  Rate,
  SECOND,
  UNLIMITED,
} from './domain/index.js';
export type {
  AcceptIntent,
  CancelIntent,
  ExecuteIntent,
  Intent,
  IntentDetails,
  OrderType,
  PlaceIntent,
  RfsIntent,
  Side,
  TimeInForce,
  WithdrawIntent,
} from './domain/orders/index.js';
export type {
  Quote,
  QuoteRequestSide,
  QuoteRequestState,
  QuoteRequestView,
} from './domain/quotes/index.js';
/** Earlier names, for strategies that still use them. */
export type {
  QuoteRequestSide as RequestSide,
  QuoteRequestState as RequestState,
  QuoteRequestView as RequestView,
} from './domain/quotes/index.js';
export {
  accept,
  amount,
  atBest,
  bps,
  cancel,
  defineStrategy,
  duration,
  execute,
  findBestQuote,
  isDefined,
  type KernelTime,
  limit,
  mapDefined,
  market,
  pegged,
  parentKey,
  type PositionView,
  price,
  roundPassive,
  side,
  type SpecialOrder,
  stop,
  stopLimit,
  type StopOrder,
  type StrategyContext,
  type StrategyDefinition,
  symbol,
  venueTwap,
  withdraw,
} from './strategy/index.js';
export { planSlices, type TwapParams, type TwapSlice } from './algorithms/index.js';
