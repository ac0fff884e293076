// Samples of the host: event loop lag and memory use, stamped once a second.
import type { HostEvent } from '../../domain/events/index.js';
import type { LagMeter, SessionPorts } from '../../host/index.js';

/** Monotonic time between two samples, milliseconds. */
const SAMPLE_EVERY_MS = 1_000;

export class HostWatch {
  readonly #ports: Pick<SessionPorts, 'clock' | 'host'>;
  readonly #take: (event: HostEvent) => void;
  readonly #sampleGuards: () => Partial<HostEvent>;
  #lag: LagMeter | undefined;
  #timer: { cancel(): void } | undefined;

  /** `sampleGuards` adds lock and disk. */
  constructor(
    ports: Pick<SessionPorts, 'clock' | 'host'>,
    take: (event: HostEvent) => void,
    sampleGuards: () => Partial<HostEvent> = () => ({}),
  ) {
    this.#ports = ports;
    this.#take = take;
    this.#sampleGuards = sampleGuards;
  }

  /** Takes the first sample at once: no order leaves before clock, disk and lock were checked. */
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
    // The sample's effects may have stopped this monitor.
    if (this.#lag !== lag) return;
    this.#timer = clock.setTimer(SAMPLE_EVERY_MS, () => {
      this.#sample(lag);
    });
  }
}
