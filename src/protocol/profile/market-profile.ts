// Settings for what the venue's interface leaves open about market data (wire facts 3).

export interface MarketProfile {
  /**
   * Shape of spot rates by type: an object of parallel arrays, the best level as scalars, or an
   * array of spot rates (one per provider for RAW, else one per level).
   */
  readonly ladderShape: 'arrays' | 'scalars' | 'list';
  /** Form of its rateId: a text, an array of one text, or none. */
  readonly ladderRateId: 'text' | 'array' | 'none';
  /**
   * Query of market data sets: needs one parameter of each slot; only fixed-period sets take the
   * forbidden one.
   */
  readonly pairParameters: readonly SetParameter[];
  readonly tenorParameters: readonly SetParameter[];
  readonly forbiddenParameter: SetParameter;
  /** Life-cycle times of a set: text timestamps or epoch milliseconds. */
  readonly setTimes: 'text' | 'epoch';
  readonly setRateFields: SetRateFields;
  /** Status of the simulator when no set matches; 200: an empty list. */
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
