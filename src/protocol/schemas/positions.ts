// Schemas of open positions (wire facts 7).
import { z } from 'zod';
import { DEFAULT_TRADES_PROFILE } from '../profile/trades-profile.js';

const symbol = z.string().min(1).optional().describe('pair, such as EUR/USD; absent: all');
const level = z
  .string()
  .min(1)
  .meta({ enum: Object.values(DEFAULT_TRADES_PROFILE.levels) })
  .optional()
  .describe('whose positions, case sensitive: USER, LE or ORG; absent: USER');
const value = z
  .string()
  .min(1)
  .optional()
  .describe("id of the user, legal entity or organization, by level; absent: the caller's own");

export const positionsQuerySchema = z
  .strictObject({ symbol, level, value })
  .refine(({ level, value }) => level !== undefined || value === undefined, {
    path: ['level'],
    message: 'expected it with value',
  })
  .meta({ dependentRequired: { value: ['level'] } });

export const valueDateParams = z.strictObject({
  valueDate: z.iso
    .date({ error: 'expected a date such as 2026-07-15' })
    .describe('value date, YYYY-MM-DD'),
});

const position = z.looseObject({
  side: z.string().describe('Buy or Sell, of the base currency'),
  symbol: z.string().describe('pair'),
  valueDate: z.string().describe('value date of the trades in the position, YYYY-MM-DD'),
  level: z.string().describe('USER, LE or ORG'),
  levelValue: z.string().describe('id of the user, legal entity or organization'),
  netOpenBase: z.number().describe('open amount of the base, below 0 when sold'),
  netOpenterm: z.number().nullish().describe('what the open amount cost, of the other sign'),
  rate: z.number().describe('weighted average rate of the open amount'),
  realizedPnL: z.number().describe('P&L of what has been closed, in pnlCurrency'),
  unrealizedPnL: z
    .number()
    .nullish()
    .describe('P&L of the open amount at the rate that closes it, in pnlCurrency'),
  pnlCurrency: z.string().describe('currency of both P&L figures'),
});

/** A position with its component positions. */
export const positionSchema = position.extend({
  children: z.array(position).nullish().describe('positions of the legal entities, of ORG'),
});

export const positionListSchema = z.union([z.array(positionSchema), positionSchema]);
