// Schemas of reference data (wire facts 9): the interface leaves all field names open.
import { z } from 'zod';
import { amountOf } from './fields.js';

export const symbolParams = z.strictObject({
  symbol: z.string().min(1).max(30).describe('pair, with or without its slash'),
});

export const instrumentParams = z.strictObject({
  instrument: z.string().min(1).max(20).describe('currency or asset, such as EUR'),
});

export const symbolReferenceSchema = z.looseObject({
  symbol: z.string().describe('pair, base and term with a slash'),
  base: z.string().optional().describe('base currency'),
  term: z.string().optional().describe('term currency'),
  ratePrecision: z.int().optional().describe('decimals of a spot rate'),
  spotPointsPrecision: z.int().optional().describe('decimals of a spot rate in points'),
  forwardPointsPrecision: z.int().optional().describe('decimals of forward points'),
  pipFactor: z.int().optional().describe('one pip is 1 / pipFactor'),
  spotLagDays: z.int().optional().describe('business days from trade date to spot'),
  minSize: z.number().optional().describe('smallest order, units of the base'),
  maxSize: z.number().optional().describe('largest order, units of the base'),
  sizeIncrement: z.number().optional().describe('order sizes are multiples of it, base units'),
  deliverable: z.boolean().optional().describe('false: forwards are NDFs'),
});

export const instrumentReferenceSchema = z.looseObject({
  instrument: z.string().describe('code of the currency or asset'),
  name: z.string().optional().describe('its name'),
  type: z.string().optional().describe('FIAT or CRYPTO'),
  precision: z.int().optional().describe('decimals of its amounts'),
  roundingMode: z.string().optional().describe('how amounts are rounded'),
  deliverable: z.boolean().optional().describe('whether it is delivered at settlement'),
});

export const referenceListQuerySchema = z.strictObject({
  type: z.enum(['symbols', 'instruments']).describe('what is listed'),
});

/** Codes, or the objects of the other two calls. */
export const referenceListSchema = z.array(
  z.union([z.string(), symbolReferenceSchema, instrumentReferenceSchema]),
);

export const assetQuerySchema = z.strictObject({
  currency: z.string().min(1).max(20).optional().describe('one asset; absent: all'),
});

const amount = amountOf(z.union([z.number(), z.string()]));

const assetSchema = z.looseObject({
  currency: z.string().optional().describe('code of the asset'),
  depositAllowed: z.boolean().describe('whether deposits are accepted'),
  withdrawAllowed: z.boolean().describe('whether withdrawals are accepted'),
  minWithdrawAmount: amount.describe('smallest withdrawal, units of the asset'),
  withdrawFee: amount.describe('fee of a withdrawal, units of the asset'),
});

/** List of assets, or object of assets by code. */
export const assetDetailSchema = z.union([z.array(assetSchema), z.record(z.string(), assetSchema)]);
