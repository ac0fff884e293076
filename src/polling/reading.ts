// What a poll brought, as a value: data, or why there is none. Streams of readings never error.
import type {
  BustEvent,
  Instant,
  Micros,
  OrderEvent,
  PollEvent,
  PollSubject,
  RateEvent,
  TradeEvent,
} from '../domain/index.js';
import type { ReadOutcome } from '../client/index.js';
import type { PollEnd } from './poller.js';
import { ONE_SIDED } from '../protocol/index.js';

/** A poll without new data; session time of its end. */
export interface PollReading {
  readonly kind: 'poll';
  readonly event: PollEvent;
  readonly receivedAt: Instant;
}

export interface FreshRate {
  readonly kind: 'rate';
  readonly event: RateEvent;
  readonly receivedAt: Instant;
  /** How old the rate was on receipt. */
  readonly age: Micros;
}

export interface OrderObservation {
  readonly kind: 'order';
  readonly event: OrderEvent;
  /**
   * When the query was sent: nothing that happened later can be missing from an answer to a later
   * one.
   */
  readonly startedAt: Instant;
  readonly receivedAt: Instant;
  /** Time since the venue changed the order; 0 when it does not say. */
  readonly age: Micros;
}

export interface ActiveOrders {
  readonly kind: 'orders';
  readonly events: readonly OrderEvent[];
  readonly startedAt: Instant;
  readonly receivedAt: Instant;
}

/** A fill, or one that the venue took back. */
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

/** The event of a read that brought nothing; `key` is the symbol or coId, empty for all orders. */
export function toPollEvent(subject: PollSubject, key: string, outcome: NoData): PollEvent {
  const { status } = outcome;
  if (outcome.class === 'empty') {
    return { type: 'poll', subject, key, outcome: 'empty', status, message: '' };
  }
  const { transport, fault, message } = outcome;
  const told = {
    ...(transport === undefined ? {} : { transport }),
    ...(fault === ONE_SIDED ? { isBroken: true as const } : {}),
  };
  return { type: 'poll', subject, key, outcome: 'failed', status, ...told, message };
}

/** The same of an order by its ids alone: lists, trades and positions may still speak for it. */
export function toPartialPoll(coId: string, outcome: NoData): PollEvent {
  const event = toPollEvent('order', coId, outcome);
  return outcome.class === 'empty' ? { ...event, isPartial: true } : event;
}

/** The request itself is wrong: the same one is turned down again. */
const BAD_REQUEST = 400;

/** What a read without data means for its poll; `empty` is an answer. */
export function toPollEnd(outcome: NoData): PollEnd {
  if (outcome.class === 'empty') return true;
  return outcome.status === BAD_REQUEST ? 'refused' : false;
}

/** The event of a read that brought what was known already. */
export function toUnchanged(subject: PollSubject, key: string, status: number): PollEvent {
  return { type: 'poll', subject, key, outcome: 'unchanged', status, message: '' };
}
