// Copies the details of an intent (fields beyond a plain order); only known fields are copied.
import {
  DETAIL_KINDS,
  type IntentDetails,
  type OrderRequestDetails,
} from '../../domain/orders/index.js';
import { isSecretKey } from '../../validation/index.js';

/** Longest text in an intent, and longest text of a note, in characters. */
export const MAX_NAME = 1_000;
const MAX_TEXT = 10_000;
/** Maximum of values in the parameters of one intent, of their depth, and of texts in one list. */
const MAX_VALUES = 10_000;
const MAX_DEPTH = 20;
const MAX_TEXTS = 100;

/** Text of a note, shortened to what the journal can store. */
export function capText(said: unknown): string {
  const text = String(said);
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT)}... (${String(text.length)} characters)`;
}

/** Copies plain data; throws a TypeError for functions, symbols and data that is too large. */
export function copyPlain(value: unknown, left = { values: MAX_VALUES }, depth = 0): unknown {
  left.values -= 1;
  if (left.values < 0 || depth > MAX_DEPTH) {
    throw new TypeError(`expected params of at most ${MAX_VALUES} values, found more`);
  }
  if (typeof value === 'string' && value.length > MAX_NAME) {
    const found = `${String(value.length)} characters`;
    throw new TypeError(
      `expected texts of at most ${MAX_NAME} characters in params, found ${found}`,
    );
  }
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`expected plain data in params, found a ${typeof value}`);
  }
  if (typeof value !== 'object' || value === null) return value;
  const copyOne = (one: unknown) => copyPlain(one, left, depth + 1);
  if (Array.isArray(value)) return Array.from(value, copyOne);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [copyOne(name) as string, copyOne(one)]),
  );
}

/** Fields that the strategy cannot set: see `IntentDetails`. */
const OTHERS: ReadonlySet<string> = new Set(['rateId', 'valueDate']);

/** A JavaScript strategy has no types: an unknown field or a value of another type throws. */
export function copyDetails(details: IntentDetails): OrderRequestDetails | undefined {
  const copy: Record<string, unknown> = {};
  // In the specification's order, so that equal details always have equal journal records.
  for (const [field, kind] of Object.entries(DETAIL_KINDS)) {
    const value: unknown = OTHERS.has(field) ? undefined : details[field as keyof IntentDetails];
    if (value === undefined) continue;
    const taken = takeValue(value, kind);
    if (taken === undefined) throw unexpected(field, EXPECTED[kind], value);
    copy[field] = taken;
  }
  const fields = Object.entries(details).filter(([, value]) => value !== undefined);
  const odd = fields.find(([field]) => !Object.hasOwn(copy, field));
  if (odd !== undefined) throw unexpected(odd[0], 'no such field', odd[1]);
  return fields.length === 0 ? undefined : copy;
}

const EXPECTED = {
  price: 'a number',
  size: 'a number',
  number: 'a number',
  text: 'a text',
  texts: 'a list of texts',
  map: 'texts by name, no name that looks like a secret',
} as const;

function takeValue(value: unknown, kind: keyof typeof EXPECTED): unknown {
  switch (kind) {
    case 'text':
      return isText(value) ? value : undefined;
    case 'texts': {
      const texts: unknown = Array.isArray(value) ? [...(value as unknown[])] : undefined;
      return Array.isArray(texts) && texts.length <= MAX_TEXTS && texts.every(isText)
        ? texts
        : undefined;
    }
    case 'map': {
      const map = typeof value === 'object' && value !== null ? { ...value } : undefined;
      return map !== undefined && isMap(map) ? map : undefined;
    }
    default:
      return typeof value === 'number' ? value : undefined;
  }
}

/** The journal stores no field whose name looks like a secret. */
function isMap(map: object): boolean {
  const names = Object.keys(map);
  if (names.length > MAX_TEXTS || !names.every(isText) || names.some(isSecretKey)) return false;
  return Object.values(map).every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_NAME;
}

function unexpected(field: string, expected: string, value: unknown): TypeError {
  const found = (JSON.stringify(value) as string | undefined) ?? typeof value;
  return new TypeError(`details.${field}: expected ${expected}, found ${found.slice(0, 100)}`);
}
