// The wire: routes, shapes and both directions of every body, with no I/O behind it.
export {
  classifyCancel,
  classifyPlace,
  classifyQuoteRequest,
  classifyQuoteWrite,
  classifyRead,
  type ReadWays,
  type ReadClass,
  type SendOutcome,
} from './classify.js';
export { PLACE_TOTAL_MS } from './deadlines.js';
export type { RfsSubject } from './decode-quote.js';
export { decodeRfs } from './decode-rfs.js';
export { encodeCommand } from './encode-quotes.js';
export { toRfsSide } from './rfs-side.js';
export { decodeCoIds, decodeNetPositions, type NetQuantity } from './decode-position.js';
export { decodeOrder, decodeOrders, type FindInstrument, isOrderBody } from './decode-order.js';
export { decodeStpPage, type StpPage } from './decode-stp.js';
export { decodeTrades } from './decode-trade.js';
export { encodeAsset, encodeBalance, encodeDeposit, encodeWithdrawal } from './custody.js';
export {
  describeFields,
  describeType,
  type FieldDescription,
  type FieldPlace,
} from './describe-route.js';
export { encodeRfs, encodeRfsAnswer } from './encode-rfs.js';
export { encodeOrder, encodePlaceAnswer } from './encode-order.js';
export type { OrderAction } from './profile.js';
export type { LimitsProfile } from './limits-profile.js';
export {
  DEFAULT_ORDER_NEEDS,
  findOrderFault,
  type OrderFieldRules,
  type NeedyType,
  OPEN_NEEDS,
  type OrderNeeds,
} from './order-needs.js';
export { encodePositions } from './encode-position.js';
export { encodeVenueTrade } from './encode-trade.js';
export { parseExactJson } from './exact-json.js';
export { encodeError, readReasonCode, type ReasonKind, type ReasonReading } from './error-body.js';
export {
  type Authorization,
  formatAuthorization,
  formatDigest,
  formatRequestLine,
  formatSigningString,
  type Hashing,
  HMAC_ALGORITHMS,
  HMAC_TEXT,
  type HmacAlgorithm,
  type HmacProfile,
  hmacTextSchema,
  isHmacText,
  parseAuthorization,
  REQUEST_LINE,
  signText,
  TYPE_HEADER,
} from './hmac.js';
export {
  decodeLadder,
  encodeBest,
  encodeLadder,
  type LadderPart,
  type LadderReading,
} from './ladder.js';
export {
  type BenchmarkRate,
  decodeBenchmark,
  decodeTicker,
  encodeBenchmark,
  encodeTicker,
  type LastTrade,
} from './last-price.js';
export {
  decodeLogin,
  decodeRenew,
  encodeLogin,
  encodeRenew,
  type LoginGrant,
  type RenewGrant,
  LOGIN_LOST,
} from './login.js';
export { DEFAULT_MARKET_PROFILE, type MarketProfile } from './market-profile.js';
export {
  type DataSetRead,
  type DataSetSent,
  decodeDataSets,
  encodeDataSet,
  type SetRateRead,
  type SetRateSent,
} from './market-data-set.js';
export { formatPath, matchRoute, type RouteMatch, type TableRoute } from './match-route.js';
export { toOpenApi } from './openapi.js';
export { decodeOrderRequest, encodeOrderRequest } from './order-request.js';
export { OPEN_POINTS, type OpenPoint } from './open-points.js';
export { DEFAULT_PROFILE, foldStatus, type VenueProfile } from './profile.js';
export { CALL_FACTS, type CallFacts, listNames } from './profile-fields/calls.js';
export {
  createProfile,
  listProfileFields,
  mergeChanges,
  type ProfileChanges,
  type ProfileField,
  profileSchema,
} from './profile-schema.js';
export { toQueryTexts, toQueryValues } from './query-text.js';
export { type Area, AREAS, type CallKind, type Lane, type Route } from './route.js';
export { ROUTE_IDS, type RouteId, ROUTES } from './routes/index.js';
export { spotRateSchema } from './schemas/market.js';
export { orderFieldsSchema, orderRequestSchema } from './schemas/order-request.js';
export { orderSchema } from './schemas/orders.js';
export {
  ANSWER_SHAPES,
  type AnswerShape,
  type CallSpelling,
  createRespellings,
  respellAnswer,
  respellKeys,
  type Respelling,
  type Respellings,
  respellPath,
  fromBodyQuery,
  toBodyQuery,
  type BodyPlace,
  respellQuery,
} from './respell.js';
export { decodeSpotRate, encodeSpotRate, isSpotRateBody, ONE_SIDED } from './spot-rate.js';
export {
  decodeSymbolReference,
  encodeInstrumentReference,
  encodeSymbolReference,
} from './symbol-reference.js';
export { DEFAULT_STP_COUNT, MAX_STP_COUNT } from './schemas/stp.js';
export { DEFAULT_TRADES_PROFILE, type TradesProfile } from './trades-profile.js';
export { cleanText, isIdText, isRecord, parseJson, readDate, showValue } from './wire-text.js';
