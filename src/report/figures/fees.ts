// Fees of fills in the term currency of their symbol: a rate per million by volume, and a minimum.
import { z } from 'zod';
import type { Fill } from '../../domain/events/index.js';
import { assert } from '../../domain/index.js';
import { powerOfTen, toScaled } from '../../domain/numbers/index.js';

/** Rates per million and minimum fees are exact to this many decimals. */
const DECIMALS = 4;
const MILLION = 1_000_000;

const isExact = (value: number) => toScaled(value, DECIMALS) !== undefined;
const EXACT = { message: `expected at most ${String(DECIMALS)} decimals` };
const perMillion = z.number().min(0).max(MILLION).refine(isExact, EXACT);

const scheduleSchema = z.strictObject({
  perMillion: perMillion.describe('fee for each million dealt, in this currency'),
  tiers: z
    .array(
      z.strictObject({
        from: z
          .number()
          .positive()
          .max(1e15)
          .describe('volume of the session from which the tier applies, in this currency'),
        perMillion: perMillion.describe('fee for each million of the tier'),
      }),
    )
    .default([])
    .refine((tiers) => tiers.every(({ from }, i) => from > (tiers[i - 1]?.from ?? 0)), {
      message: 'expected tiers in rising order of `from`',
    })
    .describe('other rates for larger volumes'),
  minimum: z
    .number()
    .min(0)
    .max(1e9)
    .refine(isExact, EXACT)
    .default(0)
    .describe('smallest fee, in this currency'),
  minimumOf: z
    .enum(['fill', 'order'])
    .default('fill')
    .describe('whether the smallest fee is for each fill or for each order'),
});

/** By term currency. */
export const feesSchema = z
  .record(
    z
      .string()
      .regex(/^[A-Z]{3,5}$/, 'expected a currency or asset such as USD')
      .meta({ title: '<currency>' }),
    scheduleSchema,
  )
  .describe('fees of fills, by the term currency of their symbol; absent: none');

export type FeeSettings = z.output<typeof feesSchema>;
type Schedule = z.output<typeof scheduleSchema>;

interface OrderFees {
  /** Minor units of the term. */
  rated: bigint;
  charged: bigint;
}

/** Charges fill by fill; amounts are minor units of the term, halves rounded up. */
export class FeeMeter {
  readonly #settings: FeeSettings;
  /** Minor units traded so far, by currency. */
  readonly #volumes = new Map<string, bigint>();
  /** Fees so far of orders with a minimum fee, as long as their keys are referenced. */
  readonly #orders = new WeakMap<object, OrderFees>();

  constructor(settings: FeeSettings) {
    this.#settings = settings;
  }

  /** `key` is the same for all fills of an order; without it each fill is an order of its own. */
  charge({ instrument, units, priceTicks }: Fill, key: object = {}): bigint {
    const { term, termDecimals, ratePrecision, baseDecimals } = instrument;
    const schedule = this.#settings[term];
    if (schedule === undefined) return 0n;
    const cash = BigInt(units) * BigInt(priceTicks) * BigInt(powerOfTen(termDecimals));
    const scale = BigInt(powerOfTen(ratePrecision)) * BigInt(powerOfTen(baseDecimals));
    const before = this.#volumes.get(term) ?? 0n;
    this.#volumes.set(term, before + divide(cash, scale));
    const rate = toExact(findRate(schedule, before, termDecimals));
    const rated = divide(cash * rate, scale * BigInt(MILLION * powerOfTen(DECIMALS)));
    const least = divide(
      toExact(schedule.minimum) * BigInt(powerOfTen(termDecimals)),
      BigInt(powerOfTen(DECIMALS)),
    );
    if (schedule.minimumOf === 'fill') return rated > least ? rated : least;
    const order = this.#orders.get(key) ?? { rated: 0n, charged: 0n };
    this.#orders.set(key, order);
    order.rated += rated;
    const total = order.rated > least ? order.rated : least;
    const fee = total - order.charged;
    order.charged = total;
    return fee;
  }
}

function findRate({ perMillion, tiers }: Schedule, volume: bigint, decimals: number): number {
  const tier = tiers.findLast(({ from }) => volume >= toUnits(from, decimals));
  return tier?.perMillion ?? perMillion;
}

function toExact(value: number): bigint {
  return toUnits(value, DECIMALS);
}

function toUnits(value: number, decimals: number): bigint {
  const scaled = toScaled(value, decimals);
  assert(scaled !== undefined, 'an amount of the fees was not checked');
  return BigInt(scaled);
}

/** Rounds halves up; neither argument is negative. */
function divide(amount: bigint, by: bigint): bigint {
  return (2n * amount + by) / (2n * by);
}
