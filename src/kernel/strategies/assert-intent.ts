// Checks the fields of an emitted intent before any rule sees it: a JavaScript strategy has no
// types.
import { type Intent, ORDER_TYPES, SIDES, TIMES_IN_FORCE } from '../../domain/orders/index.js';
import { MAX_NAME } from './intent-details.js';

interface Field {
  readonly name: string;
  /** Allowed values, or the type. */
  readonly of: readonly string[] | 'number' | 'text';
  readonly isOptional?: true;
}

const SYMBOL: Field = { name: 'symbol', of: 'text' };
const SIDE: Field = { name: 'side', of: SIDES };
const SIZE: Field = { name: 'size', of: 'number' };
const REQUEST: Field = { name: 'requestId', of: 'number' };

/** Nonsensical numbers pass here: the risk rules refuse them. */
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
    // An unknown side is not an error here: the gate refuses it, like a side that the venue cannot
    // quote.
    { name: 'side', of: 'text' },
    { name: 'lifeSeconds', of: 'number' },
  ],
  accept: [REQUEST, SIDE, { name: 'quoteId', of: 'text' }],
  withdraw: [REQUEST],
};

/** Throws a TypeError that names the field that is wrong. */
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
    const what = `${name} of intent ${kind}: expected ${expected}`;
    throw new TypeError(`${what}, found ${show(found)}`);
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
