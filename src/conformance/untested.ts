// Open points that need an extra, with the option that enables it.

export const NEEDED_EXTRAS: ReadonlyMap<number, string> = new Map([
  [7, 'status words show in orders: --orders'],
  [8, 'words of actions and executions show in orders: --orders'],
  [9, 'what orders need shows in orders that lack it: --orders'],
  [10, 'dates of answers show in filled orders: --orders'],
  [12, 'reasons show in an order that cannot be filled: --orders'],
  [14, 'shown by booking trades: --orders --back-office'],
  [16, 'shown by amending and rolling trades: --orders --back-office'],
  [17, 'events and quotes show in a request for quotes: --orders'],
  [18, 'answers to requests for quotes and withdrawals show in one: --orders'],
  [23, 'limits show when they are exceeded: --limits'],
  [24, 'shown by a download, which takes records, and a resend: --stp'],
]);
