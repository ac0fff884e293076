// What the venue reports: trades, positions, statuses, reason codes, for other folders.
export {
  CALL_GROUPS,
  type CallGroup,
  type ReasonCodeKind,
  isFatalServerError,
  NOT_SENT_OUTCOMES,
  TRANSPORT_OUTCOMES,
  type TransportOutcome,
} from './call-outcomes.js';
export {
  DEPOSIT_STATUSES,
  type DepositStatus,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from './custody-statuses.js';
export type { Needs, ObservedLimit } from './observed.js';
export {
  findReasonCode,
  isReasonCode,
  isSeriousErrorText,
  SERIOUS_ERROR_PATTERNS,
  REASON_CODES,
  REASON_PREFIX,
  type ReasonCode,
} from './reason-codes.js';
export type { PositionLevel, VenuePosition } from './venue-position.js';
export type {
  QuoteAcceptance,
  VenueQuoteRequest,
  QuoteSide,
  RfsLegView,
  VenueQuoteView,
  VenueRfsView,
} from './venue-rfs.js';
export {
  FINE_DIGITS,
  FINE_TICKS,
  toBaseUnits,
  toTermUnits,
  TRADE_TYPES,
  type TradeLeg,
  type TradeType,
  type VenueTrade,
} from './venue-trade.js';
export type { VenueOrderView, VenueTradeView } from './venue-view.js';
