// Polls for the trades of an order that failed until one response has all of them: FAILED does not
// mean unfilled.
import { MILLISECOND, MINUTE } from '../../../domain/index.js';
import { createDoubling, type Pace, toPollEvent, toUnchanged } from '../../../polling/index.js';
import type { RemotePorts } from '../ports.js';
import { askInTurn } from '../turn.js';

/** Gaps between two queries; they go on until one succeeds. */
const PACE: Pace = { first: 250 * MILLISECOND, most: MINUTE };

export class FailedOrderTrades {
  readonly #ports: RemotePorts;
  /** Stop functions of the searches, by order id, or by coId without one. */
  readonly #searches = new Map<string, () => void>();

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /** Reports the order's trades by both ids, then one `unchanged` poll: the trades are complete. */
  seek(coId: string, orderId: string): void {
    const id = orderId === '' ? coId : orderId;
    if (this.#searches.has(id)) return;
    const { clock, poller } = this.#ports;
    const from = clock.now();
    const ask = (): Promise<boolean> => this.#ask(id, coId, orderId);
    const schedule = createDoubling(from, PACE);
    const poll = poller.poll({ key: `failed/${id}`, lane: 'safety', schedule, ask });
    this.#searches.set(id, () => {
      poll.stop();
    });
  }

  close(): void {
    for (const id of [...this.#searches.keys()]) this.#end(id);
  }

  #end(id: string): void {
    this.#searches.get(id)?.();
    this.#searches.delete(id);
  }

  async #ask(search: string, coId: string, orderId: string): Promise<boolean> {
    const { client, emit } = this.#ports;
    let status = 0;
    const byId = orderId === '' ? [] : [() => client.fills(orderId)];
    for (const ask of [...byId, () => client.fills(coId, 'coId')]) {
      const { outcome } = await askInTurn(this.#ports, ask);
      if (!this.#searches.has(search)) return true;
      if (outcome.class === 'failed') {
        emit(toPollEvent('trades', coId, outcome));
        // The schedule has its own back-off.
        return true;
      }
      status = outcome.status;
      if (outcome.class === 'empty') continue;
      for (const trade of outcome.value) emit(trade.coId === '' ? { ...trade, coId } : trade);
    }
    this.#end(search);
    const unchanged = toUnchanged('trades', coId, status);
    emit(orderId === '' ? unchanged : { ...unchanged, orderId });
    return true;
  }
}
