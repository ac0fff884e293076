// The earliest due time of several queues, in one number.
import { type Instant, NEVER } from '../domain/index.js';

/**
 * Each queue lowers `at` when an item is added. `at` is a lower bound: whoever reaches it asks the
 * queues and resets it.
 */
export class NextDue {
  at: Instant = NEVER;

  lower(dueAt: Instant): void {
    if (dueAt < this.at) this.at = dueAt;
  }
}
