// Enumerations of orders: side, type, time in force and status, with their internal codes.

export const SIDES = ['Buy', 'Sell'] as const;
export type Side = (typeof SIDES)[number];

export const ORDER_TYPES = [
  'Limit',
  'Market',
  'AtBest',
  'Stop',
  'StopLimit',
  'Pegged',
  'Algo',
  'PQ',
] as const;
/** Order types of wire facts 4.1; the list is complete. */
export type OrderType = (typeof ORDER_TYPES)[number];

export const TIMES_IN_FORCE = ['IOC', 'FOK', 'GTC', 'GTT', 'DAY'] as const;
/** Times in force of wire facts 4.1; the list is complete. */
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** Indexes in these lists: a lookup by name is faster than a search. */
export const ORDER_TYPE_CODES = toCodes(ORDER_TYPES);
export const TIME_IN_FORCE_CODES = toCodes(TIMES_IN_FORCE);

function toCodes<Word extends string>(words: readonly Word[]): Readonly<Record<Word, number>> {
  const codes = words.map((word, code) => [word, code] as const);
  return Object.fromEntries(codes) as Record<Word, number>;
}

export const ORDER_STATUSES = [
  'RECEIVED',
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'PENDING_CANCEL',
  'CANCELED',
  'REPLACED',
  'SUSPENDED',
  'REJECTED',
  'EXPIRED',
  'FAILED',
] as const;
/** Order statuses of wire facts 4.4. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const TERMINAL_STATUSES = [
  'FILLED',
  'CANCELED',
  'REPLACED',
  'REJECTED',
  'EXPIRED',
  'FAILED',
] as const satisfies readonly OrderStatus[];
/** Statuses that end an order; the final states of an order have the same names. */
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/**
 * True when the status ends an order; an unknown status never does. A switch, because a table
 * lookup costs eight times as much and every status is checked several times.
 */
export function isTerminalStatus(status: string): status is TerminalStatus {
  switch (status as TerminalStatus) {
    case 'FILLED':
    case 'CANCELED':
    case 'REPLACED':
    case 'REJECTED':
    case 'EXPIRED':
    case 'FAILED':
      return true;
    default:
      return false;
  }
}

/** +1 for Buy, -1 for Sell. */
export function toSign(side: Side): 1 | -1 {
  return side === 'Buy' ? 1 : -1;
}

/** No order can have this coId: the venue's response to a query for it is its "no result". */
export const NEVER_USED = 'weir-calibration';
