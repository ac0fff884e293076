// Asks for one own order at once, beside its polls: what the kernel wants to know now.
import { toPollEvent } from '../streams/index.js';
import type { Follower } from './remote-follow.js';
import type { RemotePorts } from './remote-ports.js';

/**
 * One query by coId. What it shows is told; that it shows nothing proves nothing, and is left to
 * the polls of the order.
 */
export async function queryOrder(
  { client, clock, emit, poller }: RemotePorts,
  follower: Follower,
  coId: string,
): Promise<void> {
  const startedAt = clock.now();
  const outcome = await poller.force('trading', () => client.orderByCoId(coId));
  if (outcome.class === 'failed') emit(toPollEvent('order', coId, outcome));
  if (outcome.class !== 'data') return;
  if (follower.isFollowed(coId)) follower.observe(outcome.value, startedAt, clock.now());
  else emit(outcome.value);
}
