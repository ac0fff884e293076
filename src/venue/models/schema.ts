// Schema of the venue models (latency, fills, last look, impact) in a configuration.
import { z } from 'zod';
import { durationText } from '../../validation/index.js';
import { formatDuration } from '../../domain/index.js';
import { FILL_TIMINGS } from './fill.js';
import { impactSchema } from './impact.js';
import { lastLookSchema } from './last-look.js';
import { QUANTILES } from './latency.js';
import { restingSchema } from './resting.js';

const tableSchema = z
  .strictObject({
    min: durationText.prefault('0ms').describe('the shortest'),
    p50: durationText.describe('half of all times are at most this'),
    p90: durationText.describe('nine of ten times are at most this'),
    p99: durationText.describe('99 of 100 times are at most this'),
    max: durationText.describe('the longest'),
  })
  .superRefine((table, context) => {
    for (let i = 1; i < QUANTILES.length; i++) {
      const [name, before] = [QUANTILES[i] ?? 'max', QUANTILES[i - 1] ?? 'min'];
      if (table[name] >= table[before]) continue;
      const message = `expected at least ${before}, which is ${formatDuration(table[before])}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });

const term = (what: string) =>
  z.union([durationText, tableSchema]).prefault('0ms').describe(`${what}: constant, or drawn`);

/** Common keys of the simulator's `venue` and the backtester's `models`. */
export const modelShape = {
  latency: z
    .strictObject({
      rates: term('time from a rate until queries show it'),
      orders: term('time from a request to the matching engine'),
      replies: term('time from a change of an order until queries show it'),
    })
    .prefault({})
    .describe('one way; each a duration, or quantiles of which times are drawn'),
  fillTiming: z
    .enum(FILL_TIMINGS)
    .default('arrival')
    .describe('whether an order meets the rate that it finds or the next one'),
  resting: restingSchema,
  lastLook: lastLookSchema.exactOptional(),
  impact: impactSchema.exactOptional(),
};
