// Outcomes of reads: data of the domain, the venue's "no result", or a failure.
import type { BustEvent, OrderEvent, TradeEvent } from '../domain/events/index.js';
import { fail, type Instant, ok, type Result } from '../domain/index.js';
import type { TransportOutcome } from '../domain/venue/index.js';
import { decodeOrders, decodeTrades, type FindInstrument } from '../protocol/codecs/index.js';
import { classifyRead, type ReadWays } from '../protocol/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';
import { findDate, findJsonText } from './transport/response-headers.js';
import type { Exchange } from './transport/transport.js';

export type ReadOutcome<T> =
  | {
      readonly class: 'data';
      readonly value: T;
      readonly status: number;
      /** The venue's time from the Date header, whole seconds. */
      readonly serverAt?: Instant;
    }
  | { readonly class: 'empty'; readonly status: number }
  | {
      readonly class: 'failed';
      readonly status: number;
      /** Why the response is unusable; absent when the status says it. */
      readonly transport?: TransportOutcome;
      /** Fault code of a body that cannot be decoded. */
      readonly fault?: string;
      readonly message: string;
    };

/** Outcome of a list: an empty result is an empty list. */
export type ListOutcome<T> = Exclude<ReadOutcome<readonly T[]>, { readonly class: 'empty' }>;

/** Decodes a body; `undefined` is the venue's "no result" in a body. */
export type Decode<T> = (body: unknown) => Result<T | undefined>;

export function toReadOutcome<T>(
  exchange: Exchange,
  decode: Decode<T>,
  profile: VenueProfile,
  ways?: ReadWays,
): ReadOutcome<T> {
  const { status } = exchange;
  if (!exchange.ok) {
    const { transport, message } = exchange;
    return { class: 'failed', status, transport, message };
  }
  const read = classifyRead(status, findJsonText(exchange), profile, ways);
  if (read.class === 'empty') return { class: 'empty', status };
  if (read.class === 'failed') return { ...read, status };
  const decoded = decode(read.body);
  if (!decoded.ok) {
    const { code, message } = decoded.fault;
    return { class: 'failed', status, transport: 'schema', fault: code, message };
  }
  if (decoded.value === undefined) return { class: 'empty', status };
  const serverAt = findDate(exchange);
  const outcome = { class: 'data', value: decoded.value, status } as const;
  return serverAt === undefined ? outcome : { ...outcome, serverAt };
}

/** As `toReadOutcome`, with a message without secrets. */
export function toRedactedReadOutcome<T>(
  exchange: Exchange,
  decode: Decode<T>,
  profile: VenueProfile,
  none: readonly number[] | undefined,
  redact: (text: string) => string,
): ReadOutcome<T> {
  const ways = none && { none };
  const outcome = toReadOutcome(exchange, decode, profile, ways);
  if (outcome.class !== 'failed' || !exchange.ok) return outcome;
  // Decoding truncates texts: secrets have to be removed first.
  const body = redact(exchange.body);
  const clean = toReadOutcome({ ...exchange, body }, decode, profile, ways);
  return {
    ...outcome,
    message: redact(clean.class === 'failed' ? clean.message : outcome.message),
  };
}

/**
 * Statuses that mean "no result" for a list of all items: only the profile's status of an empty
 * list, since a wrong path would otherwise look like an empty list.
 */
export function toNone(noneStatus: number): readonly number[] {
  return noneStatus === 200 ? [] : [noneStatus];
}

export function toListOutcome<T>(outcome: ReadOutcome<readonly T[]>): ListOutcome<T> {
  const { status } = outcome;
  return outcome.class === 'empty' ? { class: 'data', value: [], status } : outcome;
}

/** Decodes the one order of a query by coId or order id. */
export function decodeNamedOrder(
  key: 'coId' | 'orderId',
  id: string,
  find: FindInstrument,
  profile: VenueProfile,
): Decode<OrderEvent> {
  return (body) => {
    const orders = decodeOrders(body, find, profile);
    if (!orders.ok) return orders;
    if (orders.value.length > 1) {
      const found = String(orders.value.length);
      return fail(
        'client.answer',
        `order query: expected one order for ${key} ${id}, found ${found}`,
      );
    }
    const [order] = orders.value;
    return order === undefined || order[key] === id
      ? ok(order)
      : fail('client.answer', `order query: expected ${key} ${id}, found "${order[key]}"`);
  };
}

/**
 * Decodes the fills of one order; a fill of another order makes the response unusable. A bust of
 * another order is left out: that order's own query reports it.
 */
export function decodeFills(
  key: 'orderId' | 'coId',
  id: string,
  find: FindInstrument,
  profile: VenueProfile,
): Decode<readonly (TradeEvent | BustEvent)[]> {
  return (body) => {
    const trades = decodeTrades(body, find, profile);
    if (!trades.ok) return trades;
    const isOther = (trade: TradeEvent | BustEvent) => isStray(trade[key] ?? '', id);
    const stray = trades.value.find((trade) => trade.type === 'trade' && isOther(trade));
    return stray === undefined
      ? ok(trades.value.filter((trade) => !isOther(trade)))
      : fail('client.answer', `fills: expected ${key} ${id}, found "${String(stray[key])}"`);
  };
}

/** A trade may lack the queried id; it may not have another one. */
function isStray(found: string, id: string): boolean {
  return found !== '' && found !== id;
}
