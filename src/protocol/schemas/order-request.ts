// Schema of a place request (spec, order request; wire facts 4.1 and 4.2).
import { z } from 'zod';
import {
  EXEC_FLAGS,
  EXPIRY_ACTIONS,
  ORDER_TYPES,
  type OrderType,
  PEG_PRICE_TYPES,
  PRICE_TYPES,
  SIDES,
  TIMES_IN_FORCE,
} from '../../domain/orders/index.js';
import { DEFAULT_ORDER_NEEDS } from '../profile/required-fields.js';
import { CUSTOM_TEXT, isCustomParameters, MAX_COID, MAX_ORG, MAX_RATE_ID } from './fields.js';
import { DATE_PATTERN, needs, rules, someOf, where } from './rules.js';

const text = (meaning: string) => z.string().describe(meaning);
/** JSON Schema keywords for readers of the API document; the venue checks these by reason code. */
const named = { minLength: 1 };
const above0 = { exclusiveMinimum: 0 };
const number = (meaning: string) => z.number().describe(meaning);
const short = (meaning: string) => z.string().max(MAX_ORG).describe(meaning);

const details = {
  rateId: z
    .string()
    .max(MAX_RATE_ID)
    .describe('rate that a PQ order takes, from the spot endpoint or a set; required for PQ'),
  priceType: text('Spot, Outright or NDF; for AtBest orders').meta({ enum: [...PRICE_TYPES] }),
  org: short('organization that the order is for; absent: your own'),
  account: short('legal entity of the organization; required for another organization'),
  valueDate: text('value date, YYYY-MM-DD; required for AtBest').meta({ pattern: DATE_PATTERN }),
  stopPrice: number('rate that triggers the order; required for Stop and StopLimit'),
  execFlags: z
    .array(z.string().meta({ enum: [...EXEC_FLAGS] }))
    .describe(`one of ${EXEC_FLAGS.join(', ')}; required for Stop and StopLimit`),
  minQty: number('smallest fill, in units of the dealt currency; what fills the rest is exempt'),
  maxShow: number('visible amount: 0 or absent hidden, the size displayed, less an iceberg'),
  targetStrategy: text('strategy of an Algo order: TWAP; required for Algo'),
  executionStartTime: text('Algo: seconds from acceptance to the first slice; absent: at once'),
  executionEndTime: text('Algo: when slicing ends, yyyy-MM-dd HH:mm:ss,SSS +0000'),
  pegPriceType: text('rate that the order follows: Mid, Bid or Offer; required for Pegged').meta({
    enum: [...PEG_PRICE_TYPES],
  }),
  pegOffsetValue: number('pips added to the peg price; may be negative'),
  actionOnExpiry: text(`Algo: ${EXPIRY_ACTIONS.join(', ')}; absent: the rest is cancelled`).meta({
    enum: [...EXPIRY_ACTIONS],
  }),
  sliceSize: number('Algo: size of a slice, in units of the dealt currency'),
  passiveTime: number('Algo: milliseconds that a slice rests before it takes; over the factor'),
  passiveTimeFactorPercentage: number(
    'Algo: passive time as percent of the actual slice interval; required without passiveTime',
  ),
  sliceInterval: number('Algo: milliseconds between slices; the most where it is randomized'),
  randomizeSliceSizePercentage: number('Algo: percent by which slices differ in size'),
  randomizeSliceIntervalPercentage: number('Algo: percent by which intervals may be shorter'),
  tobRange: number('Algo: size of a slice as percent of the size at the top of the book'),
  customParameters: z
    .record(z.string(), z.string())
    .refine(isCustomParameters, { message: `expected ${CUSTOM_TEXT}` })
    .describe('keys and values of your organization; at most 3500 characters as JSON'),
};

const rest = {
  price: number('limit price; of Market and Stop orders the worst acceptable rate').meta(above0),
  expiryTime: number('life of a GTT order in seconds, 1 to 86399').meta({
    type: 'integer',
    minimum: 1,
    maximum: 86_399,
  }),
  ...details,
};

/**
 * Fields that every venue requires of an order type, beyond those of every order (wire facts 4.2);
 * the profile adds others.
 */
const REQUIRED: Readonly<Record<OrderType, readonly (keyof typeof rest | 'timeInForce')[]>> = {
  Limit: ['timeInForce', 'price'],
  Market: ['timeInForce', 'price'],
  AtBest: ['timeInForce', 'valueDate'],
  Stop: ['price', 'stopPrice'],
  StopLimit: ['price', 'stopPrice'],
  Pegged: [],
  Algo: ['timeInForce', 'targetStrategy'],
  PQ: ['timeInForce', 'price', 'rateId'],
};

/** Body of a place request. */
export const orderRequestSchema = z
  .strictObject({
    coId: z.string().min(1).max(MAX_COID).describe('client order id, never used before'),
    type: z.enum(ORDER_TYPES).describe('kind of order'),
    side: z.enum(SIDES).describe('of the dealt currency, from your view'),
    symbol: text('pair, base and term with a slash').meta(named),
    currency: text('dealt currency: base or term of the symbol').meta(named),
    size: number('amount in units of the dealt currency').meta(above0),
    timeInForce: z
      .enum(TIMES_IN_FORCE)
      .optional()
      .describe('how long it works; GTC for a Stop order without one, else required'),
    ...z.strictObject(rest).partial().shape,
  })
  .superRefine((order, context) => {
    const missing = (field: string, why: string) => {
      context.addIssue({ code: 'custom', path: [field], message: `expected for ${why}` });
    };
    for (const field of REQUIRED[order.type]) {
      if (order[field] === undefined) missing(field, `type ${order.type}`);
    }
    if (order.timeInForce === 'GTT' && order.expiryTime === undefined) {
      missing('expiryTime', 'timeInForce GTT');
    }
    const { passiveTime, passiveTimeFactorPercentage: factor } = order;
    if (order.type === 'Algo' && passiveTime === undefined && factor === undefined) {
      missing('passiveTimeFactorPercentage', 'type Algo without passiveTime');
    }
  })
  .meta(
    rules(
      ...ORDER_TYPES.map((type) => where('type', [type], needs(...toNeeded(type)))),
      where('timeInForce', ['GTT'], needs('expiryTime')),
      where('type', ['Algo'], someOf('passiveTime', 'passiveTimeFactorPercentage')),
    ),
  );

/** Required fields of an order type, including those of the default profile. */
function toNeeded(type: OrderType): readonly string[] {
  const more: Readonly<Partial<Record<OrderType, readonly string[]>>> = DEFAULT_ORDER_NEEDS;
  return [...REQUIRED[type], ...(more[type] ?? [])];
}
