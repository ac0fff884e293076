// Routes of positions.
import { defineRoutes, READ } from './route.js';
import { positionListSchema, positionsQuerySchema, valueDateParams } from '../schemas/positions.js';

export const POSITION_ROUTES = defineRoutes('positions', {
  positions: {
    ...READ,
    firstByteMs: 5_000,
    totalMs: 8_000,
    path: '/v2/positions',
    summary: "Open positions: the caller's own, or those of a level and value.",
    source: 'spec Positions; wire facts 7.1',
    query: positionsQuerySchema,
    response: positionListSchema,
  },
  positionsByDate: {
    ...READ,
    firstByteMs: 5_000,
    totalMs: 8_000,
    path: '/v2/positions/{valueDate}',
    summary: 'Open positions of a value date.',
    source: 'spec Positions; wire facts 7.2',
    params: valueDateParams,
    query: positionsQuerySchema,
    response: positionListSchema,
  },
});
