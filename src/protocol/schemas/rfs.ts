// Schemas of quote requests (wire facts 6).
import { z } from 'zod';
import { parseDay, parseTenor, TENOR_PATTERN } from '../../domain/dates/index.js';
import { hasTwoLegs, isNonDeliverable, RFS_SIDES } from '../../domain/quotes/index.js';
import { TRADE_TYPES } from '../../domain/venue/index.js';
import { coId, epochMs } from './fields.js';
import { DATE_PATTERN, lacks, needs, rules, where } from './rules.js';
import { tradeSchema } from './trade-record.js';

/** Range of a single quote's life (RFQ) in seconds (wire facts 12). */
const RFQ_EXPIRY = { least: 30, most: 86_400 } as const;
const MAX_EXPIRY = 1_000_000_000;
const MAX_PROVIDERS = 50;
const FAR = ['farDealtAmount', 'farValueDate'];

const not = (isSo: (type: (typeof TRADE_TYPES)[number]) => boolean) =>
  TRADE_TYPES.filter((type) => !isSo(type));

/** Accepts a value in any letter case and converts it to upper case. */
function anyCase<const W extends readonly [string, ...string[]]>(words: W) {
  return z
    .string()
    .toUpperCase()
    .pipe(z.enum(words))
    .meta({ enum: [...words] });
}

const date = z.iso.date();
const dateOrTenor = z
  .string()
  .superRefine((text, context) => {
    if (parseDay(text).ok) return;
    const tenor = parseTenor(text);
    if (tenor.ok) return;
    context.addIssue({
      code: 'custom',
      message: `expected YYYY-MM-DD or a tenor; ${tenor.fault.message}`,
    });
  })
  .meta({ pattern: `${DATE_PATTERN}|${TENOR_PATTERN}` });
const id = z.string().min(1).max(100);
const amount = z.number().positive();

export const rfsParams = z.strictObject({
  requestId: z.string().min(1).describe("the venue's id of the request"),
});

export const rfsQuerySchema = z.strictObject({
  clOrderId: coId.describe("the caller's id of the request"),
});

/** Body of a quote request (wire facts 6.1). */
export const quoteRequestSchema = z
  .strictObject({
    clOrderId: coId.describe("the caller's id of the request, new to the venue"),
    symbol: z.string().min(1).describe('pair such as EUR/USD'),
    amount: amount.describe('amount of the dealt currency, units; of two legs the near one'),
    dealtCurrency: z.string().min(1).describe('base or term currency of the pair'),
    expiry: z
      .int()
      .min(1)
      .max(MAX_EXPIRY)
      .describe(
        "seconds. Of a stream: life of the request, cut to the venue's own maximum. Of a single " +
          "quote: its life, 30 to 86400, exactly the venue's own",
      ),
    rfq: z.boolean().optional().describe('true: one quote; absent or false: a stream of quotes'),
    side: anyCase(RFS_SIDES).describe(
      "BUY or SELL of the base currency on the near leg, requester's view; TWO_WAY asks for both",
    ),
    nearValueDate: dateOrTenor.describe('YYYY-MM-DD or tenor code; of two legs the near one'),
    priceType: z.enum(TRADE_TYPES).describe('product; Swap, FwdFwd and NDFSwap have two legs'),
    customerAccount: id.describe('legal entity that the request is for'),
    customerOrg: id.describe('organization that the request is for'),
    providers: z
      .array(id)
      .min(1)
      .max(MAX_PROVIDERS)
      .optional()
      .describe('organizations of the providers asked; absent: all that are configured'),
    farDealtAmount: amount
      .optional()
      .describe('amount of the far leg, dealt currency, units; required with two legs only'),
    farValueDate: dateOrTenor
      .optional()
      .describe('YYYY-MM-DD or tenor code of the far leg; required with two legs only'),
    fixingDate: date
      .optional()
      .describe('YYYY-MM-DD, NDF and NDFSwap only; absent: follows from the value date'),
    farFixingDate: date
      .optional()
      .describe('YYYY-MM-DD, NDFSwap only; absent: follows from the far value date'),
    priceViewType: z
      .int()
      .min(0)
      .max(1)
      .optional()
      .describe('0 or absent: the quotes of each provider; 1: ranked by price over all of them'),
    depth: z
      .int()
      .min(1)
      .max(MAX_PROVIDERS)
      .optional()
      .describe('tiers of the ranked view; absent: all'),
    channel: z
      .string()
      .max(100)
      .optional()
      .describe("workflow that the request came from; the trade's channel"),
  })
  .superRefine((request, context) => {
    const { priceType, expiry, rfq, farDealtAmount, farValueDate, fixingDate } = request;
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    const far = { farDealtAmount, farValueDate };
    for (const [name, value] of Object.entries(far)) {
      if (hasTwoLegs(priceType) === (value !== undefined)) continue;
      refuse(name, `expected ${value === undefined ? 'one' : 'none'} with ${priceType}`);
    }
    if (fixingDate !== undefined && !isNonDeliverable(priceType)) {
      refuse('fixingDate', `expected none with ${priceType}`);
    }
    if (request.farFixingDate !== undefined && priceType !== 'NDFSwap') {
      refuse('farFixingDate', `expected none with ${priceType}`);
    }
    if (rfq === true && (expiry < RFQ_EXPIRY.least || expiry > RFQ_EXPIRY.most)) {
      refuse('expiry', 'expected 30 to 86400 seconds with rfq');
    }
  })
  .meta(
    rules(
      where('priceType', TRADE_TYPES.filter(hasTwoLegs), needs(...FAR)),
      where('priceType', not(hasTwoLegs), lacks(...FAR)),
      where('priceType', not(isNonDeliverable), lacks('fixingDate')),
      where(
        'priceType',
        not((type) => type === 'NDFSwap'),
        lacks('farFixingDate'),
      ),
      where('rfq', [true], {
        properties: { expiry: { minimum: RFQ_EXPIRY.least, maximum: RFQ_EXPIRY.most } },
      }),
    ),
  );

/** Body of an acceptance (wire facts 6.3). */
export const quoteAcceptanceSchema = z.strictObject({
  clOrderId: coId.optional().describe("the caller's id of the request, as a check"),
  quoteId: id.optional().describe('quote that is accepted; required but for a single quote'),
  side: anyCase(['BUY', 'SELL'])
    .optional()
    .describe('of the base currency on the near leg; required when both ways are quoted'),
  transactionId: id.optional().describe('of the request; required for a single quote'),
});

/** Response to a request, an acceptance or a withdrawal. */
export const rfsAnswerSchema = z.looseObject({
  clOrderId: z.string().nullish().describe("the caller's id of the request"),
  requestId: z.string().nullish().describe("the venue's id of the request"),
  event: z.string().nullish().describe('state of the request'),
});

/** Responses to acceptances and withdrawals may have no body. */
export const rfsWriteSchema = rfsAnswerSchema.optional();

const rate = z.number().nullish();
const text = z.string().nullish();

/** A firm quote; a side that was not requested is missing. */
export const quoteSchema = z.looseObject({
  requestId: text.describe("the venue's id of the request"),
  quoteId: text.describe('names the quote in an acceptance'),
  provider: text.describe(
    'organization of the provider; absent if bid and offer are of two providers',
  ),
  priceType: z.string().describe('product'),
  effectiveTime: z.number().describe('seconds from its time until it can be accepted'),
  symbol: z.string().describe('pair'),
  ttl: z.number().describe('seconds from its time during which it is valid'),
  dealtCurrency: z.string().describe('dealt currency'),
  dealtAmount: rate.describe('amount of the dealt currency, near leg'),
  nearValueDate: text.describe('YYYY-MM-DD of the near leg'),
  fixingDate: text.describe('YYYY-MM-DD of a non-deliverable near leg'),
  bid: rate.describe('all-in rate at which the requester sells the base, near leg'),
  offer: rate.describe('all-in rate at which the requester buys the base, near leg'),
  bidSpotRate: rate.describe('spot rate in bid'),
  offerSpotRate: rate.describe('spot rate in offer'),
  bidForwardPoints: rate.describe('forward points in bid, as a rate'),
  offerForwardPoints: rate.describe('forward points in offer, as a rate'),
  farDealtAmount: rate.describe('amount of the dealt currency, far leg'),
  farValueDate: text.describe('YYYY-MM-DD of the far leg'),
  farFixingDate: text.describe('YYYY-MM-DD of a non-deliverable far leg'),
  farBid: rate.describe('all-in rate of the far leg at which its base is sold'),
  farOffer: rate.describe('all-in rate of the far leg at which its base is bought'),
  farBidForwardPoints: rate.describe('forward points in farBid, as a rate'),
  farOfferForwardPoints: rate.describe('forward points in farOffer, as a rate'),
  time: epochMs.nullish().describe('when it was made, epoch milliseconds'),
});

/** State of a quote request in a query, identified by `event` (wire facts 6.2). */
export const rfsSchema = z.looseObject({
  clOrderId: z.string().describe("the caller's id of the request"),
  requestId: z.string().describe("the venue's id of the request"),
  transactionId: text.describe('id of the trade, to be sent when a single quote is accepted'),
  ttl: z.number().nullish().describe('life of the request, seconds'),
  event: z.string().describe('state of the request, such as QUOTE'),
  quotes: z.array(quoteSchema).nullish().describe('live quotes; with QUOTE'),
  trades: z.array(tradeSchema).nullish().describe('the trade; with TRADE_VERIFIED'),
  reason: text.describe('why the venue rejected the request or the acceptance, a code'),
  message: text.describe('the same as text'),
});
