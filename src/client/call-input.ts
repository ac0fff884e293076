// Splits the flat input of a call into path, query and body, and checks each by its schema.
import { z } from 'zod';
import { describeIssues } from '../validation/index.js';
import { fail, ok, type Result } from '../domain/index.js';
import { isIdText, type Route } from '../protocol/index.js';

type Fields = Readonly<Record<string, unknown>>;

export interface CallParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body: unknown;
}

/** Field names of a strict object schema; empty for other schemas. */
export function namesOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/**
 * Splits the input of a call. Fault code `client.input`: a field is unknown, missing or wrong;
 * nothing has left.
 */
export function splitInput(route: Route, input: unknown): Result<CallParts> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return failInput(route, 'expected an object of named fields');
  }
  const rest: Record<string, unknown> = { ...(input as Fields) };
  const params = check(route, route.params, take(rest, namesOf(route.params)));
  if (!params.ok) return params;
  const query = check(route, route.query, take(rest, namesOf(route.query)));
  if (!query.ok) return query;
  for (const [name, value] of [params.value, query.value].flatMap((part) =>
    Object.entries(part as Fields),
  )) {
    if (typeof value !== 'string' || isIdText(value)) continue;
    return failInput(route, `${name}: expected plain text of at most 255 characters`);
  }
  if (route.body === undefined) {
    const [stray] = Object.keys(rest);
    if (stray !== undefined) return failInput(route, `expected no field ${stray}`);
    return ok({ params: params.value, query: query.value, body: undefined } as CallParts);
  }
  const isList = route.body instanceof z.ZodArray;
  const body = check(route, route.body, isList ? rest['body'] : rest);
  if (!body.ok) return body;
  return ok({ params: params.value, query: query.value, body: body.value } as CallParts);
}

/** Moves the named fields out of `from`. */
function take(from: Record<string, unknown>, names: readonly string[]): Fields {
  const taken: Record<string, unknown> = {};
  for (const name of names) {
    if (name in from) taken[name] = from[name];
    Reflect.deleteProperty(from, name);
  }
  return taken;
}

function check(route: Route, schema: z.ZodType, value: unknown): Result<unknown> {
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : failInput(route, describeIssues(schema, value));
}

function failInput(route: Route, words: string) {
  return fail('client.input', `${route.id}: ${words}`);
}
