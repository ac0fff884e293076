// Polled data of the venue as streams.
import type { Observable } from 'rxjs';
import { type Instrument, type Micros, MILLISECOND, SECOND } from '../domain/index.js';
import type { Lane } from './request-budget.js';
import { createFillStream } from './fill-stream.js';
import {
  createActiveStream,
  createObservationStream,
  dropUnchanged,
  type OrderName,
} from './order-stream.js';
import type { StreamPorts } from './ports.js';
import { createRateStream } from './rate-stream.js';
import type { ActiveReading, OrderReading, RateReading, TradeReading } from './reading.js';
import type { Pace } from './schedule.js';

/** Default gaps between two queries of one order. */
export const ORDER_PACE: Pace = { first: 200 * MILLISECOND, most: 2 * SECOND };

/** Readings until unsubscribed, which stops the polls at once. No stream errors. */
export interface Streams {
  /** Rates of a symbol; subscribers with the same interval share one poll. */
  rates(instrument: Instrument, options: { readonly interval: Micros }): Observable<RateReading>;
  /** One own order until it has ended: its changes and the polls that did not find it. */
  order(coId: string, pace?: Pace): Observable<OrderReading>;
  /**
   * As `order`, with every response, changed or not, to compare sources by their times. The order
   * id may become known later; `key` distinguishes duplicates of a coId. `until` or the order's end
   * stops the polls; a running query is still emitted.
   */
  observations(
    name: OrderName,
    pace?: Pace,
    key?: string,
    until?: Observable<unknown>,
  ): Observable<OrderReading>;
  /** The complete list of active orders each time; `until` as above. */
  activeOrders(options: {
    readonly interval: Micros;
    readonly until?: Observable<unknown>;
  }): Observable<ActiveReading>;
  /** Fills of an own order: one query per value of `asks`, each record of a trade once. */
  fills(coId: string, orderId: string, asks: Observable<Lane>): Observable<TradeReading>;
}

export function createStreams(ports: StreamPorts): Streams {
  const rates = new Map<string, Observable<RateReading>>();
  return {
    rates: (instrument, { interval }) => {
      const key = `${instrument.symbol} ${String(interval)}`;
      const stream = rates.get(key) ?? createRateStream(ports, instrument, interval);
      rates.set(key, stream);
      return stream;
    },
    order: (coId, pace = ORDER_PACE) =>
      dropUnchanged(createObservationStream(ports, { coId, orderId: '' }, pace)),
    observations: (name, pace = ORDER_PACE, key = name.coId, until) =>
      createObservationStream(ports, name, pace, key, until),
    activeOrders: ({ interval, until }) => createActiveStream(ports, interval, until),
    fills: (coId, orderId, asks) => createFillStream(ports, coId, orderId, asks),
  };
}
