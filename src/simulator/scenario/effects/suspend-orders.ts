// Effect `suspend-orders`: live orders are suspended until the fault ends.
import { defineEffect } from '../effect.js';
import { findNoSymbol, isOf, orderParams } from '../orders.js';

export const suspendOrders = defineEffect({
  id: 'suspend-orders',
  on: 'machine',
  summary: 'working orders are SUSPENDED until the fault ends',
  params: orderParams,
  create: (choice) => ({
    findMissing: (stage) => findNoSymbol(stage, choice.symbol),
    begin: ({ venue: { interventions } }, at) => {
      const suspended = interventions
        .listActive()
        .filter((order) => isOf(choice, order) && interventions.suspend(at, order.orderId));
      return (until) => {
        for (const { orderId } of suspended) interventions.resume(until, orderId);
      };
    },
  }),
});
