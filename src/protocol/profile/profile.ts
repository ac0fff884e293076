// Every choice that the venue's published interface leaves open, as data to be corrected here.
import {
  type OrderStatus,
  type PegPriceType,
  type PriceType,
  SERIOUS_ERROR_PATTERNS,
  type TimeInForce,
} from '../../domain/index.js';
import { DEFAULT_HMAC_PROFILE, type HmacProfile } from '../hmac.js';
import { DEFAULT_LIMITS_PROFILE, type LimitsProfile } from './request-limits-profile.js';
import { DEFAULT_MARKET_PROFILE, type MarketProfile } from './market-profile.js';
import { DEFAULT_ORDER_NEEDS, type OrderNeeds } from './required-fields.js';
import type { CallSpelling } from './field-renames.js';
import { DEFAULT_RFS_PROFILE, type RfsProfile } from './rfs-profile.js';
import { DEFAULT_TRADES_PROFILE, type TradesProfile } from './trades-profile.js';

/** Why the venue itself turns orders and requests for quotes down. */
export const VENUE_REASONS = [
  'CreditCheckFailed',
  'NoLiquidity',
  'OrderSizeLimitExceeded',
  'MarketClosed',
] as const;
export type VenueReason = (typeof VENUE_REASONS)[number];

export const ORDER_ACTIONS = ['place', 'cancel'] as const;
/** What the request that is answered did to the order. */
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export interface VenueProfile {
  /** Header that carries the token, both ways; a cookie of `tokenCookie` is the second place. */
  readonly tokenHeader: string;
  readonly tokenCookie: string;
  /** Documented spellings of the renew path; the first is tried first. */
  readonly renewPaths: readonly string[];
  /** How requests are signed, where that proves who sends them. */
  readonly hmac: HmacProfile;
  /** `status` of a login or renewal that worked. */
  readonly loginOk: string;
  /** Status with which the simulator turns down a login by wrong credentials. */
  readonly loginRefusedStatus: number;
  /** What a renewal gives: a new token in the headers, or a longer life of the old one. */
  readonly renewal: 'token' | 'life';
  /** Fields that may hold an error's code; the first that is present counts. */
  readonly codeFields: readonly string[];
  /** Fields under which the simulator sends an error's code. */
  readonly codeFieldsSent: readonly string[];
  /** Codes outside the validation list that definitely turn an order down. */
  readonly businessCodes: readonly string[];
  /** The venue's word for each reason of its own; each is read as a business code too. */
  readonly reasonNames: Readonly<Record<VenueReason, string>>;
  /** Parts of a reason or message, in any letter case, that tell of a serious error. */
  readonly seriousWords: readonly string[];
  /** What orders of the types that are open need beyond what every such order has. */
  readonly orderNeeds: OrderNeeds;
  /** Times in force that stop orders may have. */
  readonly stopTimes: readonly TimeInForce[];
  /** Words of what the answered request did to an order. */
  readonly orderActions: Readonly<Record<OrderAction, string>>;
  /** Code of a cancel that came too late. */
  readonly notActiveCode: string;
  /** Statuses that mean "taken" on a place; the simulator answers with the first. */
  readonly placeStatuses: readonly number[];
  /** Status with which the simulator takes a cancel; every 2xx is read as taken. */
  readonly cancelStatus: number;
  /** How the simulator turns down what is beyond a user's request limits. */
  readonly overLimit: {
    readonly status: number;
    /** Form of the header Retry-After: whole seconds, an HTTP date, or no header. */
    readonly retryAfter: 'seconds' | 'date' | 'none';
  };
  /** What the venue lets a user ask for. */
  readonly limits: LimitsProfile;
  /** Statuses that mean "no result" on a read. */
  readonly emptyStatuses: readonly number[];
  /** What the simulator answers for an unknown order, no active order and no fill: 200 is `[]`. */
  readonly unknownOrderStatus: number;
  readonly noActiveOrderStatus: number;
  readonly noFillStatus: number;
  /** The venue's word for each status, as the simulator writes it. */
  readonly statusNames: Readonly<Record<OrderStatus, string>>;
  /** Upper-case words that are read as a status, aliases included. */
  readonly statusWords: Readonly<Record<string, OrderStatus>>;
  /** `executionType` of an order answer by status; left out for the others. */
  readonly executionTypes: Readonly<Partial<Record<OrderStatus, string>>>;
  /** `leavesQty` after a terminal status. */
  readonly terminalLeaves: 'zero' | 'rest';
  readonly tradeChannel: string;
  /** The venue's words for price types and for the rates that pegged orders follow. */
  readonly priceTypes: Readonly<Record<PriceType, string>>;
  readonly pegPriceTypes: Readonly<Record<PegPriceType, string>>;
  /** Form of `valueDate` and `tradeDate` in order answers: YYYY-MM-DD or YYYYMMDD. */
  readonly orderDates: 'dashed' | 'compact';
  /** `status` words of trades, upper case, that are not fills. */
  readonly notFillWords: readonly string[];
  /** Names of the trade record's fields. */
  readonly tradeFields: {
    readonly size: string;
    readonly price: string;
    readonly executedAt: string;
  };
  /** How a symbol stands in a path: with its slash encoded, or without it. */
  readonly symbolInPath: 'slash' | 'compact';
  /** Shape in which the simulator answers asset details; both are read. */
  readonly assetsAs: 'list' | 'by-code';
  /** Whether a person has confirmed the names that bodies of custody have at this venue. */
  readonly custodyNames: 'assumed' | 'confirmed';
  /** What is open of requests for quotes. */
  readonly rfs: RfsProfile;
  /** Displayed size, in units of the base, of a rate without one; absent: that is a fault. */
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

/** The status that a word of the venue means; an unknown word is kept as it came. */
export function foldStatus(
  word: string,
  profile: VenueProfile = DEFAULT_PROFILE,
): OrderStatus | (string & {}) {
  // A word such as `constructor` finds a member of Object.prototype, which is never a text.
  const status: unknown = profile.statusWords[word] ?? profile.statusWords[word.toUpperCase()];
  return typeof status === 'string' ? status : word;
}
