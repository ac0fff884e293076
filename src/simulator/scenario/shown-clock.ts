// The venue's clock as others see it: session time, or off by what a scenario says.
import type { Instant, Micros } from '../../domain/index.js';

export class ShownClock {
  /** Added to session time in the Date header, login answers and the check of signatures. */
  skew: Micros = 0;

  show(at: Instant): Instant {
    return at + this.skew;
  }
}
