// Fields of a booking request (spec, Book-trade request), with unparsed numbers.
import type { TradeType } from '../../domain/venue/index.js';

/** Texts have been validated; numbers are not yet converted to exact units. */
export interface TradeBooking {
  readonly type: Extract<TradeType, 'Spot' | 'Outright' | 'Swap' | 'NDF'>;
  /** 0 = API/CreditEntry, 1 = API/TradeEntry. */
  readonly channel: '0' | '1';
  readonly clientRequestId?: string | undefined;
  readonly referenceId?: string | undefined;
  readonly note?: string | undefined;
  readonly counterparty: string;
  readonly counterpartyAccount: string;
  readonly counterpartyTrader?: string | undefined;
  readonly customerOrg: string;
  readonly customerAccount: string;
  readonly trader?: string | undefined;
  readonly dealtIns: string;
  readonly dealtAmount: number;
  readonly baseAmount?: number | undefined;
  readonly termAmount?: number | undefined;
  readonly rate: number;
  readonly side: 'BUY' | 'SELL';
  readonly symbol: string;
  readonly tradeDate: string;
  readonly tenor?: string | undefined;
  readonly valueDate?: string | undefined;
  readonly fixingDate?: string | undefined;
  readonly fixingTenor?: string | undefined;
  readonly spotRate?: number | undefined;
  readonly forwardPoints?: number | undefined;
  readonly coverRate?: number | undefined;
  readonly farSide?: 'BUY' | 'SELL' | undefined;
  readonly farDealtAmount?: number | undefined;
  readonly farForwardPoints?: number | undefined;
  readonly farRate?: number | undefined;
  readonly farTenor?: string | undefined;
  readonly farValueDate?: string | undefined;
  readonly farCoverRate?: number | undefined;
  readonly farFixingDate?: string | undefined;
  readonly farFixingTenor?: string | undefined;
  readonly bookName?: string | undefined;
  readonly creditMode?: number | undefined;
  readonly creditValuationAdjustment?: number | undefined;
  readonly rateId?: string | undefined;
  readonly stp?: boolean | undefined;
}
