// Fields that the shapes of several areas share.
import { z } from 'zod';
import { MAX_EPOCH_MS } from '../wire-text.js';

// Live bots run without code generation.
z.config({ jitless: true });

/** Of a call without parameters. */
export const emptySchema = z.strictObject({});
/** Epoch milliseconds, UTC. */
export const epochMs = z.int().min(0).max(MAX_EPOCH_MS);
/** Client order id (wire facts 12). */
export const coId = z.string().min(1).max(255);
/** One path parameter `id`. */
export const idParams = z.strictObject({
  id: z.string().min(1).describe('id that the server assigned'),
});
