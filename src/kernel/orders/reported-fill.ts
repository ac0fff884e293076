// Raises the filled quantity of an order from an order report, also after the order has ended.
import type { OrderManager } from './order-manager.js';
import { raiseFilled } from './exposure.js';
import type { Order } from './order.js';

/** A late fill of an ended child can exceed what its parent has left: the strategy halts (RC40). */
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
