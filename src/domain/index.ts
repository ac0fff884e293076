// Trading terms as plain data and pure functions.
export { isDeliverable, isFiat, nameCurrency } from './currencies.js';
export { parseAmount } from './numbers/amount.js';
export type { Approved } from './orders/approved.js';
export { LongNumber } from './numbers/long-number.js';
export {
  DEPOSIT_STATUSES,
  type DepositStatus,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from './venue/custody-statuses.js';
export type {
  BotEvent,
  BustEvent,
  NotFoundStatusEvent,
  EgressRefusalEvent,
  FilledOrder,
  OrderEvent,
  PollEvent,
  PositionEvent,
  PollSubject,
  RateEvent,
  ReferenceEvent,
  RetryIdEvent,
  SubmitOutcome,
  SubmitResultEvent,
  StpEvent,
  SupportBundleEvent,
  TradeEvent,
} from './events/bot-event.js';
export type { HostEvent } from './events/host-event.js';
export {
  describeSupportBundle,
  POLL_SUBJECTS,
  SUBMIT_OUTCOMES,
  STP_RESEND,
} from './events/bot-event.js';
export {
  CALL_GROUPS,
  type CallGroup,
  type ReasonCodeKind,
  isFatalServerError,
  NOT_SENT_OUTCOMES,
  TRANSPORT_OUTCOMES,
  type TransportOutcome,
} from './venue/call-outcomes.js';
export type {
  CancelCommand,
  Command,
  Customer,
  OrderRequest,
  PlaceCommand,
  QuoteName,
  RfsCommand,
  WithdrawCommand,
} from './orders/command.js';
export { escapeLine, escapeText } from './escape-text.js';
export {
  assert,
  BugError,
  fail,
  type Fault,
  FaultError,
  formatFault,
  ok,
  type Result,
  unwrap,
} from './fault.js';
export {
  CALENDAR_YEARS,
  type Calendar,
  type Calendars,
  createBuiltInCalendars,
  isDigitalAsset,
} from './dates/calendars.js';
export { type DatedUnits, subtractUnits } from './dates/dated-units.js';
export {
  type Cash,
  type DatedPosition,
  findBaseline,
  Settlement,
  type SettlementSnapshot,
} from './dates/settlement.js';
export { type Day, formatDay, isWeekend, parseDay, SUNDAY, toWeekday } from './dates/day.js';
export { findFixingDate, findFixingLag, resolveFixingTenor } from './dates/fixing.js';
export {
  findNextClose,
  findNextRoll,
  findRollZone,
  findTradeDate,
  type RollZone,
} from './dates/fx-day.js';
export { findFxHours } from './dates/fx-hours.js';
export { TradeDates } from './dates/trade-dates.js';
export { formatTenor, isSwapTenor, parseTenor, type Tenor, TENOR_PATTERN } from './dates/tenor.js';
export {
  findSpotDate,
  findValueDates,
  isSettlementDate,
  type ValueDates,
} from './dates/value-dates.js';
export { explainSymbol, toPair } from './symbol-names.js';
export {
  createInstrument,
  findTermsFlaw,
  decimalsOf,
  type Instrument,
  type InstrumentClass,
  type InstrumentTerms,
  isKnownPair,
  isMajor,
  isSymbol,
} from './instrument.js';
export type {
  AcceptIntent,
  CancelIntent,
  ExecuteIntent,
  Intent,
  PlaceIntent,
  RfsIntent,
  WithdrawIntent,
} from './orders/intent.js';
export {
  type AlgoDetails,
  DETAIL_DECIMALS,
  DETAIL_KINDS,
  type DetailKind,
  EXEC_FLAGS,
  type ExecFlag,
  EXPIRY_ACTIONS,
  type ExpiryAction,
  findDetailDecimals,
  type IntentDetails,
  type OrderDetails,
  type OrderRequestDetails,
  PEG_PRICE_TYPES,
  type PegPriceType,
  PRICE_TYPES,
  type PriceType,
  toDetailsText,
} from './orders/order-details.js';
export {
  isTerminalStatus,
  NEVER_USED,
  TERMINAL_STATUSES,
  ORDER_STATUSES,
  ORDER_TYPE_CODES,
  ORDER_TYPES,
  type OrderStatus,
  type OrderType,
  type Side,
  SIDES,
  type TimeInForce,
  TIME_IN_FORCE_CODES,
  TIMES_IN_FORCE,
  toSign,
} from './orders/order-enums.js';
export type { Needs, ObservedLimit } from './venue/observed.js';
export { ALERT_LEVELS, copyOrderView, describeHaltScope } from './events/output.js';
export type {
  Alert,
  AlertLevel,
  KernelRequest,
  Bust,
  RecordedFill,
  Fill,
  Halt,
  Note,
  OrderState,
  OrderView,
  OutputSink,
  ParentView,
  Refusal,
  RefusedParent,
} from './events/output.js';
export type { PriceLadder, PriceLevel } from './numbers/price-ladder.js';
export {
  type FirmQuote,
  type Quote,
  type QuoteReportEvent,
  type QuoteTrade,
  QUOTE_REQUEST_SIDES,
  type QuoteRequestSide,
  type QuoteRequestState,
  type QuoteRequestView,
} from './quotes/quotes.js';
export { Rate, UNLIMITED } from './rate.js';
export {
  findReasonCode,
  isReasonCode,
  isSeriousErrorText,
  SERIOUS_ERROR_PATTERNS,
  REASON_CODES,
  REASON_PREFIX,
  type ReasonCode,
} from './venue/reason-codes.js';
export {
  bigPowerOfTen,
  divideHalfUp,
  formatScaled,
  formatCount,
  formatGrouped,
  formatShortest,
  fromScaled,
  magnitude,
  MAX_DECIMALS,
  MAX_SCALED,
  multiplyDivideUp,
  parseScaled,
  powerOfTen,
  toScaled,
} from './numbers/scaled.js';
export {
  hasTwoLegs,
  isNonDeliverable,
  RFS_EVENTS,
  RFS_SIDES,
  type RfsEvent,
  type RfsPrice,
  type RfsQuote,
  type RfsSide,
  type RfsState,
  type RfsTrade,
  type RfsView,
  swapSide,
  type TradeMeaning,
} from './quotes/rfs.js';
export {
  DAY,
  formatDate,
  formatDuration,
  formatInstant,
  formatVenueTime,
  HOUR,
  type Instant,
  type Micros,
  MILLISECOND,
  MINUTE,
  NEVER,
  parseDuration,
  type Span,
  toSpan,
  parseInstant,
  parseVenueTime,
  SECOND,
} from './time.js';
export { findNearestName } from './nearest-name.js';
export { findPlace, findSorted, insertSorted, removeSorted } from './numbers/sorted.js';
export {
  FINE_DIGITS,
  FINE_TICKS,
  toBaseUnits,
  toTermUnits,
  TRADE_TYPES,
  type TradeLeg,
  type TradeType,
  type VenueTrade,
} from './venue/venue-trade.js';
export type {
  QuoteAcceptance,
  VenueQuoteRequest,
  QuoteSide,
  RfsLegView,
  VenueQuoteView,
  VenueRfsView,
} from './venue/venue-rfs.js';
export type { PositionLevel, VenuePosition } from './venue/venue-position.js';
export type { VenueOrderView, VenueTradeView } from './venue/venue-view.js';
export type {
  NetPosition,
  OperatorEvent,
  OverrideEvent,
  OverrideScope,
  RecoveryEvent,
  ResolveEvent,
  RevokeEvent,
} from './events/operator-event.js';
export { yearOf } from './dates/day.js';
export { COMMON_TAG, TAG_FORM, drawTag, isOfWeir, toPrefix } from './bot-tag.js';
