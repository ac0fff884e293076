// Settings for what the published interface leaves open about quote requests (wire facts 6).
import type { RfsEvent } from '../../domain/quotes/index.js';

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
  /** Statuses of the simulator for accepted requests and withdrawals. */
  readonly requestStatus: number;
  readonly withdrawStatus: number;
  /** Whether responses to acceptances and withdrawals contain the request's ids and event. */
  readonly answersWrites: boolean;
  /** The venue's spelling of each event, as the simulator writes it. */
  readonly eventNames: Readonly<Record<RfsEvent, string>>;
  /** Event of each upper-case spelling, aliases included. */
  readonly eventWords: Readonly<Record<string, RfsEvent>>;
  /** Parts of unknown upper-case events that mean a trade, and an end; the end is tested first. */
  readonly doneParts: readonly string[];
  readonly endParts: readonly string[];
  /** The venue's names of undocumented quote fields. */
  readonly quoteFields: Readonly<Record<QuoteField, string>>;
  /** Field of a request's trades, and field of the reason of a rejection. */
  readonly tradesField: string;
  readonly reasonField: string;
  /**
   * Far fields of a requester who buys the base on the near leg: `opposite`: `farBid`, because the
   * far leg is sold; `same`: `farOffer`, the side of the whole deal.
   */
  readonly farFields: 'opposite' | 'same';
  /** Whether trades have `maker`, which deals started by a request have (spec). */
  readonly isMaker: boolean;
  /** Workflow name of trades whose request has none. */
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
