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
export { describeFields, type FieldDescription } from './routes/describe-route.js';
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
  type HmacProfile,
  hmacTextSchema,
  isHmacText,
  parseAuthorization,
  REQUEST_LINE,
  signText,
  TYPE_HEADER,
} from './hmac.js';
export { decodeLogin, decodeRenew, encodeLogin, encodeRenew, LOGIN_LOST } from './login.js';
export { formatPath, matchRoute, type TableRoute } from './routes/match-route.js';
export { toOpenApi } from './openapi.js';
export { decodeOrderRequest, encodeOrderRequest } from './order-request.js';
export { toQueryTexts, toQueryValues } from './query-text.js';
export { type Area, AREAS, type CallKind, type Lane, type Route } from './routes/route.js';
export { ROUTE_IDS, type RouteId, ROUTES } from './routes/index.js';
export { DEFAULT_STP_COUNT } from './schemas/stp.js';
export { cleanText, isIdText, parseJson, readDate, showValue } from './wire-text.js';
