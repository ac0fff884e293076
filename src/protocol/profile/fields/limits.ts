// Profile fields of request limits.
import { z } from 'zod';
import { field, part, status } from './field.js';

const MOST = 1_000_000;
const anyOr = z.union([z.literal('any'), z.int().min(1).max(MOST)]);

export const LIMIT_FIELDS = {
  limits: part(
    {
      requestsPerSecond: field(anyOr, {
        point: 23,
        section: '12',
        mark: 'open',
        text: 'requests of a user in any second',
        others: 'a number',
      }),
      sessions: field(anyOr, {
        point: 23,
        section: '12',
        mark: 'open',
        text: 'logins of a user at once, each with its renewals',
        others: 'a number',
      }),
      bodyBytes: field(z.int().min(1_024).max(MOST), {
        point: 23,
        section: '12',
        mark: 'open',
        text: "bytes of a request's body",
        others: 'another number',
      }),
    },
    'how much a user may request',
  ),
  overLimit: part(
    {
      status: field(status, {
        point: 23,
        section: '12',
        mark: 'open',
        text: "status of a request beyond a user's limits",
        others: '400, 503',
      }),
      retryAfter: field(z.enum(['seconds', 'date', 'none']), {
        point: 23,
        section: '12',
        mark: 'open',
        text: 'form of the header Retry-After: whole seconds, an HTTP date, or no header',
        others: 'date, none',
      }),
    },
    "requests beyond a user's limits",
  ),
};
