// One timer for many orders: it is due when the first of them is to be looked at.
import { type Instant, NEVER } from '../../domain/index.js';

export interface EarliestTimerPorts {
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

export class EarliestTimer {
  readonly #ports: EarliestTimerPorts;
  readonly #fire: () => void;
  #dueAt: Instant = NEVER;
  #timer: { cancel(): void } | undefined;

  /** `look` is called once for each time that it was armed for, and arms it anew. */
  constructor(ports: EarliestTimerPorts, look: () => void) {
    this.#ports = ports;
    this.#fire = () => {
      this.#dueAt = NEVER;
      look();
    };
  }

  /** Due at this time, unless it is earlier already. */
  arm(dueAt: Instant): void {
    if (dueAt >= this.#dueAt) return;
    this.#timer?.cancel();
    this.#dueAt = dueAt;
    this.#timer = this.#ports.at(dueAt, this.#fire);
  }
}
