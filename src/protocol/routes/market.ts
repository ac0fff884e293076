// Rows of market data.
import { defineRoutes, READ } from '../route.js';
import { spotRateSchema, symbolQuerySchema } from '../schemas/market.js';

export const MARKET_ROUTES = defineRoutes('market', {
  spotRate: {
    ...READ,
    path: '/v2/rates/spot',
    summary: 'Top of book of a symbol.',
    source: 'spec Market data; wire facts 3.1',
    query: symbolQuerySchema,
    response: spotRateSchema,
  },
});
