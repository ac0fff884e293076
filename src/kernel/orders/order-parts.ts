// The parts that keep own orders, as the handlers of venue reports use them.
import type { Cancels } from './cancels.js';
import type { OrderAnomalies } from './order-anomalies.js';
import type { OrderManager } from './order-manager.js';
import type { TradingHalts } from './trading-halts.js';
import type { UnknownOrders } from './unknown-orders.js';

export interface OrderParts {
  readonly orderManager: OrderManager;
  readonly halts: TradingHalts;
  readonly cancels: Cancels;
  readonly unknownOrders: UnknownOrders;
  readonly anomalies: OrderAnomalies;
}
