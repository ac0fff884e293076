// Whether a JSON Schema allows a value, by the keywords that the document uses.
type Schema = Readonly<Record<string, unknown>> | boolean;
type Fields = Readonly<Record<string, unknown>>;

const list = (value: unknown): readonly Schema[] => (value ?? []) as readonly Schema[];
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isFields,
  null: (value) => value === null,
};

/** Each keyword says whether it lets a value pass; those that are not here say nothing. */
const KEYWORDS: Readonly<Record<string, (value: unknown, is: never, schema: Fields) => boolean>> = {
  type: (value, type: string | readonly string[]) =>
    [type].flat().some((one) => TYPES[one]?.(value) === true),
  enum: (value, words: readonly unknown[]) => words.includes(value),
  const: (value, one: unknown) => value === one,
  minimum: (value, least: number) => !isNumber(value) || value >= least,
  maximum: (value, most: number) => !isNumber(value) || value <= most,
  exclusiveMinimum: (value, bound: number) => !isNumber(value) || value > bound,
  exclusiveMaximum: (value, bound: number) => !isNumber(value) || value < bound,
  minLength: (value, least: number) => typeof value !== 'string' || value.length >= least,
  maxLength: (value, most: number) => typeof value !== 'string' || value.length <= most,
  pattern: (value, text: string) => typeof value !== 'string' || new RegExp(text, 'u').test(value),
  minItems: (value, least: number) => !Array.isArray(value) || value.length >= least,
  maxItems: (value, most: number) => !Array.isArray(value) || value.length <= most,
  items: (value, inner: Schema) =>
    !Array.isArray(value) || value.every((one) => allows(inner, one)),
  required: (value, names: readonly string[]) =>
    !isFields(value) || names.every((name) => name in value),
  properties: (value, fields: Readonly<Record<string, Schema>>) =>
    !isFields(value) ||
    Object.entries(fields).every(([name, inner]) => !(name in value) || allows(inner, value[name])),
  additionalProperties: (value, inner: Schema, { properties }) =>
    !isFields(value) ||
    Object.entries(value).every(
      ([name, one]) => name in ((properties ?? {}) as Fields) || allows(inner, one),
    ),
  dependentRequired: (value, needs: Readonly<Record<string, readonly string[]>>) =>
    !isFields(value) ||
    Object.entries(needs).every(
      ([name, names]) => !(name in value) || names.every((one) => one in value),
    ),
  allOf: (value, all) => list(all).every((one) => allows(one, value)),
  anyOf: (value, all) => list(all).some((one) => allows(one, value)),
  oneOf: (value, all) => list(all).filter((one) => allows(one, value)).length === 1,
  if: (value, condition: Schema, schema) =>
    !allows(condition, value) || allows((schema['then'] ?? true) as Schema, value),
};

export function allows(schema: Schema, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  return Object.entries(schema).every(
    ([name, is]) => KEYWORDS[name]?.(value, is as never, schema) ?? true,
  );
}
