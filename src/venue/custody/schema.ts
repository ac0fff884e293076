// Schema of custody in a configuration; amounts are numbers or decimal texts in units of the asset.
import { z } from 'zod';
import { durationText } from '../../validation/index.js';
import { formatDuration } from '../../domain/index.js';
import { parseAmount } from '../../domain/numbers/index.js';
import { type CustodySettings, DEFAULT_PACE } from './settings.js';

const MAX_ASSETS = 1_000;

const DECIMAL = 'expected digits with an optional decimal part, such as 5000000 or 0.5';
const amount = z.union([z.number().min(0), z.string().regex(/^\d+(\.\d+)?$/, DECIMAL)]);
const currency = z
  .string()
  .regex(/^[A-Z0-9]{2,12}$/, 'expected a currency or asset such as USD or BTC');
const name = z.string().min(1).max(100);
const pause = (micros: number) => durationText.prefault(formatDuration(micros));

const assetSchema = z.strictObject({
  currency: currency.describe('code of the asset, such as BTC'),
  decimals: z.int().min(0).max(12).default(8).describe('decimals of its amounts'),
  networks: z.array(name).min(1).describe('blockchains; the first is the default'),
  depositAllowed: z.boolean().default(true).describe('whether deposits are accepted'),
  withdrawAllowed: z.boolean().default(true).describe('whether withdrawals are accepted'),
  minWithdraw: amount.default(0).describe('smallest withdrawal'),
  withdrawFee: amount.default(0).describe('fee of a withdrawal'),
});

const balanceSchema = z.strictObject({
  org: name.describe('organization'),
  currency: currency.describe('one of the assets'),
  amount: amount.describe('balance at the start'),
});

const depositSchema = z.strictObject({
  org: name.describe('organization'),
  currency: currency.describe('one of the assets'),
  amount: amount.describe('what arrives'),
  network: name.exactOptional().describe("blockchain; absent: the asset's first"),
  after: durationText.prefault('10s').describe('session time from the start to its arrival'),
  every: durationText
    .exactOptional()
    .describe('time after which it is repeated; absent: it arrives once'),
});

const paceSchema = z.strictObject({
  confirm: pause(DEFAULT_PACE.confirm).describe('from a deposit to its confirmation'),
  credit: pause(DEFAULT_PACE.credit).describe('from the confirmation to the credit'),
  review: pause(DEFAULT_PACE.review).describe('from an application to its review'),
  process: pause(DEFAULT_PACE.process).describe('from the review to the decision'),
  complete: pause(DEFAULT_PACE.complete).describe('from the decision to the end'),
});

const shape = z.strictObject({
  assets: z.array(assetSchema).max(MAX_ASSETS).default([]).describe('assets in custody'),
  balances: z.array(balanceSchema).default([]).describe('balances at the start'),
  deposits: z.array(depositSchema).default([]).describe('deposits that arrive on a schedule'),
  pace: paceSchema.prefault({}),
  refusedAddresses: z
    .array(z.string().min(1).max(200))
    .default([])
    .describe('addresses for which withdrawals are rejected'),
  maxRecords: z.int().min(1).default(10_000).describe('maximum number of records kept per kind'),
});

type Written = z.output<typeof shape>;
type Refuse = (path: readonly (string | number)[], message: string) => void;

/** The `custody` part of a simulator's file. */
export const custodySchema = shape.superRefine((written, context) => {
  readAmounts(written, (path, message) => {
    context.addIssue({ code: 'custom', path: [...path], message });
  });
});

/** Converts a validated `custody` part to settings. */
export function toCustodySettings(written: Written): CustodySettings {
  return readAmounts(written, (path, message) => {
    throw new RangeError(`custody.${path.join('.')}: ${message}`);
  });
}

function readAmounts(written: Written, refuse: Refuse): CustodySettings {
  const decimals = new Map(written.assets.map((one) => [one.currency, one.decimals]));
  const read = (value: number | string, unit: string, ...path: (string | number)[]): bigint => {
    const places = decimals.get(unit);
    if (places === undefined) {
      refuse([...path.slice(0, -1), 'currency'], `expected one of the assets, found ${unit}`);
      return 0n;
    }
    const units = parseAmount(value, places);
    if (units === undefined) {
      refuse(path, `expected at most ${String(places)} decimals, found ${String(value)}`);
    }
    return units ?? 0n;
  };
  return {
    ...written,
    assets: written.assets.map((asset, at) => ({
      ...asset,
      minWithdraw: read(asset.minWithdraw, asset.currency, 'assets', at, 'minWithdraw'),
      withdrawFee: read(asset.withdrawFee, asset.currency, 'assets', at, 'withdrawFee'),
    })),
    balances: written.balances.map((balance, at) => ({
      ...balance,
      amount: read(balance.amount, balance.currency, 'balances', at, 'amount'),
    })),
    deposits: written.deposits.map((deposit, at) => ({
      ...deposit,
      amount: read(deposit.amount, deposit.currency, 'deposits', at, 'amount'),
    })),
  };
}
