// Describes the fields of a route, with type and meaning, for documentation and checks.
import { isRecord } from '../../validation/index.js';
import { z } from 'zod';
import { assert } from '../../domain/index.js';
import type { Route } from './route.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Part of the call that contains a field. */
export type FieldPlace = 'path' | 'query' | 'body' | 'answer';

export interface FieldDescription {
  /** `a.b` is field b of object a; `a[].b` is field b of each item. */
  readonly name: string;
  readonly place: FieldPlace;
  /** Such as `string`, `number`, `Buy | Sell`, `list of string`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
}

/** Maximum nesting that is listed; deeper fields are described as `object`. */
const MAX_DEPTH = 4;

/** JSON Schema of a zod schema, for input (requests) or output (responses). */
export function toWireSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const options = { io, target: 'draft-2020-12', unrepresentable: 'any' } as const;
  const { $schema, ...body } = z.toJSONSchema(schema, options);
  assert($schema !== undefined, 'a JSON Schema names its dialect');
  return body;
}

/** Every field of a call in the order path, query, body, response. */
export function describeFields(route: Route): readonly FieldDescription[] {
  const { params, query, body, response } = route;
  return [
    ...listFields(toWireSchema(params, 'input'), 'path'),
    ...listFields(toWireSchema(query, 'input'), 'query'),
    ...(body === undefined ? [] : listFields(toWireSchema(body, 'input'), 'body')),
    ...listFields(toWireSchema(response, 'output'), 'answer'),
  ];
}

function listFields(
  schema: JsonSchema,
  place: FieldPlace,
  prefix = '',
  depth = 0,
): readonly FieldDescription[] {
  const { items, properties, required } = schema;
  if (isRecord(items)) return listFields(items, place, `${prefix}[]`, depth);
  const branches = listBranches(schema);
  if (branches.length > 0) return listBranchFields(branches, place, prefix, depth);
  if (!isRecord(properties) || depth > MAX_DEPTH) return [];
  const start = prefix === '' ? '' : `${prefix}.`;
  return Object.entries(properties).flatMap(([name, inner]) => {
    if (!isRecord(inner)) return [];
    const field: FieldDescription = {
      name: start + name,
      place,
      type: describeType(inner),
      isRequired: Array.isArray(required) && required.includes(name),
      text: typeof inner['description'] === 'string' ? inner['description'] : '',
    };
    return [field, ...listFields(inner, place, start + name, depth + 1)];
  });
}

/** Fields of all alternatives, each name once. */
function listBranchFields(
  branches: readonly JsonSchema[],
  place: FieldPlace,
  prefix: string,
  depth: number,
): readonly FieldDescription[] {
  const byName = new Map<string, FieldDescription>();
  for (const field of branches.flatMap((one) => listFields(one, place, prefix, depth))) {
    if (!byName.has(field.name)) byName.set(field.name, field);
  }
  return [...byName.values()];
}

function listBranches({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  return branches.filter(isRecord);
}

/** Text for a type, short enough for a table. */
export function describeType(schema: JsonSchema): string {
  const { type, enum: words, const: constant, items } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(words)) return words.map(String).join(' | ');
  if (type === 'array') return `list of ${isRecord(items) ? describeType(items) : 'anything'}`;
  const branches = listBranches(schema).filter((one) => one['type'] !== 'null');
  if (branches.length > 0) return [...new Set(branches.map(describeType))].join(' | ');
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.every((one) => typeof one === 'string') ? types.join(' | ') : 'anything';
}
