// The wire's shapes as zod schemas: requests are strict, answers keep unknown fields.
import { z } from 'zod';
import { MAX_EPOCH_MS } from './wire-text.js';

// Live bots run without code generation.
z.config({ jitless: true });

const epochMs = z.int().min(0).max(MAX_EPOCH_MS);
const coId = z.string().min(1).max(255);

export const emptySchema = z.strictObject({});

export const loginRequestSchema = z.strictObject({
  user: z.string().min(1),
  pass: z.string().min(1),
  org: z.string().min(1),
});

/** Answer of a login (wire facts 2.1). */
export const loginSchema = z.looseObject({
  status: z.string(),
  errorCode: z.string().nullish(),
  expiryTime: epochMs,
  serverUTCTime: epochMs,
});

/** Answer of a renewal (wire facts 2.2). */
export const renewSchema = z.looseObject({
  status: z.string(),
  errorCode: z.string().nullish(),
  valid: z.boolean(),
  expiryTime: epochMs,
  expired: z.boolean().nullish(),
});

export const symbolQuerySchema = z.strictObject({ symbol: z.string().min(1) });

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
export const orderQuerySchema = z.strictObject({ coId: coId.optional() });

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
  orderId: z.string().min(1).optional(),
  coId: coId.optional(),
});

/** Reference data of a symbol (wire facts 9). */
export const symbolReferenceSchema = z.looseObject({ symbol: z.string() });

export type OrderBody = z.output<typeof orderSchema>;
export type SpotRateBody = z.output<typeof spotRateSchema>;
