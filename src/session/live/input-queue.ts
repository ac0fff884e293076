// One input at a time: what comes while another is being taken waits for its turn.
import type { Input } from './input.js';

export interface InputQueuePorts {
  readonly step: (input: Input) => void;
  /** All that had come has been taken. */
  readonly idle: () => void;
  /** A step broke an invariant. */
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
