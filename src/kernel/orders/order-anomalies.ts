// Own orders that should not be: alive after their end, or made twice by the venue.
import type { Instant } from '../../domain/index.js';
import type { Desk } from './order-manager.js';
import { moveTo, recount } from './exposure.js';
import { OwnOrder } from './order.js';

export class OddOrders {
  readonly #desk: Desk;
  readonly #now: () => Instant;

  constructor(desk: Desk, now: () => Instant) {
    this.#desk = desk;
    this.#now = now;
  }

  /** The own order of this coId that the venue calls so; where it calls ours otherwise, another. */
  find(coId: string, orderId: string): OwnOrder | undefined {
    const { store } = this.#desk;
    const order = store.findByCoId(coId);
    if (order !== undefined && !order.isOther(orderId)) return order;
    const double = store.findDouble(coId, orderId);
    return double ?? (order === undefined ? undefined : this.addDouble(order, orderId));
  }

  /** The same beside an order that is settled; undefined when it is that one itself. */
  findBeside(ended: OwnOrder, orderId: string): OwnOrder | undefined {
    const isOther = this.#desk.store.wasOther(ended.coId, orderId);
    return isOther ? this.addDouble(ended, orderId) : undefined;
  }

  /** Held for ended, and yet it lives: it counts again, its strategy halts, it is cancelled. */
  wake(order: OwnOrder, reason: string): void {
    const desk = this.#desk;
    const hasNeverLeft = order.state === 'ABANDONED';
    order.isAccounted = false;
    order.cancelState = 'NONE';
    order.reason = reason;
    moveTo(order, 'ZOMBIE');
    desk.show(order);
    const { coId, host } = order.terms;
    desk.halt('strategy', host.name, 'RC53', `order ${coId} is a zombie: ${reason}`);
    desk.cancels.cancel(order);
    if (hasNeverLeft) desk.halt('all', '', 'RC48', `order ${coId} never left, and yet: ${reason}`);
  }

  /** The venue has two orders of one request: both count, everything halts, both are cancelled. */
  addDouble({ terms, coId, orderId: firstId }: OwnOrder, orderId: string): OwnOrder {
    const desk = this.#desk;
    const double = new OwnOrder(terms, this.#now(), 'PENDING_VENUE');
    double.isDouble = true;
    double.isAdopted = true;
    double.isSeen = true;
    double.orderId = orderId;
    desk.store.add(double);
    recount(double);
    const first = firstId === '' ? 'the first, which had another id' : firstId;
    const reason = `the venue has a second order of coId ${coId}: ${orderId} besides ${first}`;
    desk.halt('all', '', 'RC48', reason);
    desk.cancels.cancel(double);
    return double;
  }
}
