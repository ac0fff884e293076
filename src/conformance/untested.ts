// Open points that conformance does not test, or only with orders, and why.

/** Points that no call of conformance shows, whatever the flags. */
export const NEVER_TESTED: ReadonlyMap<number, string> = new Map([
  [
    9,
    'to show which fields StopLimit, Pegged and Stop need, orders would have to be sent that ' +
      'lack them, and a venue may take those',
  ],
  [12, 'a serious error and business rejections come when the venue is in trouble, not on demand'],
  [14, 'shown by booking a trade: a desk call, which conformance never makes'],
  [16, 'shown by amending, rolling or allocating a trade: desk calls, which it never makes'],
  [23, 'shown by exceeding limits, which a venue may answer with a lock'],
  [
    24,
    'a download of STP takes records from whoever needs them, and a resend sends them again to all',
  ],
]);

/** Points that need orders or requests for quotes. */
export const NEED_ORDERS: ReadonlyMap<number, string> = new Map([
  [7, 'status words show in orders: --orders'],
  [8, 'words of actions and executions show in orders: --orders'],
  [10, 'dates of answers show in filled orders: --orders'],
  [17, 'events and quotes show in a request for quotes: --orders'],
  [18, 'answers to requests for quotes and withdrawals show in one: --orders'],
]);
