// Schema of the rate generator's part of a configuration.
import { z } from 'zod';
import { durationText } from '../../validation/index.js';
import { isSymbol } from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';

/** Factor relative to a calm market. */
const factor = z.number().positive().max(1_000).default(1);

const positiveSpan = durationText.refine((span) => span > 0, { message: 'expected above 0' });

const regimeSchema = z.strictObject({
  volatility: factor.describe('volatility as a multiple'),
  spread: factor.describe('spread as a multiple'),
  interval: factor.describe('time between rates as a multiple'),
  life: positiveSpan.describe('mean duration'),
});

export type Regime = z.output<typeof regimeSchema>;

/** Calm for half an hour in the mean, sometimes busy, rarely stormy. */
const REGIMES = [
  { life: '30m' },
  { volatility: 2.5, spread: 1.5, interval: 0.5, life: '8m' },
  { volatility: 6, spread: 4, interval: 0.25, life: '90s' },
] as const;

const isThousandths = (value: number) => toScaled(value, 3) !== undefined;
const THOUSANDTHS = { message: 'expected at most 3 decimals' };

export const generatedSymbolSchema = z.strictObject({
  price: z.number().positive().describe('mid at the start, to which it is pulled back'),
  volatility: z
    .number()
    .min(0)
    .max(10_000)
    .default(1.5)
    .describe('pips that the mid moves in a calm minute, one standard deviation'),
  reversion: positiveSpan
    .prefault('1d')
    .describe('time in which the mid is pulled back to its start, apart from its random moves'),
  interval: positiveSpan.prefault('250ms').describe('time between rates, in the mean'),
  spread: z
    .number()
    .positive()
    .max(10_000)
    .refine(isThousandths, THOUSANDTHS)
    .default(0.2)
    .describe('smallest spread of a calm market in pips; the mean is half as much more'),
  size: z
    .number()
    .positive()
    .default(500_000)
    .describe('smallest displayed size, units of the base; larger ones are multiples'),
  regimes: z
    .array(regimeSchema)
    .min(1)
    .max(20)
    .prefault([...REGIMES])
    .describe('market regimes; each changes to the one before or after it'),
  gaps: z
    .strictObject({
      every: positiveSpan.describe('mean time from one gap to the next'),
      life: positiveSpan.describe('mean time without a rate'),
    })
    .exactOptional()
    .describe('gaps without rates; absent: none'),
});

export type GeneratedSymbol = z.output<typeof generatedSymbolSchema>;

export const generatorSchema = z.strictObject({
  seed: z.int().default(1).describe('seed of the rates; each symbol has a stream of its own'),
  week: z
    .boolean()
    .default(true)
    .describe('no rates from Friday 17:00 to Sunday 17:00:10 New York'),
  symbols: z
    .record(
      z.string().refine(isSymbol, { message: 'expected a symbol such as EUR/USD' }),
      generatedSymbolSchema,
    )
    .refine((symbols) => Object.keys(symbols).length > 0, { message: 'expected a symbol' })
    .describe('symbols for which rates are generated'),
});

export type GeneratorSettings = z.output<typeof generatorSchema>;
