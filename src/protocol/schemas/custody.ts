// Schemas of custody and balances (wire facts 8): the interface leaves all of them open.
import { z } from 'zod';
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from '../../domain/venue/index.js';
import { amountOf, epochMs } from './fields.js';

const DECIMAL = 'expected digits with an optional decimal part, such as 5000000 or 0.5';
/** Numbers and decimal texts: a double cannot represent long fractions of an asset. */
const amount = amountOf(z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/, DECIMAL)]));
/** Amount of a request: above 0. */
const positiveAmount = amountOf(
  z.union([
    z.number().positive(),
    z.string().regex(/^(?=.*[1-9])\d+(\.\d+)?$/, `${DECIMAL}, above 0`),
  ]),
);

const currency = z.string().min(1).max(20).describe('asset code, such as BTC');
const network = z.string().min(1).max(50).describe('blockchain; absent: the first of the asset');

export const addressQuerySchema = z.strictObject({ currency, network: network.optional() });

export const addressSchema = z.looseObject({
  currency,
  network: z.string().describe('blockchain'),
  address: z.string().describe('where deposits go to'),
  tag: z.string().optional().describe('memo that some networks need'),
});

const history = <const W extends readonly [string, ...string[]]>(statuses: W) => ({
  currency: currency.optional(),
  status: z
    .enum(statuses, { error: `expected ${statuses.join(', ')}` })
    .optional()
    .describe('only records in this status'),
  startTime: epochMs.optional().describe('first time, epoch ms, inclusive'),
  endTime: epochMs.optional().describe('last time, epoch ms, inclusive'),
  offset: z.int().min(0).max(1_000_000).optional().describe('records to leave out first'),
  limit: z.int().min(1).max(1_000).optional().describe('records at most; 100 when absent'),
});

export const depositQuerySchema = z.strictObject(history(DEPOSIT_STATUSES));
export const withdrawalQuerySchema = z.strictObject(history(WITHDRAWAL_STATUSES));

export const depositListSchema = z.array(
  z.looseObject({
    id: z.string().describe('id of the deposit'),
    currency,
    network: z.string().describe('blockchain'),
    amount: amount.describe('in units of the asset'),
    address: z.string().describe('where it arrived'),
    tag: z.string().optional().describe('memo'),
    txId: z.string().describe('transaction on the chain'),
    status: z.string().describe('PENDING, CONFIRMED, CREDITED, FAILED'),
    insertTime: epochMs.describe('seen at, epoch ms'),
    confirmations: z.int().optional().describe('blocks since'),
  }),
);

export const withdrawSchema = z.strictObject({
  currency,
  amount: positiveAmount.describe('in units of the asset, without the fee; number or decimal text'),
  address: z.string().min(1).max(200).describe('where it goes to'),
  network: network.optional(),
  tag: z.string().max(100).optional().describe('memo that some networks need'),
  clientWithdrawId: z.string().min(1).max(100).optional().describe("caller's id, used once"),
});

export const withdrawAnswerSchema = z.looseObject({
  id: z.string().describe('id of the withdrawal'),
  clientWithdrawId: z.string().optional().describe("caller's id"),
});

export const withdrawalListSchema = z.array(
  z.looseObject({
    id: z.string().describe('id of the withdrawal'),
    clientWithdrawId: z.string().optional().describe("caller's id"),
    currency,
    network: z.string().describe('blockchain'),
    amount: amount.describe('in units of the asset, without the fee'),
    fee: amount.describe('in units of the asset'),
    address: z.string().describe('where it goes to'),
    tag: z.string().optional().describe('memo'),
    txId: z.string().optional().describe('transaction on the chain, once it is sent'),
    status: z
      .string()
      .describe('APPLIED, PENDING_APPROVAL, PROCESSING, COMPLETED, REJECTED, CANCELED, FAILED'),
    applyTime: epochMs.describe('applied for at, epoch ms'),
    completeTime: epochMs.optional().describe('completed at, epoch ms'),
  }),
);

export const balanceQuerySchema = z.strictObject({ currency: currency.optional() });

const balance = {
  currency,
  total: amount.describe('in units of the asset'),
  available: amount.describe('total less the locked amount'),
  locked: amount.describe('amount in pending withdrawals'),
};

export const balanceListSchema = z.array(z.looseObject(balance));

export const brokerBalanceQuerySchema = z.strictObject({
  currency: currency.optional(),
  org: z.string().min(1).max(100).optional().describe('organization; absent: all of the broker'),
});

export const brokerBalanceListSchema = z.array(
  z.looseObject({ ...balance, org: z.string().describe('organization') }),
);

export const brokerUpdateSchema = z
  .array(
    z.strictObject({
      currency,
      amount: amount.describe('new total, in units of the asset'),
      org: z.string().min(1).max(100).optional().describe("organization; absent: the broker's own"),
    }),
  )
  .min(1)
  .max(1_000);
