// Routes of quote requests.
import { DEFAULT_PROFILE } from '../profile/profile.js';
import { defineRoutes, FIND, WRITE } from './route.js';
import {
  quoteAcceptanceSchema,
  quoteRequestSchema,
  rfsAnswerSchema,
  rfsParams,
  rfsQuerySchema,
  rfsSchema,
  rfsWriteSchema,
} from '../schemas/rfs.js';

const { requestStatus, withdrawStatus } = DEFAULT_PROFILE.rfs;

export const RFS_ROUTES = defineRoutes('rfs', {
  requestQuotes: {
    ...WRITE,
    path: '/v2/rfs',
    summary: 'Requests a stream of firm quotes, or a single quote.',
    source: 'spec RFS/RFQ; wire facts 6.1',
    kind: 'quote',
    success: [requestStatus, 200, 201],
    firstByteMs: 5_000,
    totalMs: 8_000,
    body: quoteRequestSchema,
    response: rfsAnswerSchema,
  },
  queryRfsByClientId: {
    ...FIND,
    path: '/v2/rfs',
    summary: "State, quotes and trade of a request, by the caller's id.",
    source: 'spec RFS/RFQ; wire facts 6.2',
    query: rfsQuerySchema,
    response: rfsSchema,
  },
  queryRfs: {
    ...FIND,
    path: '/v2/rfs/{requestId}',
    summary: "State, quotes and trade of a request, by the venue's id.",
    source: 'spec RFS/RFQ; wire facts 6.2',
    params: rfsParams,
    response: rfsSchema,
  },
  acceptQuote: {
    ...WRITE,
    path: '/v2/rfs/{requestId}',
    summary: 'Accepts a quote: accepted for processing, a query shows the trade.',
    source: 'spec RFS/RFQ; wire facts 6.3',
    kind: 'quote',
    success: [202],
    params: rfsParams,
    body: quoteAcceptanceSchema,
    response: rfsWriteSchema,
  },
  withdrawRfs: {
    ...WRITE,
    method: 'DELETE',
    path: '/v2/rfs/{requestId}',
    summary: 'Withdraws a request that has not ended and has no quote accepted.',
    source: 'spec RFS/RFQ; wire facts 6.4',
    kind: 'quote',
    lane: 'safety',
    success: [withdrawStatus, 200],
    firstByteMs: 5_000,
    totalMs: 8_000,
    params: rfsParams,
    response: rfsWriteSchema,
  },
});
