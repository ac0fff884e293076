// Shapes of market data (wire facts 3).
import { z } from 'zod';
import { epochMs } from './fields.js';

export const symbolQuerySchema = z.strictObject({
  symbol: z.string().min(1).describe('pair, base and term with a slash'),
});

/** Top of book (wire facts 3.1); a side that is not quoted may be missing. */
export const spotRateSchema = z.looseObject({
  symbol: z.string(),
  bid: z.number().nullish(),
  offer: z.number().nullish(),
  bidLimit: z.number().nullish(),
  offerLimit: z.number().nullish(),
  time: epochMs,
  rateId: z.string().nullish(),
});

export type SpotRateBody = z.output<typeof spotRateSchema>;
