// Input queue of a session: one input at a time; what arrives during a step waits.
import type { Input } from './input.js';

export interface InputQueuePorts {
  readonly step: (input: Input) => void;
  /** Called once the queue is empty. */
  readonly idle: () => void;
  /** Called when a step threw. */
  readonly failed: (error: unknown) => void;
}

export class InputQueue {
  readonly #ports: InputQueuePorts;
  readonly #waiting: Input[] = [];
  #isTaking = false;

  constructor(ports: InputQueuePorts) {
    this.#ports = ports;
  }

  take(input: Input): void {
    this.#waiting.push(input);
    if (this.#isTaking) return;
    this.#isTaking = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        this.#ports.step(next);
      }
      this.#isTaking = false;
      this.#ports.idle();
    } catch (error) {
      this.#ports.failed(error);
    }
  }
}
