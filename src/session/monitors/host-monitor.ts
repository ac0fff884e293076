// Stamped samples of the host: how late the event loop ran and how much memory is in use.
import type { HostEvent } from '../../domain/index.js';
import type { LagMeter, SessionPorts } from '../../host/index.js';

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

  /** The first sample is of now: nothing leaves before clock, disk and lock were looked at. */
  start(): void {
    const lag = this.#ports.host.measureLag();
    this.#lag = lag;
    this.#sample(lag);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#lag?.stop();
    this.#lag = undefined;
  }

  #sample(lag: LagMeter): void {
    const { clock, host } = this.#ports;
    const sample = {
      loopLag: lag.take(),
      memoryBytes: host.memoryBytes(),
      ...host.measureHeap?.(),
    };
    this.#take({ type: 'host', ...sample, ...this.#sampleGuards() });
    // What the sample set off may have ended the watch.
    if (this.#lag !== lag) return;
    this.#timer = clock.setTimer(SAMPLE_EVERY_MS, () => {
      this.#sample(lag);
    });
  }
}
