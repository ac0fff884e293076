// Result of a poll as a value: data, or why there is none. Streams of readings never error.
import type {
  BustEvent,
  OrderEvent,
  PollEvent,
  PollSubject,
  RateEvent,
  TradeEvent,
} from '../domain/events/index.js';
import type { Instant, Micros } from '../domain/index.js';
import type { ReadOutcome } from '../client/index.js';
import type { PollEnd } from './poller.js';
import { ONE_SIDED } from '../protocol/codecs/index.js';

/** A poll without new data, with the session time of its end. */
export interface PollReading {
  readonly kind: 'poll';
  readonly event: PollEvent;
  readonly receivedAt: Instant;
}

export interface FreshRate {
  readonly kind: 'rate';
  readonly event: RateEvent;
  readonly receivedAt: Instant;
  /** Age of the rate on receipt. */
  readonly age: Micros;
}

export interface OrderObservation {
  readonly kind: 'order';
  readonly event: OrderEvent;
  /** Time of the query: a later query's response cannot miss what happened before it. */
  readonly startedAt: Instant;
  readonly receivedAt: Instant;
  /** Time since the venue changed the order; 0 when the venue does not state it. */
  readonly age: Micros;
}

export interface ActiveOrders {
  readonly kind: 'orders';
  readonly events: readonly OrderEvent[];
  readonly startedAt: Instant;
  readonly receivedAt: Instant;
}

/** A fill, or a bust of one. */
export interface NewTrade {
  readonly kind: 'trade';
  readonly event: TradeEvent | BustEvent;
  readonly receivedAt: Instant;
}

export type RateReading = FreshRate | PollReading;
export type OrderReading = OrderObservation | PollReading;
export type ActiveReading = ActiveOrders | PollReading;
export type TradeReading = NewTrade | PollReading;

/** A read without data. */
export type NoData = Exclude<ReadOutcome<unknown>, { readonly class: 'data' }>;

/** Event of a read without data; `key` is the symbol or coId, empty for all orders. */
export function toPollEvent(subject: PollSubject, key: string, outcome: NoData): PollEvent {
  const { status } = outcome;
  if (outcome.class === 'empty') {
    return { type: 'poll', subject, key, outcome: 'empty', status, message: '' };
  }
  const { transport, fault, message } = outcome;
  const facts = {
    ...(transport === undefined ? {} : { transport }),
    ...(fault === ONE_SIDED ? { isBroken: true as const } : {}),
  };
  return { type: 'poll', subject, key, outcome: 'failed', status, ...facts, message };
}

/**
 * Event of an order query by its ids alone: lists, trades and positions may still have the order.
 */
export function toPartialPoll(coId: string, outcome: NoData): PollEvent {
  const event = toPollEvent('order', coId, outcome);
  return outcome.class === 'empty' ? { ...event, isPartial: true } : event;
}

/** The request itself is wrong: the venue would reject it again. */
const BAD_REQUEST = 400;

/** Result of a poll without data; `empty` is a valid response. */
export function toPollEnd(outcome: NoData): PollEnd {
  if (outcome.class === 'empty') return true;
  return outcome.status === BAD_REQUEST ? 'refused' : false;
}

/** Event of a read that returned nothing new. */
export function toUnchanged(subject: PollSubject, key: string, status: number): PollEvent {
  return { type: 'poll', subject, key, outcome: 'unchanged', status, message: '' };
}
