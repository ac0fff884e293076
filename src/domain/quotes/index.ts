// Quotes and requests for quotes, for other folders.
export {
  type FirmQuote,
  type Quote,
  type QuoteReportEvent,
  type QuoteTrade,
  QUOTE_REQUEST_SIDES,
  type QuoteRequestSide,
  type QuoteRequestState,
  type QuoteRequestView,
} from './quotes.js';
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
} from './rfs.js';
