// Renews the login of the remote gateway when its life ends or when somebody asks.
import { type Micros, MILLISECOND, NEVER } from '../../domain/index.js';
import type { RemotePorts } from './ports.js';

/** Shortest time between two renewals, whatever life the venue gives the login. */
const RENEW_GAP: Micros = 100 * MILLISECOND;

export class Renewal {
  readonly #ports: RemotePorts;
  #timer: { cancel(): void } | undefined;
  #isStopped = false;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /** Schedules a renewal for each time that the login's life requires it. */
  arm(): void {
    const { client, clock } = this.#ports;
    const renewDueAt = client.renewDueAt();
    if (this.#isStopped || renewDueAt === NEVER) return;
    const dueAt = Math.max(renewDueAt, clock.now() + RENEW_GAP);
    this.#timer = clock.at(dueAt, () => {
      void this.#renew().then(() => {
        this.arm();
      });
    });
  }

  /** Renews now. */
  renew(): void {
    if (!this.#isStopped) void this.#renew();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  #renew(): Promise<unknown> {
    const { client, poller } = this.#ports;
    return poller.requestNow('safety', () => client.renew());
  }
}
