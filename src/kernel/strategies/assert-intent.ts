// What a strategy emits is looked at before anything judges it: types do not hold for JavaScript.
import { type Intent, ORDER_TYPES, SIDES, TIMES_IN_FORCE } from '../../domain/index.js';
import { MAX_NAME } from './intent-details.js';

interface Field {
  readonly name: string;
  /** The words that it may be, or the type that it has to have. */
  readonly of: readonly string[] | 'number' | 'text';
  readonly isOptional?: true;
}

const SYMBOL: Field = { name: 'symbol', of: 'text' };
const SIDE: Field = { name: 'side', of: SIDES };
const SIZE: Field = { name: 'size', of: 'number' };
const REQUEST: Field = { name: 'requestId', of: 'number' };

/** Figures of no sense are for the rules, which refuse them. */
const FIELDS: Readonly<Record<Intent['kind'], readonly Field[]>> = {
  place: [
    ...[SYMBOL, SIDE, SIZE],
    { name: 'type', of: ORDER_TYPES },
    { name: 'timeInForce', of: TIMES_IN_FORCE },
    { name: 'price', of: 'number' },
    { name: 'currency', of: 'text', isOptional: true },
    { name: 'valueDate', of: 'text', isOptional: true },
    { name: 'expirySeconds', of: 'number', isOptional: true },
  ],
  cancel: [{ name: 'intentId', of: 'number' }],
  execute: [
    ...[SYMBOL, SIDE, SIZE],
    { name: 'algorithm', of: 'text' },
    { name: 'key', of: 'text', isOptional: true },
    { name: 'limitPrice', of: 'number', isOptional: true },
  ],
  rfs: [
    ...[SYMBOL, SIZE],
    // Another word is refused, as one of the venue's is that it cannot quote.
    { name: 'side', of: 'text' },
    { name: 'lifeSeconds', of: 'number' },
  ],
  accept: [REQUEST, SIDE, { name: 'quoteId', of: 'text' }],
  withdraw: [REQUEST],
};

/** Throws a TypeError that says which field is no field of an intent. */
export function assertIntent(value: unknown): asserts value is Intent {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !isKind(value.kind)) {
    throw new TypeError(`expected an intent, found ${show(value)}`);
  }
  const { kind } = value;
  for (const { name, of, isOptional } of FIELDS[kind]) {
    const found: unknown = Reflect.get(value, name);
    if ((isOptional === true && found === undefined) || isOf(found, of)) continue;
    const isLong = of === 'text' && typeof found === 'string';
    const most = isLong ? ` of at most ${MAX_NAME} characters` : '';
    const expected = typeof of === 'string' ? `a ${of}${most}` : `one of ${of.join(', ')}`;
    const what = `${name} of an intent to ${kind} to be ${expected}`;
    throw new TypeError(`expected ${what}, found ${show(found)}`);
  }
}

function isKind(kind: unknown): kind is Intent['kind'] {
  return typeof kind === 'string' && Object.hasOwn(FIELDS, kind);
}

function isOf(found: unknown, of: Field['of']): boolean {
  if (of === 'number') return typeof found === 'number';
  if (typeof found !== 'string') return false;
  return of === 'text' ? found.length <= MAX_NAME : of.includes(found);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return (text ?? 'undefined').slice(0, 100);
}
