// Stamped samples of the host: how late the event loop ran and how much memory is in use.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HostEvent } from '../domain/index.js';

/** Machine time between two samples, milliseconds. */
const SAMPLE_EVERY_MS = 1_000;
const NANOS_PER_MICRO = 1_000;

export class HostWatch {
  readonly #take: (event: HostEvent) => void;
  readonly #delay = monitorEventLoopDelay({ resolution: 10 });
  #timer: NodeJS.Timeout | undefined;

  constructor(take: (event: HostEvent) => void) {
    this.#take = take;
  }

  start(): void {
    this.#delay.enable();
    this.#timer = setInterval(() => {
      this.#take({
        type: 'host',
        loopLag: Math.round(this.#delay.max / NANOS_PER_MICRO),
        memoryBytes: process.memoryUsage.rss(),
      });
      this.#delay.reset();
    }, SAMPLE_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }
}
