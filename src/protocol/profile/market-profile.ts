// What the venue's interface leaves open about market data (wire facts 3), as data.

export interface MarketProfile {
  /**
   * Answer of spot rates by type: an object of parallel arrays, the best level as scalars, or an
   * array of spot rates (of each provider for RAW, else of each level).
   */
  readonly ladderShape: 'arrays' | 'scalars' | 'list';
  /** Whether that answer names its rate: with a text, an array of one, or not at all. */
  readonly ladderRateId: 'text' | 'array' | 'none';
  /** Market data sets: one of each slot is needed, and the forbidden one only of fixed periods. */
  readonly pairParameters: readonly SetParameter[];
  readonly tenorParameters: readonly SetParameter[];
  readonly forbiddenParameter: SetParameter;
  /** Life-cycle times of a set: text timestamps or epoch milliseconds. */
  readonly setTimes: 'text' | 'epoch';
  /** Names of the fields of a set's rates. */
  readonly setRateFields: SetRateFields;
  /** What the simulator answers when no set matches: 200 is `[]`. */
  readonly noSetStatus: number;
  readonly tickerFields: { readonly price: string; readonly time: string };
}

export type SetParameter = 'symbol' | 'symbols' | 'date' | 'tenor' | 'timeWindow';

export interface SetRateFields {
  readonly valueDate: string;
  readonly bid: string;
  readonly offer: string;
  readonly bidLimit: string;
  readonly offerLimit: string;
  readonly spotBid: string;
  readonly spotOffer: string;
  readonly bidForwardPoints: string;
  readonly offerForwardPoints: string;
  readonly time: string;
}

export const DEFAULT_MARKET_PROFILE: MarketProfile = {
  ladderShape: 'arrays',
  ladderRateId: 'text',
  pairParameters: ['symbol', 'symbols'],
  tenorParameters: ['tenor', 'date'],
  forbiddenParameter: 'timeWindow',
  setTimes: 'text',
  setRateFields: {
    valueDate: 'valueDate',
    bid: 'bid',
    offer: 'offer',
    bidLimit: 'bidLimit',
    offerLimit: 'offerLimit',
    spotBid: 'spotBid',
    spotOffer: 'spotOffer',
    bidForwardPoints: 'bidForwardPoints',
    offerForwardPoints: 'offerForwardPoints',
    time: 'time',
  },
  noSetStatus: 404,
  tickerFields: { price: 'price', time: 'timestamp' },
};
