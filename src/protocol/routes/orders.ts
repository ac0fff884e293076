// Routes of orders.
import { PLACE_TOTAL_MS } from '../deadlines.js';
import { DEFAULT_PROFILE } from '../profile/profile.js';
import { CANCEL, defineRoutes, FIND, WRITE } from './route.js';
import { idParams } from '../schemas/fields.js';
import { orderRequestSchema } from '../schemas/order-request.js';
import { orderListSchema, orderQuerySchema, orderSchema } from '../schemas/orders.js';

export const ORDER_ROUTES = defineRoutes('orders', {
  placeOrder: {
    ...WRITE,
    path: '/v2/orders',
    summary: 'Places an order: accepted for processing, to be queried afterwards.',
    source: 'spec Order request; wire facts 4.3',
    kind: 'place',
    startMs: 500,
    totalMs: PLACE_TOTAL_MS,
    success: DEFAULT_PROFILE.placeStatuses,
    rawBody: true,
    body: orderRequestSchema,
    response: orderSchema,
  },
  queryOrders: {
    ...FIND,
    path: '/v2/orders',
    summary: 'The order of a coId, or all active orders.',
    source: 'spec Orders; wire facts 4.5',
    query: orderQuerySchema,
    response: orderListSchema,
  },
  queryOrder: {
    ...FIND,
    path: '/v2/orders/{id}',
    summary: 'The order of a server id.',
    source: 'spec Orders; wire facts 4.6',
    params: idParams,
    response: orderSchema,
  },
  cancelOrder: {
    ...CANCEL,
    path: '/v2/orders/{id}',
    summary: 'Requests the cancel of one order: best effort, a query shows the end.',
    source: 'spec Orders; wire facts 4.7',
    params: idParams,
    response: orderListSchema,
  },
  cancelAllOrders: {
    ...CANCEL,
    path: '/v2/orders',
    summary:
      'Requests the cancel of all active orders: best effort, to be repeated until none is left.',
    source: 'spec Orders; wire facts 4.7',
    response: orderListSchema,
  },
});
