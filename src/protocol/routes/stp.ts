// Routes of the STP download.
import { CONSUME, defineRoutes, DESK } from './route.js';
import {
  stpListSchema,
  stpQuerySchema,
  stpResendAnswerSchema,
  stpResendSchema,
} from '../schemas/stp.js';

export const STP_ROUTES = defineRoutes('stp', {
  stpMessages: {
    ...CONSUME,
    path: '/v2/trades/stp/messages',
    summary: 'Downloads new trade records and removes them: repeat until the response is empty.',
    source: 'spec STP download, STP trade record; wire facts 10.1',
    kind: 'consume',
    query: stpQuerySchema,
    response: stpListSchema,
  },
  stpResend: {
    ...DESK,
    // A running bot sends it without any risk, and POSTs of the trading lane must be orders.
    lane: 'data',
    path: '/v2/trades/stp/resend',
    summary: 'Makes the trades of a range of trade dates available for download again.',
    source: 'spec STP download; wire facts 10.2',
    kind: 'desk',
    body: stpResendSchema,
    response: stpResendAnswerSchema,
  },
});
