// Takes over what a strategy adds to a plain order: a copy of its own, of known fields alone.
import {
  DETAIL_KINDS,
  type IntentDetails,
  isSecretKey,
  type OrderRequestDetails,
} from '../domain/index.js';

/** Fields that no strategy sets: see `IntentDetails`. */
const OTHERS: ReadonlySet<string> = new Set(['rateId', 'valueDate']);

/** Types do not hold for JavaScript: what is no such field, or of another type, throws. */
export function copyDetails(details: IntentDetails): OrderRequestDetails | undefined {
  const copy: Record<string, unknown> = {};
  // Of the specification's order, so that the same wish always has the same record.
  for (const [field, kind] of Object.entries(DETAIL_KINDS)) {
    const value: unknown = OTHERS.has(field) ? undefined : details[field as keyof IntentDetails];
    if (value === undefined) continue;
    const taken = takeValue(value, kind);
    if (taken === undefined) throw misfit(field, EXPECTED[kind], value);
    copy[field] = taken;
  }
  const fields = Object.entries(details).filter(([, value]) => value !== undefined);
  const odd = fields.find(([field]) => !Object.hasOwn(copy, field));
  if (odd !== undefined) throw misfit(odd[0], 'no such field', odd[1]);
  return fields.length === 0 ? undefined : copy;
}

const EXPECTED = {
  price: 'a number',
  size: 'a number',
  number: 'a number',
  text: 'a text',
  texts: 'a list of texts',
  map: 'texts by name, no name of which names a secret',
} as const;

function takeValue(value: unknown, kind: keyof typeof EXPECTED): unknown {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'texts':
      return Array.isArray(value) && value.every(isText) ? [...(value as string[])] : undefined;
    case 'map':
      return isMap(value) ? { ...value } : undefined;
    default:
      return typeof value === 'number' ? value : undefined;
  }
}

/** No journal takes a name of a secret. */
function isMap(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(isText) && !Object.keys(value).some(isSecretKey);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function misfit(field: string, expected: string, value: unknown): TypeError {
  const found = (JSON.stringify(value) as string | undefined) ?? typeof value;
  return new TypeError(`details.${field}: expected ${expected}, found ${found.slice(0, 100)}`);
}
