// Own orders that should not be: alive after their end, or made twice by the venue.
import type { Instant } from '../../domain/index.js';
import type { OrderManager } from './order-manager.js';
import { changeState, recomputeExposure } from './exposure.js';
import { Order } from './order.js';

export class OrderAnomalies {
  readonly #orderManager: OrderManager;
  readonly #now: () => Instant;

  constructor(orderManager: OrderManager, now: () => Instant) {
    this.#orderManager = orderManager;
    this.#now = now;
  }

  /** The own order of this coId that the venue calls so; where it calls ours otherwise, another. */
  find(coId: string, orderId: string): Order | undefined {
    const { store } = this.#orderManager;
    const order = store.findByCoId(coId);
    if (order !== undefined && !order.hasOtherId(orderId)) return order;
    const double = store.findDuplicate(coId, orderId);
    return double ?? (order === undefined ? undefined : this.addDuplicate(order, orderId));
  }

  /** The same beside an order that is settled; undefined when it is that one itself. */
  findBeside(ended: Order, orderId: string): Order | undefined {
    const isOther = this.#orderManager.store.hadOtherId(ended.coId, orderId);
    return isOther ? this.addDuplicate(ended, orderId) : undefined;
  }

  /** Held for ended, and yet it lives: it counts again, its strategy halts, it is cancelled. */
  revive(order: Order, reason: string): void {
    const orderManager = this.#orderManager;
    const hasNeverLeft = order.state === 'ABANDONED';
    order.isAccounted = false;
    order.cancelState = 'NONE';
    order.reason = reason;
    changeState(order, 'ZOMBIE');
    orderManager.publish(order);
    const { coId, host } = order.terms;
    orderManager.halt('strategy', host.name, 'RC53', `order ${coId} is a zombie: ${reason}`);
    orderManager.cancels.cancel(order);
    if (hasNeverLeft)
      orderManager.halt('all', '', 'RC48', `order ${coId} never left, and yet: ${reason}`);
  }

  /** The venue has two orders of one request: both count, everything halts, both are cancelled. */
  addDuplicate({ terms, coId, orderId: firstId }: Order, orderId: string): Order {
    const orderManager = this.#orderManager;
    const double = new Order(terms, this.#now(), 'PENDING_VENUE');
    double.isDuplicate = true;
    double.isAdopted = true;
    double.isSeen = true;
    double.orderId = orderId;
    orderManager.store.add(double);
    recomputeExposure(double);
    const first = firstId === '' ? 'the first, which had another id' : firstId;
    const reason = `the venue has a second order of coId ${coId}: ${orderId} besides ${first}`;
    orderManager.halt('all', '', 'RC48', reason);
    orderManager.cancels.cancel(double);
    return double;
  }
}
