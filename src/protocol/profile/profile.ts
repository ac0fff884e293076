// The venue profile: every choice that the published interface leaves open, as data.
import type {
  OrderStatus,
  PegPriceType,
  PriceType,
  TimeInForce,
} from '../../domain/orders/index.js';
import { SERIOUS_ERROR_PATTERNS } from '../../domain/venue/index.js';
import { DEFAULT_HMAC_PROFILE, type HmacProfile } from '../hmac.js';
import { DEFAULT_LIMITS_PROFILE, type LimitsProfile } from './request-limits-profile.js';
import { DEFAULT_MARKET_PROFILE, type MarketProfile } from './market-profile.js';
import { DEFAULT_ORDER_NEEDS, type OrderNeeds } from './required-fields.js';
import type { CallSpelling } from './field-renames.js';
import { DEFAULT_RFS_PROFILE, type RfsProfile } from './rfs-profile.js';
import { DEFAULT_TRADES_PROFILE, type TradesProfile } from './trades-profile.js';

/** The venue's own reasons to reject orders and quote requests. */
export const VENUE_REASONS = [
  'CreditCheckFailed',
  'NoLiquidity',
  'OrderSizeLimitExceeded',
  'MarketClosed',
] as const;
export type VenueReason = (typeof VENUE_REASONS)[number];

export const ORDER_ACTIONS = ['place', 'cancel'] as const;
/** What a request did to the order in its response. */
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export interface VenueProfile {
  /** Header of the token, in requests and responses; the cookie `tokenCookie` is the fallback. */
  readonly tokenHeader: string;
  readonly tokenCookie: string;
  /** Documented paths of the renewal, in the order of attempts. */
  readonly renewPaths: readonly string[];
  /** Form of HMAC-signed requests. */
  readonly hmac: HmacProfile;
  /** `status` of a successful login or renewal. */
  readonly loginOk: string;
  /** Status of the simulator for wrong credentials. */
  readonly loginRefusedStatus: number;
  /** Result of a renewal: a new token in the headers, or a longer life of the old one. */
  readonly renewal: 'token' | 'life';
  /** Fields that may contain the code of an error; the first present counts. */
  readonly codeFields: readonly string[];
  /** Fields in which the simulator sends the code of an error. */
  readonly codeFieldsSent: readonly string[];
  /** Codes outside the validation list that prove the rejection of an order. */
  readonly businessCodes: readonly string[];
  /** The venue's spelling of its own reasons; each is also read as a business code. */
  readonly reasonNames: Readonly<Record<VenueReason, string>>;
  /** Parts of a reason or message, in any letter case, that identify a serious error. */
  readonly seriousWords: readonly string[];
  /**
   * Required fields of the order types that the interface leaves open, beyond those of every order.
   */
  readonly orderNeeds: OrderNeeds;
  /** Valid times in force of Stop orders. */
  readonly stopTimes: readonly TimeInForce[];
  /** The venue's spelling of order actions. */
  readonly orderActions: Readonly<Record<OrderAction, string>>;
  /** Code of a cancel that came too late. */
  readonly notActiveCode: string;
  /** Statuses of an accepted place; the simulator uses the first. */
  readonly placeStatuses: readonly number[];
  /** Status of the simulator for an accepted cancel; every 2xx is read as accepted. */
  readonly cancelStatus: number;
  /** Response of the simulator to requests beyond a user's limits. */
  readonly overLimit: {
    readonly status: number;
    /** Form of the header Retry-After: whole seconds, an HTTP date, or no header. */
    readonly retryAfter: 'seconds' | 'date' | 'none';
  };
  /** Limits of a user's requests. */
  readonly limits: LimitsProfile;
  /** Statuses that mean "no result" of a read. */
  readonly emptyStatuses: readonly number[];
  /**
   * Status of the simulator for an unknown order, no active order and no fill; 200: an empty list.
   */
  readonly unknownOrderStatus: number;
  readonly noActiveOrderStatus: number;
  readonly noFillStatus: number;
  /** The venue's spelling of each order status, as the simulator writes it. */
  readonly statusNames: Readonly<Record<OrderStatus, string>>;
  /** Order status of each upper-case spelling, aliases included. */
  readonly statusWords: Readonly<Record<string, OrderStatus>>;
  /** `executionType` by status; other statuses have none. */
  readonly executionTypes: Readonly<Partial<Record<OrderStatus, string>>>;
  /** `leavesQty` after a terminal status: zero, or the unfilled units. */
  readonly terminalLeaves: 'zero' | 'rest';
  readonly tradeChannel: string;
  /** The venue's spelling of price types and of the reference rates of pegged orders. */
  readonly priceTypes: Readonly<Record<PriceType, string>>;
  readonly pegPriceTypes: Readonly<Record<PegPriceType, string>>;
  /** Form of `valueDate` and `tradeDate` in order responses: YYYY-MM-DD or YYYYMMDD. */
  readonly orderDates: 'dashed' | 'compact';
  /** Upper-case `status` values of trades that are not fills. */
  readonly notFillWords: readonly string[];
  /** Field names of the trade record. */
  readonly tradeFields: {
    readonly size: string;
    readonly price: string;
    readonly executedAt: string;
  };
  /** Form of a symbol in a path: with an encoded slash, or without the slash. */
  readonly symbolInPath: 'slash' | 'compact';
  /** Shape of asset details in the simulator; both shapes are read. */
  readonly assetsAs: 'list' | 'by-code';
  /** Whether a person has confirmed the field names of custody bodies at this venue. */
  readonly custodyNames: 'assumed' | 'confirmed';
  /** Open choices of quote requests. */
  readonly rfs: RfsProfile;
  /** Displayed size of a rate without one, in units of the base; absent: such a rate is a fault. */
  readonly spotSize?: number | 'unlimited';
  readonly market: MarketProfile;
  readonly trades: TradesProfile;
  /** Names, statuses and shapes that differ from the route table, by route id. */
  readonly calls: Readonly<Record<string, CallSpelling>>;
}

const STATUS_NAMES: Readonly<Record<OrderStatus, string>> = {
  RECEIVED: 'RECEIVED',
  NEW: 'NEW',
  PARTIALLY_FILLED: 'PARTIALLY_FILLED',
  FILLED: 'FILLED',
  PENDING_CANCEL: 'PENDING_CANCEL',
  CANCELED: 'CANCELED',
  REPLACED: 'REPLACED',
  SUSPENDED: 'SUSPENDED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  FAILED: 'FAILED',
};

const STATUS_WORDS: Readonly<Record<string, OrderStatus>> = {
  RECEIVED: 'RECEIVED',
  NEW: 'NEW',
  PARTIALLY_FILLED: 'PARTIALLY_FILLED',
  PARTIAL: 'PARTIALLY_FILLED',
  PARTIALLYFILLED: 'PARTIALLY_FILLED',
  PARTIAL_FILL: 'PARTIALLY_FILLED',
  'PARTIALLY FILLED': 'PARTIALLY_FILLED',
  FILLED: 'FILLED',
  PENDING_CANCEL: 'PENDING_CANCEL',
  CANCEL_PENDING: 'PENDING_CANCEL',
  PENDINGCANCEL: 'PENDING_CANCEL',
  CANCELED: 'CANCELED',
  CANCELLED: 'CANCELED',
  CANCELLED_BY_USER: 'CANCELED',
  REPLACED: 'REPLACED',
  SUSPENDED: 'SUSPENDED',
  PAUSED: 'SUSPENDED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  FAILED: 'FAILED',
};

export const DEFAULT_PROFILE: VenueProfile = {
  tokenHeader: 'SSO_TOKEN',
  tokenCookie: 'SSO_TOKEN',
  renewPaths: ['/v2/sso/token/renew', '/sso/tokens/renew'],
  hmac: DEFAULT_HMAC_PROFILE,
  loginOk: 'OK',
  loginRefusedStatus: 401,
  renewal: 'token',
  codeFields: ['errorCode', 'reason', 'reasonCode', 'code', 'error'],
  codeFieldsSent: ['errorCode', 'reason'],
  businessCodes: VENUE_REASONS,
  reasonNames: {
    CreditCheckFailed: 'CreditCheckFailed',
    NoLiquidity: 'NoLiquidity',
    OrderSizeLimitExceeded: 'OrderSizeLimitExceeded',
    MarketClosed: 'MarketClosed',
  },
  seriousWords: SERIOUS_ERROR_PATTERNS,
  orderNeeds: DEFAULT_ORDER_NEEDS,
  stopTimes: ['IOC', 'FOK', 'GTC', 'GTT', 'DAY'],
  orderActions: { place: 'place', cancel: 'cancel' },
  notActiveCode: 'OrderNotActive',
  placeStatuses: [202, 200],
  cancelStatus: 202,
  overLimit: { status: 429, retryAfter: 'seconds' },
  limits: DEFAULT_LIMITS_PROFILE,
  emptyStatuses: [404],
  unknownOrderStatus: 404,
  noActiveOrderStatus: 200,
  noFillStatus: 200,
  statusNames: STATUS_NAMES,
  statusWords: STATUS_WORDS,
  executionTypes: {
    NEW: 'NEW',
    PARTIALLY_FILLED: 'TRADE',
    FILLED: 'TRADE',
    PENDING_CANCEL: 'PENDING_CANCEL',
    CANCELED: 'CANCELED',
    REPLACED: 'REPLACED',
    SUSPENDED: 'SUSPENDED',
    REJECTED: 'REJECTED',
    EXPIRED: 'EXPIRED',
  },
  terminalLeaves: 'zero',
  tradeChannel: 'API/REST/ESP',
  priceTypes: { Spot: 'Spot', Outright: 'Outright', NDF: 'NDF' },
  pegPriceTypes: { Mid: 'Mid', Bid: 'Bid', Offer: 'Offer' },
  orderDates: 'dashed',
  notFillWords: ['CANCELED', 'CANCELLED', 'REJECTED', 'PENDING'],
  tradeFields: { size: 'dealtAmount', price: 'rate', executedAt: 'executionTime' },
  assetsAs: 'list',
  symbolInPath: 'slash',
  custodyNames: 'assumed',
  calls: {},
  market: DEFAULT_MARKET_PROFILE,
  rfs: DEFAULT_RFS_PROFILE,
  trades: DEFAULT_TRADES_PROFILE,
};

/** Order status of a venue's spelling; unknown values are returned unchanged. */
export function foldStatus(
  word: string,
  profile: VenueProfile = DEFAULT_PROFILE,
): OrderStatus | (string & {}) {
  // A value such as `constructor` would find a member of Object.prototype, which is never a text.
  const status: unknown = profile.statusWords[word] ?? profile.statusWords[word.toUpperCase()];
  return typeof status === 'string' ? status : word;
}
