// Rows of trades.
import { defineRoutes, FIND } from '../route.js';
import { fillsQuerySchema, tradeListSchema } from '../schemas/trades.js';

export const TRADE_ROUTES = defineRoutes('trades', {
  orderFills: {
    ...FIND,
    path: '/v2/trades',
    summary: 'All fills of an order.',
    source: 'spec Trades; wire facts 5.2',
    query: fillsQuerySchema,
    response: tradeListSchema,
  },
});
