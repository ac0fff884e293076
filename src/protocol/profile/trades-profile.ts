// What the venue's interface leaves open about trades, positions and STP.
import type { PositionLevel, Side, VenueTrade } from '../../domain/index.js';

export interface TradesProfile {
  /** The venue's word for each status of a trade. */
  readonly statusNames: Readonly<Record<VenueTrade['status'], string>>;
  /** Which counts when a booking gives both a date and a tenor. */
  readonly datesWin: boolean;
  /** Codes of CreditCheck, CreditOvershoot and CreditIgnore. */
  readonly creditModes: readonly number[];
  /** Whether a note alone makes an amendment. */
  readonly noteAmends: boolean;
  /** Amendments of its rate that a trade takes, and the percentage its amount stays below. */
  readonly maxRateChanges: number;
  readonly maxPercent: number;
  /** Status for a user who may not do what it asks a desk for. */
  readonly forbiddenStatus: number;
  /** Status for an unknown trade, and for a cancel that matches none. */
  readonly unknownTradeStatus: number;
  /** What a cancel of trades is answered with. */
  readonly cancelAnswer: 'trades' | 'empty';
  /** Words of the levels of positions. */
  readonly levels: Readonly<Record<PositionLevel, string>>;
  readonly positionSides: Readonly<Record<Side, string>>;
  /** Form of a position's value date: with or without its hyphens. */
  readonly positionDate: 'YYYY-MM-DD' | 'YYYYMMDD';
  /** Whether a position that is alone comes without an array around it. */
  readonly onePosition: 'array' | 'object';
  /** Whether the list of positions goes on showing those whose value date is over. */
  readonly settledPositions: 'drop' | 'keep';
  readonly netTermField: string;
  /** Status when no position is open: 200 is `[]`. */
  readonly noPositionStatus: number;
  /** Whether records that are downloaded for the first time say so. */
  readonly stpSendsNew: boolean;
  /** Event of a record that was downloaded before and has changed since. */
  readonly stpChangedEvent: string;
  /** Body of the answer to a resend: JSON, or empty. */
  readonly resendAnswer: string;
  /** Status of a resend without a trade in its range. */
  readonly noResendStatus: number;
}

export const DEFAULT_TRADES_PROFILE: TradesProfile = {
  statusNames: { Verified: 'Verified', Canceled: 'Canceled', Replaced: 'Canceled' },
  datesWin: true,
  creditModes: [0, 1, 2],
  noteAmends: false,
  maxRateChanges: 3,
  maxPercent: 100,
  forbiddenStatus: 401,
  unknownTradeStatus: 404,
  cancelAnswer: 'trades',
  levels: { user: 'USER', account: 'LE', org: 'ORG' },
  positionSides: { Buy: 'Buy', Sell: 'Sell' },
  positionDate: 'YYYY-MM-DD',
  onePosition: 'array',
  settledPositions: 'drop',
  netTermField: 'netOpenterm',
  noPositionStatus: 200,
  stpSendsNew: true,
  stpChangedEvent: 'UPDATE',
  resendAnswer: '',
  noResendStatus: 404,
};
