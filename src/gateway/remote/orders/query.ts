// Asks for one own order at once, beside its polls: what the kernel wants to know now.
import { toPollEvent } from '../../../polling/index.js';
import type { OrderTracker } from './order-tracker.js';
import type { RemotePorts } from '../ports.js';

/**
 * By our id, and by the venue's where that does not show it: the venue may have forgotten ours, or
 * have another order under it. What is shown is told; that nothing is shown proves nothing, and is
 * left to the polls of the order.
 */
export async function queryOrder(
  { client, clock, emit, poller }: RemotePorts,
  follower: OrderTracker,
  coId: string,
): Promise<void> {
  const orderId = follower.findOrderId(coId);
  const ask = async (send: () => ReturnType<typeof client.orderByCoId>): Promise<string> => {
    const startedAt = clock.now();
    const outcome = await poller.requestNow('trading', send);
    if (outcome.class === 'failed') emit(toPollEvent('order', coId, outcome));
    if (outcome.class !== 'data') return outcome.class;
    const { value } = outcome;
    if (follower.isFollowed(coId, value.orderId)) follower.observe(value, startedAt, clock.now());
    else emit(value);
    return value.orderId;
  };
  const found = await ask(() => client.orderByCoId(coId));
  const isOver = found === 'failed' || orderId === '' || found === orderId;
  if (!isOver) await ask(() => client.orderById(orderId));
}
