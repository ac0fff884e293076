// Schedules the end of an order: its time in force and the execution end of an algo.
import { NEVER } from '../../domain/index.js';
import { findExpiry, type VenueOrder } from '../order.js';
import { finishInTime } from './special/algo.js';
import type { Matching } from './matching.js';

/** Both times count from acceptance, even if the order reaches the engine later. */
export function scheduleExpiry(engine: Matching, order: VenueOrder): void {
  const { scheduler } = engine;
  const expiresAt = findExpiry(order);
  if (expiresAt !== NEVER) {
    order.expiry = scheduler.at(expiresAt, () => {
      engine.expire(scheduler.now, order);
    });
  }
  if (order.terms.type === 'Algo') finishInTime(engine, order);
}
