// Asks for the trades of an order that failed, until one answer shows them whole: "failed" is not
// "never filled".
import { MILLISECOND, MINUTE } from '../../../domain/index.js';
import { createDoubling, type Pace, toPollEvent, toUnchanged } from '../../../polling/index.js';
import type { RemotePorts } from '../ports.js';
import { askInTurn } from '../turn.js';

/** Gaps between two queries while none was answered; they do not end before one is. */
const PACE: Pace = { first: 250 * MILLISECOND, most: MINUTE };

export class FailedOrderTrades {
  readonly #ports: RemotePorts;
  /** Ends each search, by the venue's id of the order, or by coId without it. */
  readonly #searches = new Map<string, () => void>();

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /** Tells the order's trades by both ids, then one `unchanged` poll: these are all. */
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
        // The schedule is its own back-off.
        return true;
      }
      status = outcome.status;
      if (outcome.class === 'empty') continue;
      for (const trade of outcome.value) emit(trade.coId === '' ? { ...trade, coId } : trade);
    }
    this.#end(search);
    const told = toUnchanged('trades', coId, status);
    emit(orderId === '' ? told : { ...told, orderId });
    return true;
  }
}
