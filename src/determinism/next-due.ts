// The earliest due time of several queues: one number to look at while nothing is due.
import { type Instant, NEVER } from '../domain/index.js';

/**
 * Queues lower `at` as they take things in. It may be too early, never too late: who finds it
 * reached asks the queues themselves and sets it anew.
 */
export class NextDue {
  at: Instant = NEVER;

  lower(dueAt: Instant): void {
    if (dueAt < this.at) this.at = dueAt;
  }
}
