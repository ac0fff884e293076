// The schema of a session configuration: one file runs as backtest, as paper session or against a
// venue.
import { z } from 'zod';
import { durationText, instantText } from '../config/index.js';
import { isSymbol } from '../domain/index.js';
import { FILL_TIMINGS } from '../venue/index.js';

const symbolText = z.string().refine(isSymbol, { message: 'expected a symbol such as EUR/USD' });

const span = (standard: string, what: string) => durationText.prefault(standard).describe(what);

const secretSchema = z
  .strictObject({
    env: z.string().optional().describe('name of an environment variable'),
    file: z.string().optional().describe('path of a file that only its owner may read'),
  })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), {
    message: 'expected exactly one of `env` and `file`',
  })
  .describe('where the secret is kept: exactly one of env and file');

const sizeSchema = z.union([z.literal('unlimited'), z.number().positive()]);

const venueSchema = z.strictObject({
  baseUrl: z.string().describe('base URL of the venue, loopback only in this version'),
  user: z.string().min(1).describe('login name'),
  org: z.string().min(1).describe('organization of the user'),
  password: secretSchema,
  size: sizeSchema
    .exactOptional()
    .describe('displayed size where the venue states none: units of the base, or unlimited'),
});

export const recordingSchema = z.strictObject({
  file: z.string().min(1).describe('recorded rates, relative to this file'),
  size: sizeSchema
    .exactOptional()
    .describe('displayed size where the recording has none: units of the base, or unlimited'),
  badRows: z.enum(['stop', 'skip']).default('stop').describe('what a bad row does'),
  speed: z.number().positive().max(1_000).default(1).describe('session time over real time'),
  origin: z.enum(['recording', 'now']).default('recording').describe('where session time starts'),
  loop: z.boolean().default(false).describe('start again at the end, later in time'),
  startAt: instantText.exactOptional().describe('first instant that is read'),
  endAt: instantText.exactOptional().describe('reading stops before this instant'),
});

export const modelsSchema = z
  .strictObject({
    latency: z
      .strictObject({
        rates: span('0ms', 'venue to bot'),
        orders: span('0ms', 'bot to matching engine'),
        replies: span('0ms', 'matching engine to bot'),
      })
      .prefault({})
      .describe('constant one-way latency'),
    fillTiming: z.enum(FILL_TIMINGS).default('arrival').describe('when an order meets the book'),
  })
  .prefault({});

const termsSchema = z.strictObject({
  class: z.enum(['G10', 'EM', 'DA']).exactOptional().describe('liquidity class of the limits'),
  ratePrecision: z.int().min(0).max(12).exactOptional().describe('decimals of a price'),
  pipFactor: z.number().positive().exactOptional().describe('one pip is 1 / pipFactor'),
  baseDecimals: z.int().min(0).max(12).exactOptional().describe('decimals of an amount'),
  termDecimals: z
    .int()
    .min(0)
    .max(12)
    .exactOptional()
    .describe('decimals of an amount of the term currency'),
  minSize: z.number().positive().exactOptional().describe('smallest order, units of the base'),
  sizeIncrement: z.number().positive().exactOptional().describe('size step, units of the base'),
  spotLagDays: z
    .int()
    .min(0)
    .max(5)
    .exactOptional()
    .describe('business days from trade date to spot value date'),
});

const strategySchema = z.strictObject({
  strategy: z.string().min(1).describe('id of a shipped strategy, or path of an own file'),
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .describe('unique; the id when absent'),
  params: z.record(z.string(), z.unknown()).default({}).describe('see weir strategies'),
});

export const sessionSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .describe('lower-case name of the session'),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1).describe('of all random streams'),
  clock: z.enum(['wall', 'venue']).default('wall').describe('venue: the time of a simulator'),
  venue: venueSchema.optional().describe('for weir run'),
  simulator: z.string().optional().describe('simulator file for weir paper, with its users'),
  recording: recordingSchema.optional().describe('for weir paper and weir backtest'),
  models: modelsSchema.describe('of the simulator and the backtester'),
  polling: z
    .strictObject({ rates: span('1s', 'time between two reads of a rate') })
    .prefault({})
    .describe('how the venue is polled, in session time'),
  hours: z.literal('always').default('always').describe('trading hours'),
  instruments: z
    .record(symbolText, termsSchema)
    .default({})
    .describe('terms of symbols outside the fallback table, or other than it'),
  limits: z.string().optional().describe('file of risk limits; the defaults when absent'),
  strategies: z.array(strategySchema).min(1).max(100).describe('what runs in this session'),
});

export type SessionConfig = z.output<typeof sessionSchema>;
