// Schemas of trade queries and of back office changes to trades (wire facts 5).
import { z } from 'zod';
import { coId } from './fields.js';
import { oneOf, rules, someOf } from './rules.js';

/** Maximum allocations of a trade, which also keeps the request within its size limit. */
const MAX_ALLOCATIONS = 500;

const id = (what: string) => z.string().min(1).max(255).describe(what);
const note = z.string().max(255).optional().describe('notes, sent by STP');
const createdTime = z.string().max(32).describe('yyyy-MM-dd HH:mm:ss,SSS Z, GMT');

export const fillsQuerySchema = z
  .strictObject({
    orderId: z.string().min(1).optional().describe('server id of the order; or else coId'),
    coId: coId.optional().describe('client order id; or else orderId'),
  })
  .meta(rules(oneOf('orderId', 'coId')));

/** Body of an amendment (wire facts 5.4). */
export const amendTradeSchema = z
  .strictObject({
    id: id('verified trade to amend'),
    dealtAmount: z
      .number()
      .positive()
      .optional()
      .describe('new dealt amount, below the configured share of the present one'),
    customerAccount: z.string().min(1).max(30).optional().describe('new legal entity'),
    forwardPoints: z
      .number()
      .optional()
      .describe('new forward points, not of spot trades; a change of the rate'),
    spotRate: z.number().positive().optional().describe('new spot rate; a change of the rate'),
    note,
  })
  .meta(rules(someOf('dealtAmount', 'customerAccount', 'forwardPoints', 'spotRate')));

/** Body of a roll (wire facts 5.5). */
export const rollTradeSchema = z.strictObject({
  id: id('verified trade to roll'),
  forwardPoints: z.number().describe('forward points of the rolled trade'),
  valueDate: z.iso
    .date({ error: 'expected a date such as 2026-07-15' })
    .describe('new value date, YYYY-MM-DD, later than the present one'),
  fixingDate: z.iso
    .date({ error: 'expected a date such as 2026-07-15' })
    .optional()
    .describe('new fixing date, YYYY-MM-DD; required for NDF, and only then'),
  note,
});

/** Response to an amendment or roll. */
export const replacedTradeSchema = z.looseObject({
  originalTradeId: z.string().describe('trade that was amended or rolled'),
  tradeId: z.string().describe('trade that is in force now'),
  createdTime,
});

/** Body of an allocation (wire facts 5.6). */
export const allocateTradeSchema = z.strictObject({
  id: id('verified trade to divide'),
  allocations: z
    .array(
      z.strictObject({
        referenceId: id('unique in the request'),
        allocationAmount: z.number().positive().describe('dealt amount of the part'),
        side: z.enum(['BUY', 'SELL']).describe("the trade's side, case sensitive"),
        customerAccount: z
          .string()
          .min(1)
          .max(30)
          .describe("legal entity of the trade's organization"),
        note,
      }),
    )
    .min(1)
    .max(MAX_ALLOCATIONS)
    .describe("parts, whose amounts add up to the trade's"),
});

export const allocatedTradeSchema = z.looseObject({
  originalTradeId: z.string().describe('trade that was divided'),
  trades: z
    .array(
      z.looseObject({
        referenceId: z.string().describe('of the allocation'),
        tradeId: z.string().describe('of its trade'),
      }),
    )
    .describe('trades that are in force now, by the reference of their allocation'),
});

/** Body of a cancel (wire facts 5.7): `tradeId` takes precedence. */
export const cancelTradesSchema = z
  .strictObject({
    tradeId: z.string().min(1).max(255).optional().describe('trade to cancel; or clientRequestId'),
    clientRequestId: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('request whose trades to cancel; ignored with tradeId'),
  })
  .meta(rules(someOf('tradeId', 'clientRequestId')));

export const canceledTradesSchema = z
  .looseObject({
    trades: z
      .array(
        z.looseObject({
          tradeId: z.string().describe('of the canceled trade'),
          status: z.string().nullish().describe('Canceled'),
        }),
      )
      .nullish()
      .describe('trades that are canceled now'),
  })
  .optional();
