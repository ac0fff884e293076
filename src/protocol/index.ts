// Wire protocol of the venue: routes, schemas and codecs of every body, without I/O.
export {
  classifyCancel,
  classifyPlace,
  classifyQuoteRequest,
  classifyQuoteWrite,
  classifyRead,
  type ReadWays,
  type SendOutcome,
} from './classify.js';
export { PLACE_TOTAL_MS } from './deadlines.js';
export type { RfsSubject } from './codecs/decode-quote.js';
export { decodeRfs } from './codecs/decode-rfs.js';
export { encodeCommand } from './codecs/encode-quotes.js';
export { toRfsSide } from './codecs/rfs-side.js';
export { decodeCoIds, decodeNetPositions, type NetQuantity } from './codecs/decode-position.js';
export {
  decodeOrder,
  decodeOrders,
  type FindInstrument,
  isOrderBody,
} from './codecs/decode-order.js';
export { decodeStpPage } from './codecs/decode-stp.js';
export { decodeTrades } from './codecs/decode-trade.js';
export { encodeAsset, encodeBalance, encodeDeposit, encodeWithdrawal } from './codecs/custody.js';
export { describeFields, type FieldDescription } from './routes/describe-route.js';
export { encodeRfs, encodeRfsAnswer } from './codecs/encode-rfs.js';
export { encodeOrder, encodePlaceAnswer } from './codecs/encode-order.js';
export type { OrderAction } from './profile/profile.js';
export type { LimitsProfile } from './profile/request-limits-profile.js';
export {
  findOrderFault,
  type OrderFieldRules,
  type OpenOrderType,
  OPEN_NEEDS,
} from './profile/required-fields.js';
export { encodePositions } from './codecs/encode-position.js';
export { encodeVenueTrade } from './codecs/encode-trade.js';
export { parseExactJson } from './exact-json.js';
export { encodeError, readReasonCode } from './error-body.js';
export {
  type Authorization,
  formatAuthorization,
  formatDigest,
  formatRequestLine,
  formatSigningString,
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
export { encodeBest, encodeLadder, type LadderPart } from './codecs/ladder.js';
export { decodeTicker, encodeBenchmark, encodeTicker } from './codecs/benchmark-ticker.js';
export { decodeLogin, decodeRenew, encodeLogin, encodeRenew, LOGIN_LOST } from './login.js';
export { DEFAULT_MARKET_PROFILE, type MarketProfile } from './profile/market-profile.js';
export { encodeDataSet } from './codecs/market-data-set.js';
export { formatPath, matchRoute, type TableRoute } from './routes/match-route.js';
export { toOpenApi } from './openapi.js';
export { decodeOrderRequest, encodeOrderRequest } from './order-request.js';
export { OPEN_POINTS, type OpenPoint } from './profile/open-points.js';
export { DEFAULT_PROFILE, foldStatus, type VenueProfile } from './profile/profile.js';
export { CALL_FACTS, listNames } from './profile/fields/calls.js';
export {
  createProfile,
  listProfileFields,
  mergeChanges,
  type ProfileChanges,
  type ProfileField,
  profileSchema,
} from './profile/profile-schema.js';
export { toQueryTexts, toQueryValues } from './query-text.js';
export { type Area, AREAS, type CallKind, type Lane, type Route } from './routes/route.js';
export { ROUTE_IDS, type RouteId, ROUTES } from './routes/index.js';
export { spotRateSchema } from './schemas/market.js';
export { orderRequestSchema } from './schemas/order-request.js';
export { orderSchema } from './schemas/orders.js';
export {
  createRespellings,
  respellAnswer,
  respellKeys,
  type Respelling,
  type Respellings,
  respellPath,
  fromBodyQuery,
  toBodyQuery,
  respellQuery,
} from './profile/field-renames.js';
export { decodeSpotRate, encodeSpotRate, isSpotRateBody, ONE_SIDED } from './codecs/spot-rate.js';
export {
  decodeSymbolReference,
  encodeInstrumentReference,
  encodeSymbolReference,
} from './codecs/symbol-reference.js';
export { DEFAULT_STP_COUNT } from './schemas/stp.js';
export { cleanText, isIdText, isRecord, parseJson, readDate, showValue } from './wire-text.js';
