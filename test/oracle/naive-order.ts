// An order in the naive venue: its state, and what follows from that alone.
import type { Instant } from '../../src/domain/index.js';
import type { NamedRate, Terms } from './naive-terms.js';
import type { OrderLine, OrderScript } from './order-script.js';

export interface Order {
  readonly terms: Terms;
  /** The rate that a PQ order names. */
  readonly rate: NamedRate | undefined;
  /** Empty unless the order has ended. */
  ended: string;
  reason: string;
  isArrived: boolean;
  isCancelAsked: boolean;
  isSuspended: boolean;
  isTriggered: boolean;
  /** Whether an algo has begun to slice, and whether it makes no more slices. */
  isStarted: boolean;
  isStopped: boolean;
  /** Where an arrived order is; an algo between slices is idle. */
  place: 'idle' | 'waits for a rate' | 'waits for its stop' | 'rests';
  /** While it rests; 0: a peg that has seen no rate. */
  limit: bigint;
  /** Of an order at the same limit, the lower one came first. */
  turn: number;
  /** What is left of the piece that is shown. */
  piece: bigint;
  /** Of an algo: what is left of its slice, and which slice that is. */
  slice: bigint;
  sliceNumber: number;
  random: () => number;
  cum: bigint;
  lastTicks: bigint;
  lastUnits: bigint;
  counterparty: string;
  /** Over all fills: base units times ticks, and base units. */
  value: bigint;
  base: bigint;
  told: string;
}

export function createOrder(terms: Terms, random: () => number, rate?: NamedRate): Order {
  return {
    ...{ terms, rate, ended: '', reason: '', isArrived: false, isCancelAsked: false },
    ...{
      isSuspended: false,
      isTriggered: false,
      isStarted: false,
      isStopped: false,
      place: 'idle',
    },
    ...{ limit: 0n, turn: 0, piece: 0n, slice: 0n, sliceNumber: 0, random, cum: 0n },
    ...{ lastTicks: 0n, lastUnits: 0n, counterparty: '', value: 0n, base: 0n, told: '' },
  };
}

export function toRest({ terms, cum }: Order): bigint {
  return terms.size - cum;
}

/** What of the order is to be filled now: the slice of an algo, the rest of the others. */
export function toOpen(order: Order): bigint {
  return order.terms.type === 'Algo' ? order.slice : toRest(order);
}

/** Rule 18: whether nothing happens, for what could be filled at once is below the minimum. */
export function isTooLittle(order: Order, units: bigint): boolean {
  return order.cum === 0n && units < order.terms.min && units < toRest(order);
}

/** Counts a fill of so many dealt units, which are so many base units, at a rate. */
export function addFill(
  order: Order,
  units: bigint,
  base: bigint,
  ticks: bigint,
  provider: string,
): void {
  order.cum += units;
  order.value += base * ticks;
  order.base += base;
  order.slice -= units < order.slice ? units : order.slice;
  order.lastUnits = units;
  order.lastTicks = ticks;
  order.counterparty = provider;
}

/** The organization's providers of a symbol's spot rates or quotes, as configured. */
export function findProviders(
  { orgs, providers }: OrderScript,
  org: string,
  kind: 'spotProviders' | 'rfsProviders',
  symbol: string,
): readonly string[] {
  const own = orgs.find((one) => one.org === org)![kind];
  return providers
    .filter(({ id, symbols }) => own.includes(id) && (symbols?.includes(symbol) ?? true))
    .map(({ id }) => id);
}

function toStatus(order: Order): string {
  if (order.ended !== '') return order.ended;
  if (order.isCancelAsked) return 'PENDING_CANCEL';
  if (order.isSuspended) return 'SUSPENDED';
  if (order.cum > 0n) return 'PARTIALLY_FILLED';
  return order.isArrived ? 'NEW' : 'RECEIVED';
}

export function toLine(order: Order, at: Instant): OrderLine {
  const { terms, cum, lastTicks, lastUnits, counterparty, reason } = order;
  const { user, coId } = terms;
  const average = [order.value, order.base] as const;
  const filled = { cumUnits: cum, lastTicks, lastUnits, counterparty, average };
  return { at, user, coId, what: toStatus(order), ...filled, reason };
}
