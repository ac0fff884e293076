// Schemas of order responses and queries (wire facts 4).
import { z } from 'zod';
import { coId, epochMs } from './fields.js';

const text = (meaning: string) => z.string().nullish().describe(meaning);
const number = (meaning: string) => z.number().nullish().describe(meaning);

/** Request fields that the response repeats (spec, order response). */
const repeated = {
  rateId: text('rate that a PQ order takes'),
  priceType: text('Spot, Outright or NDF'),
  org: text('organization that the order is for'),
  account: text('legal entity that the request named'),
  stopPrice: number('rate that triggers the order'),
  execFlags: z.array(z.string()).nullish().describe('rate that is compared with the stop price'),
  minQty: number('smallest fill, in units of the dealt currency'),
  maxShow: number('visible amount'),
  targetStrategy: text('strategy of an Algo order'),
  executionStartTime: text('start of slicing, as in the request'),
  executionEndTime: text('end of slicing, as in the request'),
  pegPriceType: text('rate that the order follows'),
  pegOffsetValue: number('pips added to the peg price'),
  actionOnExpiry: text('what happens to the rest when slicing ends'),
  sliceSize: number('size of a slice'),
  passiveTime: number('milliseconds that a slice rests before it takes'),
  passiveTimeFactorPercentage: number('passive time as percent of the slice interval'),
  sliceInterval: number('milliseconds between slices'),
  randomizeSliceSizePercentage: number('percent by which slices differ in size'),
  randomizeSliceIntervalPercentage: number('percent by which intervals may be shorter'),
  tobRange: number('size of a slice as percent of the size at the top of the book'),
  customParameters: z
    .record(z.string(), z.string())
    .nullish()
    .describe('keys and values of your organization'),
};

/** Order object (spec, order response; wire facts 4.3 to 4.5); unknown fields are kept. */
export const orderSchema = z.looseObject({
  coId: coId.describe('client order id'),
  type: z.string().describe('kind of order'),
  timeInForce: z.string().describe('how long it works'),
  side: z.string().describe('Buy or Sell, of the dealt currency'),
  currency: z.string().describe('dealt currency'),
  symbol: z.string().describe('pair, base and term with a slash'),
  size: z.number().describe('amount in units of the dealt currency'),
  price: number('limit price; of Market and Stop orders the worst acceptable rate'),
  orderId: text('id that the server assigned'),
  userFullName: text('who placed it, with the organization'),
  action: text('what the request did: place, cancel or replace'),
  status: text('RECEIVED, NEW, PARTIALLY_FILLED, FILLED, EXPIRED and more'),
  reason: text('why it was rejected or failed; a serious error: stop trading at once'),
  expiryTime: number('life of a GTT order in seconds'),
  clientOrderTime: text('when it was placed, yyyy-MM-dd HH:mm:ss,SSS Z'),
  tradeChannel: text('workflow, such as API/REST/ESP'),
  originalCoId: text('client id of the order that this one cancelled or replaced'),
  averagePrice: number('average of the fills so far'),
  cumQty: number('filled so far, in units of the dealt currency'),
  leavesQty: number('still open, in units of the dealt currency'),
  executionType: text('kind of the latest event, such as NEW or TRADE'),
  execId: text('id of the latest fill'),
  lastPrice: number('rate of the latest fill'),
  lastQty: number('amount of the latest fill, in units of the dealt currency'),
  settlCurrAmt: number('counter amount of the latest fill'),
  counterparty: text('organization on the other side of the latest fill'),
  counterPartyAccount: text('its legal entity'),
  valueDate: text('value date of the latest fill or of the request, YYYY-MM-DD'),
  tradeDate: text('trade date of the latest fill, YYYY-MM-DD'),
  transactTime: epochMs.nullish().describe('latest event, epoch milliseconds UTC'),
  customerId: text('customer on whose behalf the order was placed'),
  ...repeated,
});

export const orderListSchema = z.union([z.array(orderSchema), orderSchema]);

export const orderQuerySchema = z.strictObject({
  coId: coId.optional().describe('client order id; absent: all active orders'),
});

export type OrderBody = z.output<typeof orderSchema>;
