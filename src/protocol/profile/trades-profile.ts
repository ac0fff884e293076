// Settings for what the venue's interface leaves open about trades, positions and STP.
import type { Side } from '../../domain/orders/index.js';
import type { PositionLevel, VenueTrade } from '../../domain/venue/index.js';

export interface TradesProfile {
  /** The venue's spelling of each trade status. */
  readonly statusNames: Readonly<Record<VenueTrade['status'], string>>;
  /** Whether the date takes precedence in a booking with both date and tenor. */
  readonly datesWin: boolean;
  /** Codes of CreditCheck, CreditOvershoot and CreditIgnore. */
  readonly creditModes: readonly number[];
  /** Whether an amendment may consist of a note only. */
  readonly noteAmends: boolean;
  /**
   * Maximum rate amendments of a trade, and the percentage below which an amended amount must be.
   */
  readonly maxRateChanges: number;
  readonly maxPercent: number;
  /** Status for a user without the permission for a back office action. */
  readonly forbiddenStatus: number;
  /** Status for an unknown trade, and for a cancel that matches no trade. */
  readonly unknownTradeStatus: number;
  /** Body of the response to a cancel of trades. */
  readonly cancelAnswer: 'trades' | 'empty';
  /** The venue's spelling of position levels. */
  readonly levels: Readonly<Record<PositionLevel, string>>;
  readonly positionSides: Readonly<Record<Side, string>>;
  /** Form of a position's value date. */
  readonly positionDate: 'YYYY-MM-DD' | 'YYYYMMDD';
  /** Whether a single position is sent as an array or as an object. */
  readonly onePosition: 'array' | 'object';
  /** Whether the list still contains positions whose value date has passed. */
  readonly settledPositions: 'drop' | 'keep';
  readonly netTermField: string;
  /** Status when no position is open; 200: an empty list. */
  readonly noPositionStatus: number;
  /** Whether records of a first download have the event NEW. */
  readonly stpSendsNew: boolean;
  /** Event of a record that changed after its download. */
  readonly stpChangedEvent: string;
  /** Body of the response to a resend: JSON, or empty. */
  readonly resendAnswer: string;
  /** Status of a resend without trades in its range. */
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
