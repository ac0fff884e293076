// An order in the naive venue: its state, and what follows from that alone.
import type { Instant } from '../../src/domain/index.js';
import type { Terms } from './naive-terms.js';
import { ORGS, PROVIDERS, type OrderLine } from './order-script.js';

export interface Order {
  readonly terms: Terms;
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
  told: string;
}

export function createOrder(terms: Terms, random: () => number): Order {
  return {
    ...{ terms, ended: '', reason: '', isArrived: false, isCancelAsked: false },
    ...{
      isSuspended: false,
      isTriggered: false,
      isStarted: false,
      isStopped: false,
      place: 'idle',
    },
    ...{ limit: 0n, turn: 0, piece: 0n, slice: 0n, sliceNumber: 0, random, cum: 0n },
    ...{ lastTicks: 0n, lastUnits: 0n, counterparty: '', told: '' },
  };
}

export function toRest({ terms, cum }: Order): bigint {
  return terms.size - cum;
}

/** What of the order is to be filled now: the slice of an algo, the rest of the others. */
export function toOpen(order: Order): bigint {
  return order.terms.type === 'Algo' ? order.slice : toRest(order);
}

/** The organization's providers for that order, as configured. */
export function findProviders({ org, type }: Terms): readonly string[] {
  const { spotProviders, rfsProviders } = ORGS.find((one) => one.org === org)!;
  const own = type === 'AtBest' ? rfsProviders : spotProviders;
  return PROVIDERS.filter((provider) => own.includes(provider));
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
  const filled = { cumUnits: cum, lastTicks, lastUnits, counterparty };
  return { at, user, coId, what: toStatus(order), ...filled, reason };
}
