// Effect `replace-orders`: live orders end as REPLACED, and new ones replace them.
import { z } from 'zod';
import { defineEffect } from '../effect.js';
import { findNoSymbol, isOf, orderParams } from '../orders.js';

export const replaceOrders = defineEffect({
  id: 'replace-orders',
  on: 'machine',
  summary: 'working orders are REPLACED by new orders for their rest',
  params: {
    ...orderParams,
    suffix: z.string().min(1).max(20).default('-R').describe('what the new coId ends with'),
  },
  create: ({ suffix, ...choice }) => ({
    findMissing: (stage) => findNoSymbol(stage, choice.symbol),
    begin: ({ venue: { interventions } }, at) => {
      for (const order of interventions.listActive()) {
        if (!isOf(choice, order)) continue;
        interventions.replace(at, order.orderId, `${order.terms.coId}${suffix}`);
      }
      return undefined;
    },
  }),
});
