// Schema of a sweep file: a session, the ranges of what varies, and how results compare.
import { z } from 'zod';
import { durationText } from '../../src/validation/index.js';
import { FIGURES } from './figures.js';

/** Maximum number of runs over the whole recording; a larger grid is refused. */
export const MAX_COMBINATIONS = 100_000;
const MAX_RANGES = 20;
const MAX_VALUES = 1_000;

const boundSchema = z.union([z.number(), z.string().min(1)]);

const stepsSchema = z.strictObject({
  from: boundSchema.describe('first value: a number or a duration'),
  to: boundSchema.describe('last value'),
  step: boundSchema.exactOptional().describe('difference between two values; needed in a grid'),
  distribution: z
    .enum(['uniform', 'log'])
    .default('uniform')
    .describe('how a random search draws: log draws small values as often as large ones'),
});

const rangeSchema = z
  .union([
    z
      .array(z.union([z.string(), z.number(), z.boolean()]))
      .min(1)
      .max(MAX_VALUES),
    stepsSchema,
  ])
  .describe('a list of values, or from, to and step');

export type RangeConfig = z.output<typeof rangeSchema>;
export type StepsConfig = z.output<typeof stepsSchema>;

const figureSchema = z.enum(FIGURES);

const spanSchema = durationText.refine((span) => span > 0, 'expected a duration above 0');

const seedSchema = z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1);

export const sweepSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .describe('lower-case name of the sweep'),
  session: z.string().min(1).describe('session file that is run with each combination'),
  ranges: z
    .record(z.string().meta({ title: 'range' }), rangeSchema)
    .refine(
      (ranges) => {
        const { length } = Object.keys(ranges);
        return length > 0 && length <= MAX_RANGES;
      },
      `expected 1 to ${String(MAX_RANGES)} ranges`,
    )
    .describe('by STRATEGY.PARAMETER, models.KEY, polling.KEY or seed: the values to try'),
  random: z
    .strictObject({
      samples: z.int().min(1).max(MAX_COMBINATIONS).describe('combinations drawn, all different'),
      seed: seedSchema.describe('seed of the random draws'),
    })
    .exactOptional()
    .describe('random search; absent: every combination is run'),
  invalid: z
    .enum(['stop', 'skip'])
    .default('stop')
    .describe('if a strategy refuses a combination: stop with an error, or skip it'),
  objective: z
    .strictObject({
      figure: figureSchema.default('pnl').describe('figure by which runs are ranked'),
      best: z.enum(['highest', 'lowest']).default('highest').describe('which value is best'),
    })
    .prefault({})
    .describe('how runs are ranked'),
  where: z
    .array(
      z.strictObject({
        figure: figureSchema.describe('figure of a run'),
        min: z.number().exactOptional().describe('least value'),
        max: z.number().exactOptional().describe('greatest value'),
      }),
    )
    .max(20)
    .default([])
    .describe('constraints; runs that break one come last'),
  heatMap: z
    .tuple([z.string(), z.string()])
    .exactOptional()
    .describe('the two ranges of the heat map; absent: the two that explain most'),
  walkForward: z
    .strictObject({
      inSample: spanSchema.describe('span in which the best combination is chosen'),
      outOfSample: spanSchema.describe('span after it in which that combination trades'),
      anchored: z
        .boolean()
        .default(false)
        .describe(
          'true: every in-sample span starts with the recording; false: all have one length',
        ),
    })
    .exactOptional()
    .describe('windows: the best combination of one span trades the next span'),
  bootstrap: z
    .strictObject({
      samples: z.int().min(100).max(100_000).default(1_000).describe('series drawn'),
      block: durationText.prefault('30m').describe('length of the blocks of a series'),
      confidence: z.number().min(0.5).max(0.999).default(0.95).describe('share within the band'),
      seed: seedSchema.describe('seed of the random draws'),
    })
    .prefault({})
    .describe('bands around the figures of the best combinations'),
});

export type SweepConfig = z.output<typeof sweepSchema>;
