// The venue's clock as responses show it: session time plus the injected skew.
import type { Instant, Micros } from '../../domain/index.js';

export class ShownClock {
  /** Added to session time in the Date header, login responses and the check of signatures. */
  skew: Micros = 0;

  show(at: Instant): Instant {
    return at + this.skew;
  }
}
