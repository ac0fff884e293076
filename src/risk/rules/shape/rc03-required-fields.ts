// RC03: an order has all fields that the venue requires for its type, and the time in force that
// the type is bound to.
import { z } from 'zod';
import {
  EXEC_FLAGS,
  type OrderRequestDetails,
  type OrderType,
  PEG_PRICE_TYPES,
  type TimeInForce,
} from '../../../domain/orders/index.js';
import type { Breach, Candidate, RiskRule } from '../../rule.js';

const params = z.strictObject({});

type Field = keyof OrderRequestDetails;

interface Required {
  /** The only time in force that the type allows. */
  readonly timeInForce?: TimeInForce;
  /** Fields besides price and size, which every order has (RC08); of a list any one suffices. */
  readonly fields: readonly (Field | readonly Field[])[];
}

const PLAIN: Required = { fields: [] };
const STOP: Required = { fields: ['stopPrice', 'execFlags'] };

/** Wire facts 4.2. */
const REQUIRED: Readonly<Record<OrderType, Required>> = {
  Limit: PLAIN,
  Market: PLAIN,
  AtBest: { timeInForce: 'FOK', fields: ['valueDate'] },
  Stop: STOP,
  StopLimit: STOP,
  Pegged: { fields: ['pegPriceType'] },
  Algo: {
    timeInForce: 'GTC',
    fields: ['targetStrategy', ['passiveTime', 'passiveTimeFactorPercentage']],
  },
  PQ: { timeInForce: 'FOK', fields: ['rateId'] },
};

/** Allowed for every type; RC02 limits their values. */
const OF_ALL: readonly Field[] = ['org', 'account', 'customParameters'];
const PARTS: readonly Field[] = ['minQty', 'maxShow'];

/** Fields that the type may have, by the same table; others mean nothing there, or do harm. */
const OPTIONAL: Readonly<Record<OrderType, readonly Field[]>> = {
  Limit: PARTS,
  Market: ['minQty'],
  AtBest: ['priceType', 'valueDate'],
  Stop: [...PARTS, 'stopPrice', 'execFlags'],
  StopLimit: [...PARTS, 'stopPrice', 'execFlags'],
  Pegged: [...PARTS, 'pegPriceType', 'pegOffsetValue'],
  Algo: [
    ...(['targetStrategy', 'executionStartTime', 'executionEndTime', 'actionOnExpiry'] as const),
    ...(['sliceSize', 'sliceInterval', 'passiveTime', 'passiveTimeFactorPercentage'] as const),
    ...(['randomizeSliceSizePercentage', 'randomizeSliceIntervalPercentage'] as const),
    ...(['tobRange'] as const),
  ],
  PQ: ['rateId'],
};

export const rc03: RiskRule<typeof params> = {
  id: 'RC03',
  name: 'requiredFields',
  summary: 'Required fields of the order type',
  stage: 'shape',
  alsoChecks: [],
  class: 'L',
  research: 'enforced',
  live: 'F',
  mitigates: 'requests that the venue cannot process',
  action: 'REFUSE and page: a defect',
  params,
  refusalAlert: 'page',
  create: () => ({
    dependsOnTermsOnly: true,
    check: (candidate) =>
      findLifeFault(candidate) ??
      findTypeFault(candidate) ??
      (candidate.details === undefined
        ? undefined
        : (findStrayField(candidate, candidate.details) ??
          findOwnerFault(candidate.details) ??
          findWordFault(candidate, candidate.details))),
  }),
};

function findLifeFault({ timeInForce, expirySeconds }: Candidate): Breach | undefined {
  if (timeInForce === 'GTT' && expirySeconds === 0) {
    const message = 'a GTT order needs expirySeconds, found none';
    return { limit: 'expirySeconds', value: 'none', message };
  }
  if (timeInForce === 'GTT' || expirySeconds === 0) return undefined;
  const message = `only GTT orders have expirySeconds, found it with ${timeInForce}`;
  return { limit: 'GTT', value: timeInForce, message };
}

function findTypeFault(candidate: Candidate): Breach | undefined {
  const { type, timeInForce } = candidate;
  const { timeInForce: only = timeInForce, fields } = REQUIRED[type];
  if (timeInForce !== only) {
    const message = `an order of type ${type} is ${only}, found ${timeInForce}`;
    return { limit: only, value: timeInForce, message };
  }
  for (const field of fields) {
    const isThere = typeof field === 'string' ? has(candidate, field) : field.some(of(candidate));
    if (isThere) continue;
    const limit = typeof field === 'string' ? field : field.join(' or ');
    const message = `an order of type ${type} needs ${limit}, found none`;
    return { limit, value: 'none', message };
  }
  return undefined;
}

function of(candidate: Candidate): (field: Field) => boolean {
  return (field) => has(candidate, field);
}

function has({ details, valueDate }: Candidate, field: Field): boolean {
  if (field === 'valueDate' && valueDate !== '') return true;
  const value = details?.[field];
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';
}

function findStrayField({ type }: Candidate, details: OrderRequestDetails): Breach | undefined {
  for (const [field, value] of Object.entries(details) as readonly [Field, unknown][]) {
    if (value === undefined || OF_ALL.includes(field) || OPTIONAL[type].includes(field)) continue;
    const limit = [...OPTIONAL[type], ...OF_ALL].join(', ');
    const message = `an order of type ${type} takes no ${field}: only ${limit}`;
    return { limit, value: field, message };
  }
  return undefined;
}

/** Checks that a stop has exactly one valid trigger and a peg a valid reference price. */
function findWordFault(
  { type }: Candidate,
  { execFlags = [], pegPriceType }: OrderRequestDetails,
): Breach | undefined {
  const isOdd = execFlags.some((flag) => !EXEC_FLAGS.some((known) => known === flag));
  if (isOdd || ((type === 'Stop' || type === 'StopLimit') && execFlags.length !== 1)) {
    const limit = EXEC_FLAGS.join(', ');
    const value = execFlags.join(', ');
    return { limit, value, message: `expected execFlags to hold one of ${limit}, found ${value}` };
  }
  if (pegPriceType === undefined || PEG_PRICE_TYPES.some((known) => known === pegPriceType)) {
    return undefined;
  }
  const limit = PEG_PRICE_TYPES.join(', ');
  const message = `expected pegPriceType to be one of ${limit}, found ${pegPriceType}`;
  return { limit, value: pegPriceType, message };
}

/** An order on behalf of another organization needs its account as well. */
function findOwnerFault({ org, account }: OrderRequestDetails): Breach | undefined {
  if (org === undefined || account !== undefined) return undefined;
  const message = `an order on behalf of ${org} needs account, found none`;
  return { limit: 'account', value: 'none', message };
}
