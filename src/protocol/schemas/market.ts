// Schemas of market data (wire facts 3).
import { z } from 'zod';
import { epochMs } from './fields.js';

const symbol = z.string().min(1).describe('pair, base and term with a slash');
const answered = z.string().describe('pair');

export const symbolQuerySchema = z.strictObject({ symbol });

/** Top of book (wire facts 3.1); a side without a quote may be missing. */
export const spotRateSchema = z.looseObject({
  symbol: answered,
  bid: z.number().nullish().describe('rate at which the base can be sold'),
  offer: z.number().nullish().describe('rate at which the base can be bought'),
  bidLimit: z.number().nullish().describe('size at the bid, units of the base'),
  offerLimit: z.number().nullish().describe('size at the offer, units of the base'),
  time: epochMs.describe('when the rate was made, epoch milliseconds'),
  rateId: z.string().nullish().describe('names the rate in a previously quoted order'),
});

export type SpotRateBody = z.output<typeof spotRateSchema>;

/** Types of spot rates (wire facts 3.2). */
export const RATE_TYPES = ['TOB', 'FULL', 'RAW'] as const;

const type = z
  .enum(RATE_TYPES)
  .describe("top of book, full book by price, or each provider's own rate");

export const rateTypeParams = z.strictObject({ type });

export const rateTypeOrgParams = z.strictObject({
  type,
  org: z.string().min(1).max(100).describe('organization whose providers make the rates'),
});

const numbers = (what: string) =>
  z
    .union([z.array(z.number()), z.number()])
    .nullish()
    .describe(what);
const names = (what: string) => z.array(z.string()).nullish().describe(what);

/** Levels as parallel arrays, best first; the sides may differ in length. */
const ladderSchema = z.looseObject({
  symbol: answered,
  bid: numbers('rates at which the base can be sold, best first'),
  offer: numbers('rates at which the base can be bought, best first'),
  bidLimit: numbers('sizes at the bids, units of the base'),
  offerLimit: numbers('sizes at the offers, units of the base'),
  bidProviders: names('organizations that show the bids; may be longer than the bids'),
  offerProviders: names('organizations that show the offers; may be longer than the offers'),
  time: epochMs.describe('when the rate was made, epoch milliseconds'),
  rateId: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .describe('names the rate in a previously quoted order'),
});

/** Spot rates by type (wire facts 3.2): arrays, scalars, or an array of spot rates. */
export const ladderAnswerSchema = z.union([ladderSchema, z.array(spotRateSchema)]);

/** Benchmark rate (wire facts 3.5). */
export const benchmarkSchema = z.looseObject({
  symbol: answered,
  rate: z.number().describe('mid rate'),
  uid: z.string().describe('GUID of the rate'),
  timestamp: epochMs.describe('second that the rate is of, epoch milliseconds'),
});

/** Last traded price (wire facts 3.6); the venue does not publish its fields. */
export const tickerSchema = z.looseObject({
  symbol: answered,
  price: z.number().nullish().describe('last traded price; also as rate or lastPrice'),
  size: z.number().nullish().describe('amount of that trade, units of the base'),
  side: z.string().nullish().describe('Buy or Sell'),
  timestamp: epochMs.nullish().describe('when it traded, epoch milliseconds; also as time'),
});
