// Schemas of market data sets (wire facts 3.4).
import { z } from 'zod';
import { parseDay, parseTenor, TENOR_PATTERN } from '../../domain/dates/index.js';
import { isSymbol } from '../../domain/index.js';
import { MAX_EPOCH_MS } from '../wire-text.js';
import { DATE_PATTERN, oneOf, rules, someOf } from './rules.js';

const ONE = '[A-Z0-9]{2,12}/[A-Z0-9]{2,12}';
const PAIR = `^${ONE}$`;
const PAIRS = `^${ONE}(?:,${ONE})*$`;
const pair = { message: 'expected a pair such as EUR/USD' };

/**
 * Checks each parameter alone. The venue requires, by kind of set, an `id` or (fixed periods) an
 * `org`; a pair; a tenor or a date.
 */
export const dataSetQuerySchema = z
  .strictObject({
    id: z.string().min(1).max(100).optional().describe('id of one set'),
    org: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('organization: all its fixed-period sets; instead of id'),
    symbol: z
      .string()
      .refine(isSymbol, pair)
      .meta({ pattern: PAIR })
      .optional()
      .describe('one pair'),
    symbols: z
      .string()
      .refine((text) => text.split(',').every(isSymbol), {
        message: 'expected pairs with commas between them such as EUR/USD,USD/JPY',
      })
      .meta({ pattern: PAIRS })
      .optional()
      .describe('pairs with commas between them; instead of symbol'),
    date: z
      .string()
      .refine((text) => parseDay(text).ok, { message: 'expected a date such as 2026-01-06' })
      .meta({ pattern: DATE_PATTERN })
      .optional()
      .describe('business date, YYYY-MM-DD'),
    tenor: z
      .string()
      .refine((text) => parseTenor(text).ok, {
        message: 'expected a tenor code such as SPOT or 1W',
      })
      .meta({ pattern: TENOR_PATTERN })
      .optional()
      .describe('tenor code; a tenor or a date is needed'),
    timeWindow: z
      .string()
      .regex(
        /^([01]\d|2[0-3])[0-5]\d-([01]\d|2[0-3])[0-5]\d$/,
        'expected HHmm-HHmm such as 0800-1200',
      )
      .optional()
      .describe('fixed-period sets of that window only, HHmm-HHmm'),
  })
  .meta(rules(oneOf('id', 'org'), someOf('symbol', 'symbols'), someOf('tenor', 'date')));

const time = (what: string) =>
  z
    .union([z.string(), z.int().min(0).max(MAX_EPOCH_MS)])
    .nullish()
    .describe(`${what}: text timestamp or epoch milliseconds`);

/** A rate of a set: only `rateId` is certain; the profile renames the other fields. */
const setRateSchema = z.looseObject({
  symbol: z.string().nullish().describe('pair'),
  tenor: z.string().nullish().describe('tenor code'),
  valueDate: z.string().nullish().describe('value date, YYYY-MM-DD'),
  bid: z.number().nullish().describe('all-in rate at which the base can be sold'),
  offer: z.number().nullish().describe('all-in rate at which the base can be bought'),
  bidLimit: z.number().nullish().describe('size at the bid, units of the base'),
  offerLimit: z.number().nullish().describe('size at the offer, units of the base'),
  spotBid: z.number().nullish().describe('spot rate in the bid'),
  spotOffer: z.number().nullish().describe('spot rate in the offer'),
  bidForwardPoints: z.number().nullish().describe('forward points in the bid'),
  offerForwardPoints: z.number().nullish().describe('forward points in the offer'),
  rateId: z.string().describe('names the rate in a previously quoted order'),
});

export const dataSetsAnswerSchema = z.array(
  z.looseObject({
    id: z.string().describe('id of the set'),
    name: z.string().nullish().describe('display name'),
    date: z.string().nullish().describe('business date'),
    timeWindow: z.string().nullish().describe('window of a fixed-period set'),
    createdTime: time('when its rates were made'),
    activationTime: time('when its rates become valid'),
    validUntil: time('when its rates stop being valid'),
    nextCreationTime: time('when its next rates are made'),
    expirationTime: time('when the set ends'),
    rates: z.array(setRateSchema).describe('its rates'),
  }),
);
