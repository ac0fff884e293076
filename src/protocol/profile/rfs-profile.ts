// What the published interface leaves open of requests for quotes, as data (wire facts 6).
import type { RfsEvent } from '../../domain/index.js';

/** Fields of a quote beyond the documented ones. */
const QUOTE_FIELDS = [
  'quoteId',
  'provider',
  'dealtAmount',
  'nearValueDate',
  'fixingDate',
  'bid',
  'offer',
  'bidSpotRate',
  'offerSpotRate',
  'bidForwardPoints',
  'offerForwardPoints',
  'farDealtAmount',
  'farValueDate',
  'farFixingDate',
  'farBid',
  'farOffer',
  'farBidForwardPoints',
  'farOfferForwardPoints',
  'time',
] as const;
export type QuoteField = (typeof QUOTE_FIELDS)[number];

export interface RfsProfile {
  /** Statuses with which the simulator answers a request and a withdrawal. */
  readonly requestStatus: number;
  readonly withdrawStatus: number;
  /** Whether an acceptance and a withdrawal are answered with the request's ids and event. */
  readonly answersWrites: boolean;
  /** The venue's word for each event, as the simulator writes it. */
  readonly eventNames: Readonly<Record<RfsEvent, string>>;
  /** Upper-case words that are read as an event, aliases included. */
  readonly eventWords: Readonly<Record<string, RfsEvent>>;
  /** Parts of unknown upper-case words that tell of a trade, and of an end, which is read first. */
  readonly doneParts: readonly string[];
  readonly endParts: readonly string[];
  /** The venue's name of each undocumented field of a quote. */
  readonly quoteFields: Readonly<Record<QuoteField, string>>;
  /** Field that holds the trades of a request, and the one that says why it was turned down. */
  readonly tradesField: string;
  readonly reasonField: string;
  /**
   * Which far fields go with a requester who buys the base on the near leg: `opposite`, `farBid`,
   * for the far leg is sold; `same`, `farOffer`, named after the way of the whole deal.
   */
  readonly farFields: 'opposite' | 'same';
  /** Whether its trades say `maker`: a deal that was started by a request does (spec). */
  readonly isMaker: boolean;
  /** Workflow of trades whose request named none. */
  readonly channel: string;
}

export const DEFAULT_RFS_PROFILE: RfsProfile = {
  requestStatus: 202,
  withdrawStatus: 202,
  answersWrites: true,
  eventNames: {
    REQUEST_RECEIVED: 'REQUEST_RECEIVED',
    QUOTE: 'QUOTE',
    QUOTE_ACCEPTED: 'QUOTE_ACCEPTED',
    TRADE_VERIFIED: 'TRADE_VERIFIED',
    TRADE_REJECTED: 'TRADE_REJECTED',
    REQUEST_WITHDRAWN: 'REQUEST_WITHDRAWN',
    REQUEST_EXPIRED: 'REQUEST_EXPIRED',
    REQUEST_REJECTED: 'REQUEST_REJECTED',
  },
  eventWords: {
    REQUEST_RECEIVED: 'REQUEST_RECEIVED',
    QUOTE: 'QUOTE',
    QUOTE_ACCEPTED: 'QUOTE_ACCEPTED',
    TRADE_VERIFIED: 'TRADE_VERIFIED',
    TRADE_REJECTED: 'TRADE_REJECTED',
    REQUEST_WITHDRAWN: 'REQUEST_WITHDRAWN',
    REQUEST_EXPIRED: 'REQUEST_EXPIRED',
    REQUEST_REJECTED: 'REQUEST_REJECTED',
  },
  doneParts: ['TRADE'],
  endParts: ['EXPIR', 'WITHDR', 'REJECT', 'FAIL', 'DECLIN', 'CANCEL'],
  quoteFields: Object.fromEntries(QUOTE_FIELDS.map((name) => [name, name])) as Record<
    QuoteField,
    string
  >,
  tradesField: 'trades',
  reasonField: 'reason',
  farFields: 'opposite',
  isMaker: true,
  channel: 'API/REST/RFS',
};
