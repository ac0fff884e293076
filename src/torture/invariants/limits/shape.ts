// Limits on a single order, recomputed: RC02 to RC04, RC06 to RC09, RC12 and RC13.
import { type Case, type LimitCheck, paramsOf } from './order.js';

/** Longest expiry of a resting order in seconds, if no rule limits it. */
const MOST_EXPIRY = 86_399;
const CO_ID = /^weir-[A-Za-z0-9-]{1,27}$/;
const MOST_DIGITS = 15;

const checkKind: LimitCheck = ({ world, order: { type, timeInForce } }) => {
  const allowed = (paramsOf(world, 'RC02') as { allowed?: readonly string[] } | undefined)?.allowed;
  const kind = `${type}/${timeInForce}`;
  return allowed?.includes(kind) === false ? `RC02: an order of kind ${kind}` : undefined;
};

const checkFields: LimitCheck = ({ order: { type, timeInForce, price, expiryTime } }) => {
  if (type === 'Limit' && price === undefined) return 'RC03: a Limit order without a price';
  if (timeInForce === 'GTT' && expiryTime === undefined) return 'RC03: a GTT order without an end';
  return undefined;
};

const checkSize: LimitCheck = ({ world, order: { size }, instrument }) => {
  const most = paramsOf(world, 'RC04')?.[instrument.class];
  if (!(size > 0)) return `RC08: an order of size ${String(size)}`;
  return most !== undefined && size > most
    ? `RC04: size ${String(size)} above ${String(most)}`
    : undefined;
};

/** Converts an amount to minor units or ticks; rounds off what its decimal form in JSON adds. */
function countSteps(amount: number, decimals: number): number {
  return Number((amount * Number(`1e${String(decimals)}`)).toFixed(4));
}

const checkStep: LimitCheck = ({ world, order: { size, price }, instrument }) => {
  const { baseDecimals, minSize, ratePrecision, sizeIncrement } = instrument;
  const units = countSteps(size, baseDecimals);
  if (paramsOf(world, 'RC06') !== undefined) {
    if (units < minSize) return `RC06: size ${String(size)} below the least one`;
    if (units % sizeIncrement !== 0) return `RC06: size ${String(size)} is no whole step`;
  }
  const ticks = countSteps(price ?? 0, ratePrecision);
  return Number.isInteger(ticks) ? undefined : `RC07: price ${String(price)} between two ticks`;
};

/** Numbers on the wire must have no exponent, at most 15 digits, and no text. */
const checkSpelling: LimitCheck = ({ body }) => {
  for (const [, name = '', text = ''] of body.matchAll(/"(size|price)":([^,}]+)/g)) {
    const isPlain = /^\d+(?:\.\d+)?$/.test(text);
    const digits = text.replace('.', '').replace(/^0+/, '').length;
    if (!isPlain || digits > MOST_DIGITS) return `RC08: ${name} is spelled ${text}`;
  }
  return undefined;
};

const checkCurrency: LimitCheck = ({ order: { currency }, instrument: { base, term } }) =>
  currency === base || currency === term ? undefined : `RC09: dealt currency ${currency}`;

const checkExpiry: LimitCheck = ({ world, order: { expiryTime, timeInForce } }) => {
  if (timeInForce !== 'GTT') return undefined;
  const most = paramsOf(world, 'RC12')?.['maxSeconds'] ?? MOST_EXPIRY;
  const isWhole = Number.isInteger(expiryTime) && (expiryTime ?? 0) >= 1;
  return isWhole && (expiryTime ?? 0) <= most ? undefined : `RC12: expiry ${String(expiryTime)}`;
};

const checkCoId: LimitCheck = ({ order: { coId } }) =>
  CO_ID.test(coId) ? undefined : `RC13: coId ${coId}`;

export const SHAPE_CHECKS: readonly ((one: Case) => string | undefined)[] = [
  ...[checkKind, checkFields, checkSize, checkStep, checkSpelling, checkCurrency],
  ...[checkExpiry, checkCoId],
];
