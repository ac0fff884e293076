// Schemas of login and renewal (wire facts 2).
import { z } from 'zod';
import { epochMs } from './fields.js';

export const loginRequestSchema = z.strictObject({
  user: z.string().min(1).describe('API user id'),
  pass: z.string().min(1).describe('password'),
  org: z.string().min(1).describe('organization id of the user'),
});

const status = z.string().describe('OK on success');
const errorCode = z.string().nullish().describe('error code, null on success');
const responseTuples = z.unknown().optional().describe('further information, null on success');
const expiryTime = epochMs.describe('end of the token, epoch ms');

/** Response of a login (wire facts 2.1). */
export const loginSchema = z.looseObject({
  status,
  errorCode,
  responseTuples,
  expiryTime,
  serverUTCTime: epochMs.describe('start of the login on the server clock, epoch ms'),
});

/** Response of a renewal (wire facts 2.2). */
export const renewSchema = z.looseObject({
  status,
  errorCode,
  responseTuples,
  valid: z.boolean().describe('whether the token is valid'),
  expiryTime,
  apiVersion: z.string().optional().describe('version of the interface'),
  expired: z.boolean().nullish().describe('whether the token had expired'),
});
