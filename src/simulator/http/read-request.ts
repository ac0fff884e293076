// Reads the parts of a request: target, query and JSON body; problems become 400 responses.
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { describeIssues } from '../../validation/index.js';
import {
  cleanText,
  parseExactJson,
  parseJson,
  type Route,
  toQueryValues,
} from '../../protocol/index.js';

/** A complete request; absent header values are empty. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly token: string;
  readonly controlToken: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** The value, or the message of a 400 response. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

const NO_QUERY: Readonly<Record<string, string>> = {};

/** Path and query of a target, still percent-encoded. */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf('?');
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** Path parameters validated by the route's schema, which is skipped without parameters. */
export function readParams(
  params: Readonly<Record<string, string>>,
  route: Route,
): Reading<unknown> {
  return Object.keys(params).length === 0 ? { value: params } : read('path', route.params, params);
}

/** Query parameters, each at most once, validated by the route's schema. */
export function readQuery(text: string, route: Route): Reading<unknown> {
  const pairs = text === '' ? [] : [...new URLSearchParams(text)];
  const texts = pairs.length === 0 ? NO_QUERY : Object.fromEntries(pairs);
  if (Object.keys(texts).length < pairs.length) {
    return { problem: 'query: expected each parameter once.' };
  }
  return read('query', route.query, toQueryValues(texts, route.query));
}

/** Body validated by the route's schema; unvalidated JSON if the route has `rawBody`. */
export function readBody(body: Buffer, route: Route): Reading<unknown> {
  if (route.body === undefined) {
    return body.length > 0 ? { problem: 'body: expected none.' } : { value: undefined };
  }
  const parsed = readJson(body, route.exact === true ? parseExactJson : parseJson);
  if ('problem' in parsed || route.rawBody === true) return parsed;
  return read('body', route.body, parsed.value);
}

export function readJson(body: Buffer, parse = parseJson): Reading<unknown> {
  const value = isUtf8(body) ? parse(body.toString()) : undefined;
  if (value !== undefined) return { value };
  const found = body.length === 0 ? 'nothing' : 'something else';
  return { problem: `body: expected JSON in UTF-8, found ${found}.` };
}

function read(subject: string, schema: z.ZodType, value: unknown): Reading<unknown> {
  const parsed = schema.safeParse(value);
  return parsed.success
    ? { value: parsed.data }
    : { problem: describeProblem(subject, schema, value) };
}

/** Text of the first issue of a schema with a value. */
export function describeProblem(subject: string, schema: z.ZodType, value: unknown): string {
  return cleanText(`${describeIssues(schema, value, [subject])}.`);
}
