// Open points of the venue's interface, numbered as in wire facts 16.

export interface OpenPoint {
  readonly point: number;
  readonly area: string;
  readonly question: string;
  /** Sections of the wire facts. */
  readonly section: string;
}

export const OPEN_POINTS: readonly OpenPoint[] = [
  {
    point: 1,
    area: 'Auth',
    question: 'where renew returns the new token, status of a failed login',
    section: '2.1, 2.2',
  },
  {
    point: 2,
    area: 'Auth',
    question: 'HMAC: signed headers, request-line text, clock skew',
    section: '2.3',
  },
  {
    point: 3,
    area: 'Market data',
    question: 'shape of spot rates by type, and whether they have rateId',
    section: '3.2',
  },
  {
    point: 4,
    area: 'Market data',
    question: 'parameters of market data sets in the either/or slots and the forbidden slot',
    section: '3.4',
  },
  {
    point: 5,
    area: 'Market data',
    question: 'fields of a rate in a market data set, time formats of the set',
    section: '3.4',
  },
  { point: 6, area: 'Market data', question: 'ticker answer', section: '3.6' },
  { point: 7, area: 'Orders', question: 'spelling of six statuses', section: '4.4' },
  {
    point: 8,
    area: 'Orders',
    question: 'further values of targetStrategy, pegPriceType, priceType, action, executionType',
    section: '4.1',
  },
  {
    point: 9,
    area: 'Orders',
    question: 'required fields of StopLimit and Pegged; timeInForce of Stop',
    section: '4.2',
  },
  {
    point: 10,
    area: 'Orders',
    question: 'formats of execution times and of dates in responses',
    section: '4.2, 1',
  },
  {
    point: 11,
    area: 'Orders',
    question: 'responses to both cancels, to the query by coId, and when no order is active',
    section: '4.5, 4.7',
  },
  {
    point: 12,
    area: 'Orders',
    question: 'text of the serious error, reasons of business rejections',
    section: '4.8',
  },
  {
    point: 13,
    area: 'Errors',
    question: 'name of the code field in error bodies',
    section: '11.2',
  },
  {
    point: 14,
    area: 'Trades',
    question: 'creditMode codes 0 and 1; tenor against date',
    section: '5.1',
  },
  {
    point: 15,
    area: 'Trades',
    question: 'parameter of the fills query, trade object, cancel request and its response',
    section: '5.2, 5.3, 5.7',
  },
  {
    point: 16,
    area: 'Trades',
    question: 'status of the original after amend, roll, allocate; restriction values',
    section: '5.4',
  },
  {
    point: 17,
    area: 'RFS',
    question: 'events beyond the two known events, rest of the quote, trades in the response',
    section: '6.2',
  },
  {
    point: 18,
    area: 'RFS',
    question: 'accept and withdraw, status of the request, name of the client id in queries',
    section: '6',
  },
  {
    point: 19,
    area: 'Positions',
    question: 'level spellings, side values, date format, array or object',
    section: '7',
  },
  { point: 20, area: 'Custody', question: 'everything beyond the paths', section: '8' },
  {
    point: 21,
    area: 'Accounts',
    question: 'balance fields, body of the broker update',
    section: '8',
  },
  {
    point: 22,
    area: 'Reference',
    question: 'all field names, parameter of the lists, slash in the symbol path',
    section: '9',
  },
  {
    point: 23,
    area: 'Limits',
    question: 'rate limits, session count, body size, trading hours of REST',
    section: '12',
  },
  {
    point: 24,
    area: 'STP',
    question: 'body of the response to a resend, whether event can be missing',
    section: '10',
  },
];
