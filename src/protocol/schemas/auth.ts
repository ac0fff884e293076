// Shapes of login and renewal (wire facts 2).
import { z } from 'zod';
import { epochMs } from './fields.js';

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
