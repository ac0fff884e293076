// Requests against the OpenAPI document: what it allows is not refused for its shape, and what it
// does not allow is refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWireSchema } from '../../../src/protocol/routes/describe-route.js';
import {
  matchRoute,
  type Route,
  ROUTE_IDS,
  ROUTES,
  toOpenApi,
} from '../../../src/protocol/index.js';
import { countRuns } from '../../runs.js';
import { start } from '../../simulator/harness.js';
import { allows } from '../../simulator/json-schema.js';
import { openScene, SAMPLES } from '../../simulator/samples.js';

type Fields = Readonly<Record<string, unknown>>;

const SEED = 20_260_713;
const CASES = countRuns(12, 3);
/** Refusals for what is asked for, and not for how: dates in order, digits of an asset. */
const BY_VALUE = /not before startDate|decimals, not below the locked amount|^query: expected no /;
const OF_SHAPE = /^(?:body|query|path|order request)\b|\bis missing\b/;
const WORDS = ['', 'nonsense', 'EUR/USD', '1M', '2026-07-20', 'NDF', 'Swap', 'Stop', 'ORG'];
const NUMBERS = [0, -1, 0.5, 1, 45];

/** Values of a field: its own words, and others. */
function valuesOf(schema: Fields, isQuery: boolean): fc.Arbitrary<unknown> {
  const text = (schema['enum'] ?? []) as readonly unknown[];
  const isText = schema['type'] === 'string';
  const others = isQuery ? (isText ? WORDS : [...WORDS, ...NUMBERS]) : [...WORDS, ...NUMBERS, null];
  return fc.constantFrom<unknown>(...text, ...text, ...others);
}

/** The sample with some fields left out and others of the schema put in. */
function change(sample: Fields, schema: Fields, isQuery: boolean): fc.Arbitrary<Fields> {
  const properties = Object.entries(
    (schema['properties'] ?? {}) as Readonly<Record<string, Fields>>,
  );
  if (properties.length === 0) return fc.constant(sample);
  const one = fc.constantFrom(...properties).chain(([name, inner]) => {
    return valuesOf(inner, isQuery).map((value) => [name, value] as const);
  });
  const put = fc.array(one, { maxLength: 2 });
  const left = fc.subarray(Object.keys(sample), {
    maxLength: Math.min(1, Object.keys(sample).length),
  });
  return fc.tuple(put, left).map(([more, less]) => {
    const all = { ...sample, ...Object.fromEntries(more) };
    return Object.fromEntries(Object.entries(all).filter(([name]) => !less.includes(name)));
  });
}

function toMessage(body: unknown): string {
  const { message } = (body ?? {}) as { readonly message?: string };
  return message ?? '';
}

const READ = ROUTE_IDS.filter((id) => id !== 'login' && id !== 'renewToken');

describe('OpenAPI document', () => {
  it.each(READ)('allows for %s exactly what is not refused for its shape', async (id) => {
    const { query, body, method, path }: Route = ROUTES[id];
    const { client, toPath } = await openScene();
    const sample = SAMPLES[id];
    const texts = Object.fromEntries(new URLSearchParams(sample.query ?? ''));
    const parts = [
      { schema: toWireSchema(query, 'input'), isQuery: true, from: texts },
      ...(body === undefined || Array.isArray(sample.body)
        ? []
        : [{ schema: toWireSchema(body, 'input'), isQuery: false, from: sample.body as Fields }]),
    ];
    for (const { schema, isQuery, from } of parts) {
      const made = fc.sample(change(from, schema, isQuery), { numRuns: CASES, seed: SEED });
      for (const fields of made) {
        const target = toPath(path, sample);
        const pairs = Object.entries(isQuery ? fields : texts).map(([name, value]) => {
          return `${name}=${encodeURIComponent(String(value))}`;
        });
        const sent = isQuery ? sample.body : fields;
        const reply = await client.ask(method, `${target}?${pairs.join('&')}`, {
          ...(sent === undefined ? {} : { body: sent }),
        });
        const message = toMessage(reply.body);
        const isShape = reply.status === 400 && OF_SHAPE.test(message) && !BY_VALUE.test(message);
        const isAllowed = allows(schema, fields);
        const shown = `${JSON.stringify(fields)} ${String(reply.status)} ${message}`;
        if (isAllowed) expect(isShape, `allowed: ${shown}`).toBe(false);
        // What is not there may be told first.
        else expect([400, 404], `not allowed: ${shown}`).toContain(reply.status);
      }
    }
  });

  it('has an operation for each method of a path', async () => {
    const client = await start();
    const paths = toOpenApi()['paths'] as Readonly<Record<string, Fields>>;
    for (const [path, operations] of Object.entries(paths)) {
      const real = path.replaceAll(/\{\w+\}/g, 'x');
      expect(matchRoute('GET', real) !== undefined, path).toBe('get' in operations);
      const { headers, status } = await client.ask('PATCH', real);
      const allowed = (headers.get('Allow') ?? '').toLowerCase().split(', ').sort();
      expect([status, allowed], path).toEqual([405, Object.keys(operations).sort()]);
    }
  });
});
