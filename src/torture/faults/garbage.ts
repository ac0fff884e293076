// Ways to break the JSON of a good response so that nothing can be concluded from it.
import type { Random } from '../../determinism/index.js';

const SIZE_OF_LARGE = 50 * 1_024 * 1_024;
const DEPTH = 10_000;
const DIGITS = '123456789012345678901234567890';
/** Name and value of a field whose value is no list or object. */
const FIELD = /"(\w+)":("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false|null)/g;

/** Bodies that no call of the venue returns. */
const WHOLE: readonly string[] = [
  '{"status":',
  '[]',
  'null',
  '{"orderId":NaN}',
  '{"__proto__":{"status":"FILLED"}}',
  '{"cumQty":1e400,"status":"FILLED"}',
  '"FILLED"',
];

const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Replaces one random field. */
function changeField(
  text: string,
  random: Random,
  change: (name: string, value: string) => string,
): string {
  const found = pick(random, [...text.matchAll(FIELD)]);
  if (found === undefined) return text.slice(0, -1);
  const [all, name = '', value = ''] = found;
  const before = text.slice(0, found.index);
  return `${before}${change(name, value)}${text.slice(found.index + all.length)}`;
}

/** A value of another type than `value`. */
function retype(value: string, random: Random): string {
  const isText = value.startsWith('"');
  return pick(random, [isText ? '5' : '"FILLED"', '[]', '{}', '[[1]]', '{"a":{}}']) ?? '[]';
}

type Breaking = (text: string, random: Random) => string;

/** The forms of broken JSON, by their name in the list of faults. */
export const BREAKINGS: Readonly<Record<string, Breaking>> = {
  partial: (text, random) => text.slice(0, Math.floor(random() * text.length)),
  'wrong type': (text, random) =>
    changeField(text, random, (name, value) => `"${name}":${retype(value, random)}`),
  missing: (text, random) =>
    changeField(text, random, () => `"not${String(Math.floor(random() * 100))}":0`),
  extra: (text, random) =>
    changeField(text, random, (name, value) => `"more":{"list":[1,{}]},"${name}":${value}`),
  null: (text, random) => changeField(text, random, (name) => `"${name}":null`),
  'NaN text': (text, random) => changeField(text, random, (name) => `"${name}":NaN`),
  '1e400': (text, random) => changeField(text, random, (name) => `"${name}":1e400`),
  '30 digits': (text, random) => changeField(text, random, (name) => `"${name}":${DIGITS}`),
  'duplicate keys': (text, random) =>
    changeField(text, random, (name, value) => {
      return `"${name}":${value},"${name}":${retype(value, random)}`;
    }),
  __proto__: (text, random) =>
    changeField(text, random, (name, value) => {
      return `"__proto__":{"status":"FILLED","cumQty":1},"${name}":${value}`;
    }),
  deep: (text) => `${'['.repeat(DEPTH)}${text}${']'.repeat(DEPTH)}`,
  whole: (text, random) => pick(random, WHOLE) ?? text,
};

let large: Buffer | undefined;

/** A body far beyond the maximum size of a response; created once because it is large. */
export function findLargeBody(): Buffer {
  large ??= Buffer.alloc(SIZE_OF_LARGE, ' ');
  return large;
}
