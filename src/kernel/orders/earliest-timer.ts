// One timer for many orders; it fires at the earliest due time of them.
import { type Instant, NEVER } from '../../domain/index.js';

export interface EarliestTimerPorts {
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

export class EarliestTimer {
  readonly #ports: EarliestTimerPorts;
  readonly #fire: () => void;
  #dueAt: Instant = NEVER;
  #timer: { cancel(): void } | undefined;

  /** Calls `look` when the timer fires; `look` arms the timer again. */
  constructor(ports: EarliestTimerPorts, look: () => void) {
    this.#ports = ports;
    this.#fire = () => {
      this.#dueAt = NEVER;
      look();
    };
  }

  /** Keeps an earlier due time that is already armed. */
  arm(dueAt: Instant): void {
    if (dueAt >= this.#dueAt) return;
    this.#timer?.cancel();
    this.#dueAt = dueAt;
    this.#timer = this.#ports.at(dueAt, this.#fire);
  }
}
