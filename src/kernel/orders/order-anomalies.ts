// Own orders in a state that should be impossible: alive after their end (revived), or made twice
// by the venue (duplicate).
import type { Instant } from '../../domain/index.js';
import type { Cancels } from './cancels.js';
import type { OrderManager } from './order-manager.js';
import { changeState, recomputeExposure } from './exposure.js';
import { Order } from './order.js';
import type { TradingHalts } from './trading-halts.js';

export class OrderAnomalies {
  readonly #orderManager: OrderManager;
  readonly #halts: TradingHalts;
  readonly #cancels: Cancels;
  readonly #now: () => Instant;

  constructor(
    orderManager: OrderManager,
    halts: TradingHalts,
    cancels: Cancels,
    now: () => Instant,
  ) {
    this.#orderManager = orderManager;
    this.#halts = halts;
    this.#cancels = cancels;
    this.#now = now;
  }

  /**
   * Finds our order by client order id and venue id. A different venue id under the same coId is a
   * duplicate, which is registered.
   */
  find(coId: string, orderId: string): Order | undefined {
    const { store } = this.#orderManager;
    const order = store.findByCoId(coId);
    if (order !== undefined && !order.hasOtherId(orderId)) return order;
    const double = store.findDuplicate(coId, orderId);
    return double ?? (order === undefined ? undefined : this.addDuplicate(order, orderId));
  }

  /** Registers a duplicate of a closed order; undefined when the venue id is the order's own. */
  findBeside(ended: Order, orderId: string): Order | undefined {
    const isOther = this.#orderManager.store.hadOtherId(ended.coId, orderId);
    return isOther ? this.addDuplicate(ended, orderId) : undefined;
  }

  /** A closed order is alive: its exposure counts again, its strategy halts, it is cancelled. */
  revive(order: Order, reason: string): void {
    const orderManager = this.#orderManager;
    const hasNeverLeft = order.state === 'ABANDONED';
    order.isAccounted = false;
    order.cancelState = 'NONE';
    order.reason = reason;
    changeState(order, 'ZOMBIE');
    orderManager.publish(order);
    const { coId, host } = order.terms;
    this.#halts.halt(
      'strategy',
      host.name,
      'RC53',
      `order ${coId} is alive at the venue although it was closed: ${reason}`,
    );
    this.#cancels.cancel(order);
    if (hasNeverLeft)
      this.#halts.halt(
        'all',
        '',
        'RC48',
        `Weir never sent order ${coId}, but the venue has it: ${reason}`,
      );
  }

  /** The venue has two orders for one request: both count, everything halts, both are cancelled. */
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
    this.#halts.halt('all', '', 'RC48', reason);
    this.#cancels.cancel(double);
    return double;
  }
}
