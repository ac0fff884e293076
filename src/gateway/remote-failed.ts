// Asks for the trades of an order that failed, until one answer shows them whole: "failed" is not
// "never filled".
import { MILLISECOND, MINUTE } from '../domain/index.js';
import { createDoubling, type Pace, toPollEvent, toUnchanged } from '../streams/index.js';
import type { RemotePorts } from './remote-ports.js';

/** Gaps between two queries while none was answered; they do not end before one is. */
const PACE: Pace = { first: 250 * MILLISECOND, most: MINUTE };

export class FailedOrders {
  readonly #ports: RemotePorts;
  /** Ends each search, by coId. */
  readonly #searches = new Map<string, () => void>();

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /** Tells the order's trades by both ids, then one `unchanged` poll: these are all. */
  seek(coId: string, orderId: string): void {
    if (this.#searches.has(coId)) return;
    const { clock, poller } = this.#ports;
    const from = clock.now();
    const ask = (): Promise<boolean> => this.#ask(coId, orderId);
    const schedule = createDoubling(from, PACE);
    const poll = poller.poll({ key: `failed/${coId}`, lane: 'safety', schedule, ask });
    this.#searches.set(coId, () => {
      poll.stop();
    });
  }

  close(): void {
    for (const coId of [...this.#searches.keys()]) this.#end(coId);
  }

  #end(coId: string): void {
    this.#searches.get(coId)?.();
    this.#searches.delete(coId);
  }

  async #ask(coId: string, orderId: string): Promise<boolean> {
    const { client, emit } = this.#ports;
    let status = 0;
    for (const key of ['orderId', 'coId'] as const) {
      const id = key === 'coId' ? coId : orderId;
      if (id === '') continue;
      const outcome = await client.fills(id, key);
      if (!this.#searches.has(coId)) return true;
      if (outcome.class === 'failed') {
        emit(toPollEvent('trades', coId, outcome));
        // The schedule is its own back-off.
        return true;
      }
      status = outcome.status;
      if (outcome.class === 'empty') continue;
      for (const trade of outcome.value) emit(trade.coId === '' ? { ...trade, coId } : trade);
    }
    this.#end(coId);
    emit(toUnchanged('trades', coId, status));
    return true;
  }
}
