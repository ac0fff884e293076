// Stamped samples of the host: how late the event loop ran and how much memory is in use.
import type { HostEvent } from '../domain/index.js';
import type { LagMeter, SessionPorts } from './ports.js';

/** Machine time between two samples, milliseconds. */
const SAMPLE_EVERY_MS = 1_000;

export class HostWatch {
  readonly #ports: Pick<SessionPorts, 'clock' | 'host'>;
  readonly #take: (event: HostEvent) => void;
  readonly #sampleGuards: () => Partial<HostEvent>;
  #lag: LagMeter | undefined;
  #timer: { cancel(): void } | undefined;

  /** `sampleGuards` adds what it knows of lock and disk. */
  constructor(
    ports: Pick<SessionPorts, 'clock' | 'host'>,
    take: (event: HostEvent) => void,
    sampleGuards: () => Partial<HostEvent> = () => ({}),
  ) {
    this.#ports = ports;
    this.#take = take;
    this.#sampleGuards = sampleGuards;
  }

  start(): void {
    this.#lag = this.#ports.host.measureLag();
    this.#arm(this.#lag);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#lag?.stop();
    this.#lag = undefined;
  }

  #arm(lag: LagMeter): void {
    const { clock, host } = this.#ports;
    this.#timer = clock.setTimer(SAMPLE_EVERY_MS, () => {
      const sample = {
        loopLag: lag.take(),
        memoryBytes: host.memoryBytes(),
        ...host.measureHeap?.(),
      };
      this.#take({ type: 'host', ...sample, ...this.#sampleGuards() });
      // What the sample set off may have ended the watch.
      if (this.#lag === lag) this.#arm(lag);
    });
  }
}
