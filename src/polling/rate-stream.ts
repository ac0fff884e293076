// Stream of one symbol's rates, polled on the grid.
import { Observable, share } from 'rxjs';
import type { RateEvent } from '../domain/events/index.js';
import type { Instrument, Micros } from '../domain/index.js';
import type { StreamPorts } from './ports.js';
import type { PollEnd } from './poller.js';
import { type RateReading, toPollEnd, toPollEvent, toUnchanged } from './reading.js';

/** One poll for all subscribers; it runs while there is one. */
export function createRateStream(
  { client, clock, poller }: StreamPorts,
  instrument: Instrument,
  interval: Micros,
): Observable<RateReading> {
  const { symbol } = instrument;
  const key = toRateKey(symbol);
  return new Observable<RateReading>((subscriber) => {
    let last: RateEvent | undefined;
    const ask = async (): Promise<PollEnd> => {
      const outcome = await client.spotRate(instrument);
      const receivedAt = clock.now();
      if (outcome.class !== 'data') {
        subscriber.next({
          kind: 'poll',
          event: toPollEvent('rate', symbol, outcome),
          receivedAt,
        });
        return toPollEnd(outcome);
      }
      const { value: event, status } = outcome;
      if (last !== undefined && isSameRate(last, event)) {
        subscriber.next({ kind: 'poll', event: toUnchanged('rate', symbol, status), receivedAt });
        return true;
      }
      last = event;
      subscriber.next({ kind: 'rate', event, receivedAt, age: receivedAt - event.venueAt });
      return true;
    };
    const poll = poller.poll({ key, lane: 'data', schedule: poller.grid(key, interval), ask });
    return () => {
      poll.stop();
    };
  }).pipe(share());
}

/** Key of the poll of a symbol's rate. */
export function toRateKey(symbol: string): string {
  return `rate/${symbol}`;
}

type RateTold = Omit<RateEvent, 'type' | 'symbol'>;

/** Whether two rates are equal. */
export function isSameRate(a: RateTold, b: RateTold): boolean {
  return (
    a.venueAt === b.venueAt &&
    a.bidTicks === b.bidTicks &&
    a.offerTicks === b.offerTicks &&
    a.bidUnits === b.bidUnits &&
    a.offerUnits === b.offerUnits
  );
}
