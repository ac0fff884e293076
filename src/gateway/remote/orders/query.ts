// Queries one own order at once, besides its polls, on a request of the kernel.
import { toPollEvent } from '../../../polling/index.js';
import type { OrderEvent } from '../../../domain/events/index.js';
import type { Instant } from '../../../domain/index.js';
import type { RemotePorts } from '../ports.js';

/** What tracks own orders by their polls. */
interface Tracker {
  findOrderId(coId: string): string;
  isFollowed(coId: string, orderId: string): boolean;
  observe(event: OrderEvent, startedAt: Instant, finishedAt: Instant): void;
}

/**
 * Queries by coId, and by order id where that does not find it: the venue may not find the coId any
 * more, or may have another order under it. Found orders are reported; an order that is not found
 * proves nothing and is left to its polls.
 */
export async function queryOrder(
  { client, clock, emit, poller }: RemotePorts,
  tracker: Tracker,
  coId: string,
): Promise<void> {
  const orderId = tracker.findOrderId(coId);
  const ask = async (send: () => ReturnType<typeof client.orderByCoId>): Promise<string> => {
    const startedAt = clock.now();
    const outcome = await poller.requestNow('trading', send);
    if (outcome.class === 'failed') emit(toPollEvent('order', coId, outcome));
    if (outcome.class !== 'data') return outcome.class;
    const { value } = outcome;
    if (tracker.isFollowed(coId, value.orderId)) tracker.observe(value, startedAt, clock.now());
    else emit(value);
    return value.orderId;
  };
  const found = await ask(() => client.orderByCoId(coId));
  const isOver = found === 'failed' || orderId === '' || found === orderId;
  if (!isOver) await ask(() => client.orderById(orderId));
}
