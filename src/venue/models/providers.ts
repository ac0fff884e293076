// Schema of liquidity providers: how each derives rates and firm quotes from the market's rate.
import { z } from 'zod';
import { durationText } from '../../validation/index.js';
import { type Instrument, isSymbol, UNLIMITED } from '../../domain/index.js';
import { MAX_SCALED, multiplyDivideUp, powerOfTen, toScaled } from '../../domain/numbers/index.js';

/** Decimals to which a provider's pips and factors are exact. */
const DECIMALS = 3;
const ONE = powerOfTen(DECIMALS);

/** How a provider quotes on RFQ and RFS requests. */
export type ProviderQuotes = z.output<typeof quotesSchema>;
export type ProviderSettings = z.output<typeof providerSchema>;

function isExact(value: number): boolean {
  return toScaled(value, DECIMALS) !== undefined;
}

const EXACT = { message: `expected at most ${String(DECIMALS)} decimals` };
export const pipsSchema = z.number().min(0).max(10_000).refine(isExact, EXACT);
const span = (text: string, what: string) => durationText.prefault(text).describe(what);

const quotesSchema = z.strictObject({
  widen: pipsSchema
    .default(0.2)
    .describe("pips by which each side of a quote is worse than the provider's rate"),
  maxSize: z
    .number()
    .positive()
    .exactOptional()
    .describe('largest amount quoted, units of the base; absent: any'),
  delay: span('50ms', 'from a request to the first quote'),
  refresh: span('1s', 'from one quote of a stream to the next'),
  life: span('3s', 'how long a quote can be accepted'),
  hold: span('20ms', 'last look: time from an acceptance to the response'),
  maxMove: pipsSchema
    .default(1)
    .describe('last look: pips that the rate may move against the provider in that time'),
  rejectShare: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('last look: share of acceptances that are rejected without any reason'),
});

export const providerSchema = z.strictObject({
  id: z.string().min(1).max(30).describe('organization of the provider: the counterparty of fills'),
  account: z
    .string()
    .min(1)
    .max(30)
    .exactOptional()
    .describe('legal entity of the provider; absent: its id with LE1 at the end'),
  symbols: z
    .array(z.string().refine(isSymbol, { message: 'expected a symbol such as EUR/USD' }))
    .min(1)
    .exactOptional()
    .describe('symbols for which it makes rates; absent: every symbol'),
  spot: z.boolean().default(true).describe('whether it streams spot rates, which orders meet'),
  rfs: z.boolean().default(true).describe('whether it answers requests for quotes'),
  fixedPeriod: z.boolean().default(true).describe('whether fixed-period sets hold its rates'),
  widen: pipsSchema
    .default(0)
    .describe("pips by which each side is worse than the market's top of book"),
  skew: z
    .number()
    .min(-10_000)
    .max(10_000)
    .refine(isExact, EXACT)
    .default(0)
    .describe('pips by which both sides are moved up'),
  sizeFactor: z
    .number()
    .positive()
    .max(1_000)
    .refine(isExact, EXACT)
    .default(1)
    .describe('displayed size as a multiple of the size at the top of book'),
  quotes: quotesSchema.prefault({}).describe('its firm quotes'),
});

/** At least one provider, with unique ids. */
export const providerListSchema = z
  .array(providerSchema)
  .min(1)
  .max(50)
  .refine((list) => new Set(list.map((one) => one.id)).size === list.length, {
    message: 'expected each provider once',
  });

/** `providers` of a simulator's configuration. */
export const providersSchema = providerListSchema
  .prefault([{ id: 'LP1' }])
  .describe('providers of rates and quotes; among equal rates the first one wins');

/** One provider that shows the market's rate unchanged. */
export const DEFAULT_PROVIDERS: readonly ProviderSettings[] = providersSchema.parse(undefined);

export function accountOfProvider({ id, account }: ProviderSettings): string {
  return account ?? `${id}LE1`;
}

/** Whether one provider streams all symbols unchanged, so that all orders meet one touch. */
export function showsMarketItself(providers: readonly ProviderSettings[]): boolean {
  const [one, ...others] = providers.filter(({ spot }) => spot);
  if (one === undefined || others.length > 0 || one.symbols !== undefined) return false;
  return one.widen === 0 && one.skew === 0 && one.sizeFactor === 1;
}

/** Whether a provider streams a symbol. */
export function makesRatesOf({ symbols }: ProviderSettings, symbol: string): boolean {
  return symbols === undefined || symbols.includes(symbol);
}

/** Converts pips of at most 3 decimals to whole ticks, rounded away from zero. */
export function toPipTicks(pips: number, { ticksPerUnit, pipFactor }: Instrument): number {
  return multiplyDivideUp(Math.round(pips * ONE), ticksPerUnit, pipFactor * ONE);
}

/** Units times a factor of at most 3 decimals, rounded down, at most MAX_SCALED; or UNLIMITED. */
export function scaleUnits(units: number, factor: number): number {
  if (units === UNLIMITED) return UNLIMITED;
  const scaled = (BigInt(units) * BigInt(Math.round(factor * ONE))) / BigInt(ONE);
  return Math.min(Number(scaled), MAX_SCALED);
}
