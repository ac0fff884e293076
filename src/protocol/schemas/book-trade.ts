// Schema of the request to book a trade done elsewhere (spec, Book-trade request).
import { z } from 'zod';
import { parseTenor, TENOR_PATTERN } from '../../domain/dates/index.js';
import { lacks, needs, rules, someOf, where } from './rules.js';

const text = (max: number, what: string) => z.string().min(1).max(max).describe(what);
const free = (max: number, what: string) => z.string().max(max).optional().describe(what);
const isoDate = z.iso.date({ error: 'expected a date such as 2026-07-15' });
const date = (what: string) => isoDate.optional().describe(what);
const tenorCode = z
  .string()
  .min(1)
  .max(50)
  .refine((text) => parseTenor(text).ok, { message: 'expected a tenor code such as SPOT or 1W' })
  .meta({ pattern: TENOR_PATTERN });
const tenor = (what: string) => tenorCode.optional().describe(what);
const rate = (what: string) => z.number().positive().optional().describe(what);
const points = (what: string) => z.number().optional().describe(what);

const side = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.toUpperCase() : value),
    z.enum(['BUY', 'SELL']),
  )
  .describe("BUY or SELL, customer's perspective, dealt currency");

/** Fields of a far leg, which only swaps have. */
const farLeg = {
  farSide: z
    .enum(['BUY', 'SELL'])
    .optional()
    .describe('side of the far leg, case sensitive; absent: the other one of side'),
  farDealtAmount: rate('dealt amount of the far leg; required for Swap'),
  farForwardPoints: points('forward points of the far leg'),
  farRate: rate('all-in rate of the far leg; required for Swap'),
  farTenor: tenor('far tenor; required for Swap without farValueDate, later than the near date'),
  farValueDate: date('far value date; required for Swap without farTenor, later than the near one'),
  farCoverRate: rate('all-in rate at which the far leg was hedged'),
  farFixingDate: date('far fixing date of an NDF swap; required without farFixingTenor'),
  farFixingTenor: tenor('far fixing tenor of an NDF swap; required without farFixingDate'),
};

const fields = z.strictObject({
  type: z.enum(['Spot', 'Outright', 'Swap', 'NDF']).describe('trade type'),
  channel: z.enum(['0', '1']).describe('0 = API/CreditEntry, 1 = API/TradeEntry'),
  clientRequestId: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe("caller's id, echoed; several trades may share it"),
  referenceId: free(255, 'free text or id of the entering organization'),
  note: free(255, 'notes, sent by STP'),
  counterpartyAccount: text(30, "maker's legal entity"),
  counterparty: text(30, "maker's organization"),
  counterpartyTrader: free(100, "maker's user; absent: its organization's default user"),
  customerAccount: text(30, "customer's legal entity"),
  customerOrg: text(30, "customer's organization"),
  trader: free(100, "customer's user; absent: its organization's default user"),
  dealtIns: text(10, 'dealt instrument, base or term of the symbol'),
  dealtAmount: z.number().positive().describe('dealt amount; near leg of swaps'),
  baseAmount: rate('base amount; absent: by the rate'),
  termAmount: rate('term amount; absent: by the rate'),
  rate: z.number().positive().describe("all-in rate at the pair's quote-convention precision"),
  side,
  symbol: z.string().length(7).describe('pair of seven characters, such as EUR/USD'),
  tradeDate: isoDate.describe('date on which the trade was initiated, YYYY-MM-DD'),
  tenor: tenor('trade tenor; required without valueDate'),
  valueDate: date('value date, near leg of swaps; required without tenor'),
  fixingDate: date('NDF fixing date; required for NDF without fixingTenor'),
  fixingTenor: tenor('NDF fixing tenor; required for NDF without fixingDate'),
  spotRate: rate('spot rate, near leg of swaps; required for Outright, Swap and NDF'),
  forwardPoints: points('forward points of outrights and near legs of forward/forward swaps'),
  coverRate: rate('all-in rate at which the trade or near leg was hedged'),
  ...farLeg,
  bookName: free(30, 'A cover trades, B warehoused and hedging trades, empty no cover'),
  creditMode: z.int().optional().describe('0 CreditCheck, 1 CreditOvershoot, 2 CreditIgnore'),
  creditValuationAdjustment: points('credit valuation factor'),
  rateId: free(255, 'id of the originating rate'),
  stp: z
    .boolean()
    .optional()
    .describe("false: not sent by STP; absent: as the entering organization's setting"),
});

type Booking = z.output<typeof fields>;
type Field = keyof Booking;

/** Missing or excess fields of a booking for its type, with messages. */
function findProblems(booking: Booking): readonly (readonly [Field, string])[] {
  const problems: [Field, string][] = [];
  const lacks = (...names: Field[]) => names.every((name) => booking[name] === undefined);
  const require = (name: Field, other?: Field) => {
    const names = other === undefined ? [name] : [name, other];
    if (lacks(...names)) problems.push([name, `${names.join(' or ')} is required`]);
  };
  const { type } = booking;
  const isSwap = type === 'Swap';
  require('valueDate', 'tenor');
  if (type !== 'Spot') require('spotRate');
  if (type === 'NDF') require('fixingDate', 'fixingTenor');
  const isFixed = !lacks('fixingDate', 'fixingTenor');
  if (isFixed && (type === 'Spot' || type === 'Outright')) {
    problems.push([lacks('fixingDate') ? 'fixingTenor' : 'fixingDate', `no field of ${type}`]);
  }
  if (isSwap) {
    require('farDealtAmount');
    require('farRate');
    require('farValueDate', 'farTenor');
    if (isFixed) require('farFixingDate', 'farFixingTenor');
    return problems;
  }
  const names = Object.keys(farLeg) as Field[];
  const stray = names.find((name) => !lacks(name));
  if (stray !== undefined) problems.push([stray, `no field of ${type}`]);
  return problems;
}

/** The same rules as JSON Schema keywords, for readers of the API document. */
const FIXING = ['fixingDate', 'fixingTenor'] as const;
const BOOKING_RULES = rules(
  someOf('valueDate', 'tenor'),
  where('type', ['Outright', 'Swap', 'NDF'], needs('spotRate')),
  where('type', ['NDF'], someOf(...FIXING)),
  where('type', ['Spot', 'Outright'], lacks(...FIXING)),
  where('type', ['Swap'], needs('farDealtAmount', 'farRate'), someOf('farValueDate', 'farTenor'), {
    if: someOf(...FIXING),
    then: someOf('farFixingDate', 'farFixingTenor'),
  }),
  where('type', ['Spot', 'Outright', 'NDF'], lacks(...Object.keys(farLeg))),
);

export const bookTradeSchema = fields
  .superRefine((booking, context) => {
    for (const [name, words] of findProblems(booking)) {
      context.addIssue({ code: 'custom', path: [name], message: words });
    }
  })
  .meta(BOOKING_RULES);

export const bookTradeAnswerSchema = z.looseObject({
  tradeId: z.string().min(1).max(255).describe('server id of the booked trade'),
  createdTime: z.string().max(32).describe('yyyy-MM-dd HH:mm:ss,SSS Z, GMT'),
  clientRequestId: z.string().nullish().describe("caller's id"),
});
