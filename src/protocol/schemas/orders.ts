// Shapes of orders (wire facts 4).
import { z } from 'zod';
import { coId, epochMs } from './fields.js';

/** Body of a place, as far as Weir and its simulator speak it (spec, order request). */
export const orderRequestSchema = z.strictObject({
  coId: z.string().max(255).optional(),
  type: z.string().optional(),
  side: z.string().optional(),
  symbol: z.string().optional(),
  currency: z.string().optional(),
  size: z.number().optional(),
  price: z.number().optional(),
  timeInForce: z.string().optional(),
  expiryTime: z.number().optional(),
});

/** The order object (spec, order response), with the fields that Weir reads; others are kept. */
export const orderSchema = z.looseObject({
  coId,
  type: z.string(),
  timeInForce: z.string(),
  side: z.string(),
  currency: z.string(),
  symbol: z.string(),
  size: z.number(),
  price: z.number().nullish(),
  orderId: z.string().nullish(),
  status: z.string().nullish(),
  cumQty: z.number().nullish(),
  leavesQty: z.number().nullish(),
  reason: z.string().nullish(),
  transactTime: epochMs.nullish(),
});

export const orderListSchema = z.union([z.array(orderSchema), orderSchema]);

export const orderQuerySchema = z.strictObject({
  coId: coId.optional().describe('client order id; absent: all active orders'),
});

export type OrderBody = z.output<typeof orderSchema>;
