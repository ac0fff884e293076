// Schema fields shared by several areas.
import { isRecord } from '../../validation/index.js';
import { z } from 'zod';
import { LongNumber } from '../../domain/numbers/index.js';
import { MAX_EPOCH_MS } from '../wire-text.js';

// Live bots run without code generation.
z.config({ jitless: true });

/** Maximum lengths of texts (wire facts 12; the STP record of the specification). */
export const MAX_COID = 255;
export const MAX_RATE_ID = 255;
export const MAX_ORG = 30;
/** Maximum length of `customParameters` as JSON, in characters (spec, Limits). */
export const MAX_CUSTOM = 3_500;

export const CUSTOM_TEXT = `an object of texts of at most ${String(MAX_CUSTOM)} characters as JSON`;

/** Whether a value is an object of texts within MAX_CUSTOM. */
export function isCustomParameters(value: unknown): value is Readonly<Record<string, string>> {
  return (
    isRecord(value) &&
    Object.values(value).every((one) => typeof one === 'string') &&
    JSON.stringify(value).length <= MAX_CUSTOM
  );
}

/** Schema of a call without parameters. */
export const emptySchema = z.strictObject({});
/** Epoch milliseconds, UTC. */
export const epochMs = z.int().min(0).max(MAX_EPOCH_MS);
/** Client order id (wire facts 12). */
export const coId = z.string().min(1).max(MAX_COID);
/** One path parameter `id`. */
export const idParams = z.strictObject({
  id: z.string().min(1).describe('id that the server assigned'),
});

/** Amount of an asset: a number that no double represents becomes the text of its digits. */
export function amountOf<S extends z.ZodType<number | string, number | string>>(schema: S) {
  const toDigits = (value: number | string) =>
    (value as unknown) instanceof LongNumber ? String(value) : value;
  return z.preprocess(toDigits, schema);
}
