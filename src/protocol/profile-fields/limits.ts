// Limits of requests in a profile file.
import { z } from 'zod';
import { field, part, status } from './field.js';

export const LIMIT_FIELDS = {
  overLimit: part(
    {
      status: field(status, {
        point: 23,
        section: '12',
        mark: 'open',
        text: "status for what is beyond a user's request limits",
        others: '400, 503',
        used: ['simulator/request-limits'],
      }),
      retryAfter: field(z.enum(['seconds', 'date', 'none']), {
        point: 23,
        section: '12',
        mark: 'open',
        text: 'form of the header Retry-After: whole seconds, an HTTP date, or no header',
        others: 'date, none',
        used: ['simulator/request-limits'],
      }),
    },
    "requests beyond a user's limits",
  ),
};
