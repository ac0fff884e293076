// Open points that need an extra, with the option that enables it.

export const NEEDED_EXTRAS: ReadonlyMap<number, string> = new Map([
  [7, 'statuses show in orders: --orders'],
  [8, 'names of actions and executions show in orders: --orders'],
  [9, 'required fields show in orders without them: --orders'],
  [10, 'date formats show in filled orders: --orders'],
  [12, 'reasons show in an order that cannot be filled: --orders'],
  [14, 'shown by booking trades: --orders --back-office'],
  [16, 'shown by amending and rolling trades: --orders --back-office'],
  [17, 'events and quotes show in a quote request: --orders'],
  [18, 'responses to quote requests and withdrawals show in a quote request: --orders'],
  [23, 'limits show when they are exceeded: --limits'],
  [24, 'shown by a download, which removes records, and a resend: --stp'],
]);
