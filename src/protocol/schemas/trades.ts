// Shapes of trades (wire facts 5).
import { z } from 'zod';
import { coId } from './fields.js';

/** A trade (wire facts 5.2). */
export const tradeSchema = z.looseObject({
  tradeId: z.string().min(1),
  orderId: z.string(),
  coId: z.string().nullish(),
  symbol: z.string(),
  currency: z.string(),
  status: z.string().nullish(),
});

export const tradeListSchema = z.union([z.array(tradeSchema), tradeSchema]);

export const fillsQuerySchema = z.strictObject({
  orderId: z.string().min(1).optional().describe('server id of the order; or else coId'),
  coId: coId.optional().describe('client order id; or else orderId'),
});
