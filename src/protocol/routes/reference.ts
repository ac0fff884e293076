// Routes of reference data.
import { defineRoutes, READ } from './route.js';
import {
  assetDetailSchema,
  assetQuerySchema,
  instrumentParams,
  instrumentReferenceSchema,
  referenceListQuerySchema,
  referenceListSchema,
  symbolParams,
  symbolReferenceSchema,
} from '../schemas/reference.js';

const source = 'spec Reference data; wire facts 9';

export const REFERENCE_ROUTES = defineRoutes('reference', {
  symbolReference: {
    ...READ,
    path: '/v2/refdata/symbols/{symbol}',
    summary: 'Quoting conventions of a symbol.',
    source,
    params: symbolParams,
    response: symbolReferenceSchema,
  },
  instrumentReference: {
    ...READ,
    path: '/v2/refdata/currencies/{instrument}',
    summary: 'Quoting conventions of a currency or asset.',
    source,
    params: instrumentParams,
    response: instrumentReferenceSchema,
  },
  referenceList: {
    ...READ,
    path: '/v2/refdata/currencies',
    summary: 'All symbols, or all instruments, that the organization may trade.',
    source,
    query: referenceListQuerySchema,
    response: referenceListSchema,
  },
  assetDetail: {
    ...READ,
    exact: true,
    path: '/custody/v2/asset/assetDetail',
    summary: 'Limits and fees of deposits and withdrawals of one asset or of all.',
    source,
    query: assetQuerySchema,
    response: assetDetailSchema,
  },
});
