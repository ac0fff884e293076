// Parses and validates the algo fields of an order request.
import { type Instant, type Micros, NEVER, parseVenueTime } from '../../../domain/index.js';
import { parseScaled, toScaled } from '../../../domain/numbers/index.js';
import {
  type AlgoDetails,
  DETAIL_DECIMALS,
  EXPIRY_ACTIONS,
  type OrderDetails,
  type OrderRequestDetails,
} from '../../../domain/orders/index.js';
import type { OrderTerms } from '../../order-terms.js';
import { reject, refuse, type Rejection } from '../rejection.js';

/** Minimum interval between slices and maximum wait (one week), both in milliseconds. */
export const MIN_INTERVAL_MS = 10;
const MAX_WAIT_MS = 604_800_000;
const MAX_PERCENT = 1_000;

type Algo = { -readonly [K in keyof AlgoDetails]: AlgoDetails[K] };

/** Whether a request carries any algo field. */
export function isAlgo(asked: OrderRequestDetails): boolean {
  const { targetStrategy, executionStartTime, executionEndTime, actionOnExpiry } = asked;
  const { sliceSize, passiveTime, passiveTimeFactorPercentage, sliceInterval } = asked;
  const { randomizeSliceSizePercentage, randomizeSliceIntervalPercentage, tobRange } = asked;
  const fields = [
    ...[targetStrategy, executionStartTime, executionEndTime, actionOnExpiry, sliceSize],
    ...[passiveTime, passiveTimeFactorPercentage, sliceInterval, tobRange],
    ...[randomizeSliceSizePercentage, randomizeSliceIntervalPercentage],
  ];
  return fields.some((value) => value !== undefined);
}

/** Stores the algo in the details; returns the rejection of an invalid field. */
export function readAlgo(
  asked: OrderRequestDetails,
  terms: OrderTerms,
  details: { algo?: AlgoDetails; readonly inTerm: OrderDetails['inTerm'] },
  at: Instant,
): Rejection | undefined {
  const algo: Algo = { startAfter: 0, endAt: NEVER };
  details.algo = algo;
  return (
    readStrategy(asked, terms, algo) ??
    readTimes(asked, algo, at) ??
    readSlice(asked, terms, algo, details.inTerm) ??
    readNumbers(asked, algo)
  );
}

function readStrategy(
  asked: OrderRequestDetails,
  { type }: OrderTerms,
  algo: Algo,
): Rejection | undefined {
  const { targetStrategy, actionOnExpiry, passiveTime, passiveTimeFactorPercentage } = asked;
  if (targetStrategy === 'TWAP') algo.targetStrategy = targetStrategy;
  else if (targetStrategy !== undefined) {
    const word = targetStrategy.slice(0, 30);
    return reject('OrderTypeNotSupported', `targetStrategy ${word} is not supported: TWAP is.`);
  } else if (type === 'Algo') return refuse('targetStrategy is missing for type Algo.');
  if (type === 'Algo' && passiveTime === undefined && passiveTimeFactorPercentage === undefined) {
    return refuse('passiveTimeFactorPercentage is missing for type Algo without passiveTime.');
  }
  if (actionOnExpiry === undefined) return undefined;
  const action = EXPIRY_ACTIONS.find((word) => word === actionOnExpiry);
  if (action === undefined) {
    return refuse(`actionOnExpiry must be one of ${EXPIRY_ACTIONS.join(', ')}.`);
  }
  algo.actionOnExpiry = action;
  return undefined;
}

function readTimes(
  { executionStartTime: start, executionEndTime: end }: OrderRequestDetails,
  algo: Algo,
  at: Instant,
): Rejection | undefined {
  if (start !== undefined) {
    const after = readWait(start, at);
    if (after === undefined || after < 0) {
      return refuse('executionStartTime must be seconds from acceptance, at most a week.');
    }
    algo.executionStartTime = start;
    algo.startAfter = after;
  }
  if (end === undefined) return undefined;
  const after = readWait(end, at);
  if (after === undefined) {
    return refuse('executionEndTime must be a time such as 2026-01-06 10:00:00,000 +0000.');
  }
  if (after <= algo.startAfter) {
    return refuse('executionEndTime must be after acceptance and executionStartTime.');
  }
  algo.executionEndTime = end;
  algo.endAt = at + after;
  return undefined;
}

/** Microseconds from `at`; the text is decimal seconds or the venue's timestamp. */
function readWait(text: string, at: Instant): Micros | undefined {
  const seconds = parseScaled(text, 6);
  const wait = seconds ?? (parseVenueTime(text) ?? Number.NaN) - at;
  return wait <= MAX_WAIT_MS * 1_000 ? wait : undefined;
}

function readSlice(
  { sliceSize, tobRange }: OrderRequestDetails,
  { instrument, units }: OrderTerms,
  algo: Algo,
  inTerm: boolean,
): Rejection | undefined {
  if (sliceSize !== undefined) {
    const scaled = toScaled(sliceSize, inTerm ? instrument.termDecimals : instrument.baseDecimals);
    if (scaled === undefined || scaled <= 0 || scaled > units) {
      return reject('InvalidOrderQty', 'sliceSize must be an amount above zero, at most size.');
    }
    algo.sliceUnits = scaled;
  }
  if (tobRange === undefined) return undefined;
  const percent = readPercent(tobRange, MAX_PERCENT);
  if (percent === undefined || percent === 0) {
    return refuse(`tobRange must be a percentage above 0, at most ${String(MAX_PERCENT)}.`);
  }
  algo.tobRange = percent;
  return undefined;
}

const PERCENTAGES = [
  ['passiveTimeFactorPercentage', 'passiveFactor'],
  ['randomizeSliceSizePercentage', 'randomSize'],
  ['randomizeSliceIntervalPercentage', 'randomInterval'],
] as const;
const WAITS = [
  ['passiveTime', 0],
  ['sliceInterval', MIN_INTERVAL_MS],
] as const;

function readNumbers(asked: OrderRequestDetails, algo: Algo): Rejection | undefined {
  for (const [field, name] of PERCENTAGES) {
    const value = asked[field];
    if (value === undefined) continue;
    const percent = readPercent(value, 100);
    if (percent === undefined) return refuse(`${field} must be a percentage from 0 to 100.`);
    algo[name] = percent;
  }
  for (const [field, least] of WAITS) {
    const value = asked[field];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < least || value > MAX_WAIT_MS) {
      const range = `${String(least)} to ${String(MAX_WAIT_MS)}`;
      return refuse(`${field} must be whole milliseconds from ${range}.`);
    }
    algo[field] = value;
  }
  return undefined;
}

function readPercent(value: number, most: number): number | undefined {
  return value >= 0 && value <= most ? toScaled(value, DETAIL_DECIMALS) : undefined;
}
