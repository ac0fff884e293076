// More of an order is filled by the venue's word, also of one that had ended.
import type { OrderManager } from './order-manager.js';
import { raiseFilled } from './exposure.js';
import type { Order } from './order.js';

/** An ended child's late fill may be more than its parent has left beside what works by now. */
export function applyReportedFill(
  orderManager: OrderManager,
  order: Order,
  cumUnits: number,
): void {
  raiseFilled(order, cumUnits);
  const { coId, host, parent } = order.terms;
  if (parent === undefined || parent.rest >= 0) return;
  const reason = `order ${coId} fills more than its parent ${parent.key} has left`;
  orderManager.halt('strategy', host.name, 'RC40', reason);
}
