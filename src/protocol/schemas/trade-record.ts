// Schema of the STP trade record (spec, STP trade record), shared by every trade on the wire.
import { z } from 'zod';

const text = (max: number, what: string) => z.string().max(max).describe(what);
const optional = (max: number, what: string) => z.string().max(max).nullish().describe(what);
const amount = (what: string) => z.number().nullish().describe(what);
const flag = (what: string) => z.boolean().nullish().describe(what);

/** Maximum length of `customParameters` as JSON, in characters. */
const MAX_CUSTOM = 3_500;

const required = {
  orderId: text(60, 'server id of the order; of cover trades that of the cover order'),
  tradeId: z.string().min(1).max(255).describe('server id of the trade'),
  coId: text(255, "client's id of the order"),
  tradeType: text(20, 'Spot, Outright, NDF, Swap, FwdFwd or NDFSwap'),
  tradeDate: text(20, 'YYYY-MM-DD'),
  valueDate: text(20, 'YYYY-MM-DD; near leg of swaps'),
  maker: z.boolean().describe('true: a request or a resting order started the trade'),
  side: text(10, "Buy or Sell, customer's perspective, dealt currency"),
  status: text(20, 'Verified or Canceled'),
  symbol: text(35, 'dealt instrument pair'),
  currency: text(10, 'dealt currency'),
  customerOrg: text(30, "customer's organization"),
  user: text(100, 'full name of the entering user'),
  counterparty: text(30, 'organization of the other side'),
  executionTime: text(32, 'yyyy-MM-dd HH:mm:ss,SSS Z'),
  dealtAmount: z.number().describe('dealt amount; near leg of swaps'),
  baseAmount: z.number().describe('base amount; near leg of swaps'),
  termAmount: z.number().describe('term amount; near leg of swaps'),
  spotRate: z.number().describe('spot rate of the trade or its near leg'),
  rate: z.number().describe('all-in rate; near leg of swaps'),
};

const texts = {
  fixingDate: optional(20, 'NDF fixing date, YYYY-MM-DD'),
  fixingTenor: optional(20, 'NDF fixing tenor'),
  rateId: optional(255, 'rate that a previously quoted order or a booking names'),
  customerAccount: optional(30, "settlement code of the customer's legal entity"),
  counterpartyLongName: optional(255, 'long name of the other side'),
  counterpartyTradeId: optional(255, "other side's id of the trade"),
  counterpartyAccount: optional(30, 'legal entity of the other side'),
  channel: optional(100, 'workflow that the trade came from, such as API/REST/ESP'),
  channelCategory: optional(50, 'of a taker: GUI, API, COVER or HEDGE_RISK'),
  tenor: optional(50, 'tenor of the trade or its near leg'),
  farTenor: optional(50, 'tenor of the far leg'),
  farFixingTenor: optional(50, 'NDF fixing tenor of the far leg'),
  farFixingDate: optional(20, 'NDF fixing date of the far leg, YYYY-MM-DD'),
  farValueDate: optional(20, 'value date of the far leg, YYYY-MM-DD'),
  farSide: optional(10, 'side of the far leg, dealt currency'),
  customerLEI: optional(100, "customer's legal entity identifier"),
  counterpartyLEI: optional(100, "other side's legal entity identifier"),
  upi: optional(50, 'unique product identifier'),
  uti: optional(150, 'unique transaction identifier'),
  usi: optional(150, 'unique swap identifier'),
  farUSI: optional(150, 'unique swap identifier of the far leg'),
  exchange: optional(30, 'exchange'),
  portfolioId: optional(100, 'portfolio'),
  parentUSI: optional(150, 'unique swap identifier of the parent'),
  farLegISIN: optional(12, 'ISIN of the far leg'),
  nearLegISIN: optional(12, 'ISIN of the near leg'),
  isinLinkId: optional(12, 'link of the ISINs'),
  notes: optional(255, 'notes of the trade'),
  stream: optional(30, 'stream of the rate'),
  bookName: optional(30, 'A cover, B warehoused, empty no cover'),
  coveredTradeId: optional(255, 'trade that this one covers'),
  coveredCounterparty: optional(30, 'other side of the covered trade'),
  syntheticComponent: optional(10, 'part of a synthetic cross'),
  MT300Field72: optional(210, 'field 72 of the confirmation'),
  coverRiskManagementType: optional(20, 'of a maker: COVER, NO_COVER or WAREHOUSE'),
};

const amounts = {
  benchmarkRate: amount('benchmark rate'),
  settledAmount: amount('amount of the currency that was not dealt'),
  forwardPoints: amount('forward points of the trade or its near leg'),
  swapPoints: amount('forward points of the far leg less those of the near leg'),
  farRate: amount('all-in rate of the far leg'),
  farDealtAmount: amount('dealt amount of the far leg'),
  farSettledAmount: amount('settled amount of the far leg'),
  farBaseAmount: amount('base amount of the far leg'),
  farTermAmount: amount('term amount of the far leg'),
  farForwardPoints: amount('forward points of the far leg'),
  mifidBenchmarkRate: amount('benchmark rate for MiFID'),
  fees: amount('fees'),
  initialSettledAmount: amount('settled amount at first'),
  midRate: amount('mid rate'),
  farMidRate: amount('mid rate of the far leg'),
  coverRate: amount('all-in rate of the hedge'),
  coverSpotRate: amount('spot rate of the hedge'),
  coverForwardPoints: amount('forward points of the hedge'),
  coverFarRate: amount("all-in rate of the far leg's hedge"),
  coverFarSpotRate: amount("spot rate of the far leg's hedge"),
  coverFarForwardPoints: amount("forward points of the far leg's hedge"),
};

const flags = {
  isNet: flag('done to net another trade'),
  midMarket: flag('done at mid'),
  isSynthetic: flag('part of a synthetic cross'),
};

const word = z.string().nullish();
const yesNo = z.boolean().nullish();
const spread = z.number().nullish();

const objects = {
  customParameters: z
    .record(z.string(), z.string())
    .refine((pairs) => JSON.stringify(pairs).length <= MAX_CUSTOM, {
      message: `expected at most ${String(MAX_CUSTOM)} characters of JSON`,
    })
    .nullish()
    .describe('key and value pairs of the organization, at most 3500 characters of JSON'),
  regulatory: z
    .looseObject({
      orderSubmissionTime: word.describe('when the order was submitted'),
      tradeExecutionTime: word.describe('when the trade was executed'),
      mtf: yesNo.describe('whether it was done on a multilateral trading facility'),
      mtfVenue: word.describe('that facility'),
      investmentDecisionMaker: word.describe('who decided on the investment'),
      takerCapacity: word.describe('capacity in which the taker deals'),
      executingUser: word.describe('user who executed'),
      executingOrg: word.describe('organization that executed'),
      makerExecutingFirm: word.describe("maker's executing firm"),
      takerExecutingFirm: word.describe("taker's executing firm"),
      siExecution: yesNo.describe('whether a systematic internaliser executed it'),
      siVenue: word.describe('that internaliser'),
      sft: yesNo.describe('whether it is a securities financing transaction'),
      npft: yesNo.describe('whether it is a non-price-forming transaction'),
      preTradeWaiver: word.describe('waiver of pre-trade transparency'),
      postTradeDeferral: word.describe('deferral of post-trade transparency'),
      takerCountryCode: word.describe('country of the taker'),
      makerCountryCode: word.describe('country of the maker'),
      customerCountryCode: word.describe('country of the customer'),
      customerAccount: word.describe('legal entity of the customer'),
    })
    .nullish()
    .describe('data for regulators'),
  spreads: z
    .looseObject({
      pmNearSpread: spread.describe('trading spread, near leg'),
      pmFarSpread: spread.describe('trading spread, far leg'),
      pmPreSpotSpread: spread.describe('trading spread before spot'),
      pmSpotSpread: spread.describe('trading spread, spot'),
      ppSpotSpread: spread.describe('sales spread, spot'),
      ppNearSpread: spread.describe('sales spread, near leg'),
      ppFarSpread: spread.describe('sales spread, far leg'),
      ppCustSpread: spread.describe('sales spread: spot, near and far legs together'),
    })
    .nullish()
    .describe('trading (pm) and sales (pp) spreads, for makers; ppCustSpread is their sum'),
};

const known = { ...required, ...texts, ...amounts, ...flags, ...objects };

/** Record of the STP download; without `event` it is NEW (wire facts 10.1). */
export const stpRecordSchema = z.looseObject({
  ...known,
  event: z
    .string()
    .max(50)
    .nullable()
    .default('NEW')
    .describe('NEW, RESEND when it was downloaded before, or of the profile when changed since'),
});

/** A trade (wire facts 5.2): the record without `event`, with most fields optional. */
export const tradeSchema = z.looseObject({
  ...z.object(known).partial().shape,
  tradeId: required.tradeId,
  orderId: required.orderId,
  coId: z.string().max(255).nullish().describe("client's id of the order"),
  symbol: required.symbol,
  currency: required.currency,
  status: z.string().max(20).nullish().describe('Verified or Canceled'),
});

export const tradeListSchema = z.union([z.array(tradeSchema), tradeSchema]);
