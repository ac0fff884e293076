// How configurations say which recording is played, how it is read, and what its symbols are.
import { z } from 'zod';
import { instantText, isSymbol } from '../domain/index.js';

/** Displayed size where none is stated: units of the base, or unlimited. */
export const sizeSchema = z.union([z.literal('unlimited'), z.number().positive()]);

/** A recording; `speed` is the schema of its speed, which simulators may stop. */
export function createRecordingSchema<S extends z.ZodType<number>>(speed: S) {
  return z.strictObject({
    file: z.string().min(1).describe('recorded rates, relative to this file'),
    origin: z
      .enum(['recording', 'now'])
      .default('recording')
      .describe('where session time starts: at the first rate, or now with all rates shifted'),
    speed,
    loop: z.boolean().default(false).describe('start again at the end, later in time'),
    size: sizeSchema
      .exactOptional()
      .describe('displayed size of rates that state none: units of the base, or unlimited'),
    badRows: z.enum(['stop', 'skip']).default('stop').describe('what a bad row does'),
    startAt: instantText.exactOptional().describe('first instant that is read'),
    endAt: instantText.exactOptional().describe('reading stops before this instant'),
  });
}

const decimals = z.int().min(0).max(12).exactOptional();
const positive = z.number().positive().exactOptional();

const termsSchema = z.strictObject({
  class: z.enum(['G10', 'EM', 'DA']).exactOptional().describe('liquidity class of the limits'),
  ratePrecision: decimals.describe('decimals of a price'),
  pipFactor: positive.describe('one pip is 1 / pipFactor'),
  baseDecimals: decimals.describe('decimals of an amount of the base'),
  termDecimals: decimals.describe('decimals of an amount of the term currency'),
  minSize: positive.describe('smallest order, units of the base'),
  sizeIncrement: positive.describe('step of order sizes, units of the base'),
  spotLagDays: z
    .int()
    .min(0)
    .max(5)
    .exactOptional()
    .describe('business days from trade date to spot value date'),
});

/** Terms by symbol, which win over the fallback table. */
export const instrumentsSchema = z
  .record(z.string().refine(isSymbol, 'expected a symbol such as EUR/USD'), termsSchema)
  .default({})
  .describe('terms of symbols outside the fallback table, or other than it');
