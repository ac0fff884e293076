// Rows of reference data.
import { z } from 'zod';
import { defineRoutes, READ } from '../route.js';
import { symbolReferenceSchema } from '../schemas/reference.js';

const symbolParams = z.strictObject({
  symbol: z.string().min(1).describe('pair, with or without its slash'),
});

export const REFERENCE_ROUTES = defineRoutes('reference', {
  symbolReference: {
    ...READ,
    path: '/v2/refdata/symbols/{symbol}',
    summary: 'Quoting conventions of a symbol.',
    source: 'spec Reference data; wire facts 9',
    params: symbolParams,
    response: symbolReferenceSchema,
  },
});
