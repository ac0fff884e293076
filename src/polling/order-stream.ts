// Streams of own orders: one order until it has ended, or the list of active orders.
import { defer, filter, Observable, type Subscriber } from 'rxjs';
import type { OrderEvent } from '../domain/events/index.js';
import type { Instant, Micros } from '../domain/index.js';
import { isTerminalStatus } from '../domain/orders/index.js';
import type { PollTask } from './poller.js';
import type { StreamPorts } from './ports.js';
import { type ActiveReading, type OrderReading, toPartialPoll, toPollEvent } from './reading.js';
import { createDoubling, type Pace } from './schedule.js';

/** An own order by its coId, and by the venue's order id once known. */
export interface OrderName {
  readonly coId: string;
  readonly orderId: string;
}

/**
 * Emits each poll's report of the order; completes when the order has ended. Queries by coId, then
 * by order id where that finds nothing or another order: the venue's indexes may differ, and a coId
 * may have a duplicate. `until` ends the polls; a running query is still emitted.
 */
export function createObservationStream(
  { client, clock, poller }: StreamPorts,
  name: OrderName,
  pace: Pace,
  key: string = name.coId,
  until?: Observable<unknown>,
): Observable<OrderReading> {
  return new Observable<OrderReading>((subscriber) => {
    const { coId } = name;
    const show = (event: OrderEvent, startedAt: Instant): void => {
      const receivedAt = clock.now();
      const age = event.transactAt === 0 ? 0 : receivedAt - event.transactAt;
      subscriber.next({ kind: 'order', event, startedAt, receivedAt, age });
    };
    const ask = async (): Promise<boolean> => {
      let startedAt = clock.now();
      let outcome = await client.orderByCoId(coId);
      const { orderId } = name;
      const isOther = outcome.class === 'data' && outcome.value.orderId !== orderId;
      if (orderId !== '' && (isOther || outcome.class === 'empty')) {
        if (outcome.class === 'data') show(outcome.value, startedAt);
        if (subscriber.closed) return true;
        startedAt = clock.now();
        outcome = await poller.requestNow('trading', () => client.orderById(orderId));
      }
      if (outcome.class !== 'data') {
        const event = toPartialPoll(coId, outcome);
        subscriber.next({ kind: 'poll', event, receivedAt: clock.now() });
        return outcome.class === 'empty';
      }
      show(outcome.value, startedAt);
      if (isTerminalStatus(outcome.value.status)) subscriber.complete();
      return true;
    };
    const schedule = createDoubling(clock.now(), pace);
    const task: PollTask = { key: `order/${key}`, lane: 'trading', schedule, ask };
    return runPoll(poller, task, subscriber, until);
  });
}

/** Drops reports without a change; polls that did not find the order stay. */
export function dropUnchanged(observations: Observable<OrderReading>): Observable<OrderReading> {
  return defer(() => {
    let last: OrderEvent | undefined;
    return observations.pipe(
      filter((reading) => {
        if (reading.kind === 'poll') return true;
        const isChange = last === undefined || !isSameOrder(last, reading.event);
        last = reading.event;
        return isChange;
      }),
    );
  });
}

/**
 * Emits the list of active orders at each point of its grid. `until` ends the polls; a running
 * query is still emitted.
 */
export function createActiveStream(
  { client, clock, poller }: StreamPorts,
  interval: Micros,
  until?: Observable<unknown>,
): Observable<ActiveReading> {
  const key = 'orders';
  return new Observable<ActiveReading>((subscriber) => {
    const ask = async (): Promise<boolean> => {
      const startedAt = clock.now();
      const outcome = await client.activeOrders();
      const receivedAt = clock.now();
      if (outcome.class === 'data') {
        subscriber.next({ kind: 'orders', events: outcome.value, startedAt, receivedAt });
        return true;
      }
      subscriber.next({ kind: 'poll', event: toPollEvent('order', '', outcome), receivedAt });
      return false;
    };
    const schedule = poller.grid(key, interval);
    return runPoll(poller, { key, lane: 'trading', schedule, ask }, subscriber, until);
  });
}

/**
 * Polls until unsubscribed, or until `until` emits and the running query has been reported, since
 * its response may cause a halt. Returns the unsubscribe function.
 */
function runPoll(
  poller: StreamPorts['poller'],
  task: PollTask,
  subscriber: Subscriber<unknown>,
  until: Observable<unknown> | undefined,
): () => void {
  let isAsking = false;
  let isEnding = false;
  const ask = async (): ReturnType<PollTask['ask']> => {
    isAsking = true;
    const end = await task.ask();
    isAsking = false;
    if (isEnding) subscriber.complete();
    return end;
  };
  const poll = poller.poll({ ...task, ask });
  const ending = until?.subscribe(() => {
    isEnding = true;
    poll.stop();
    if (!isAsking) subscriber.complete();
  });
  return () => {
    ending?.unsubscribe();
    poll.stop();
  };
}

/** Whether two reports of one order are equal. */
export function isSameOrder(a: OrderEvent, b: OrderEvent): boolean {
  return (
    a.orderId === b.orderId &&
    a.status === b.status &&
    a.cumUnits === b.cumUnits &&
    a.lacksFilled === b.lacksFilled &&
    hasSameTerms(a, b) &&
    a.reason === b.reason &&
    a.transactAt === b.transactAt
  );
}

/** Whether two reports have the same terms. */
export function hasSameTerms(a: OrderEvent, b: OrderEvent): boolean {
  return (
    a.units === b.units &&
    a.priceTicks === b.priceTicks &&
    a.symbol === b.symbol &&
    a.side === b.side &&
    a.orderType === b.orderType &&
    a.timeInForce === b.timeInForce &&
    a.dealtCurrency === b.dealtCurrency
  );
}
