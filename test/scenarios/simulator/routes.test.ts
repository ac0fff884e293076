// The simulator serves every row of the route table under every spelling of its path.
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { toWireSchema } from '../../../src/protocol/routes/describe-route.js';
import { type Route, ROUTE_IDS, ROUTES } from '../../../src/protocol/index.js';
import { openScene, SAMPLES } from '../../simulator/samples.js';

const SPELLINGS = ROUTE_IDS.flatMap((id) =>
  [ROUTES[id].path, ...ROUTES[id].aliases].map((path) => [id, ROUTES[id].method, path] as const),
);

describe('route', () => {
  it.each(SPELLINGS)('%s at %s %s answers in its shape', async (id, method, path) => {
    const sample = SAMPLES[id];
    const { body, query = '', after } = sample;
    const { client, toPath } = await openScene();
    const target = toPath(path, sample) + query;
    const route = ROUTES[id];
    const ask = body === undefined ? {} : { body };
    if (route.auth === 'token') {
      for (const wrong of ['', 'x'.repeat(60), `${client.token}x`]) {
        const refused = await client.ask(method, target, { ...ask, token: wrong || ' ' });
        expect(refused.status).toBe(401);
      }
    }
    if (after !== undefined) await client.get(after);
    const reply = await client.ask(method, target, ask);
    expect(reply.status).toBe(route.success[0]);
    expect(() => route.response.parse(reply.body)).not.toThrow();
  });
});

/** What we say of a field, and not what the library that checks it says. */
const OUR_WORDS = /^(?!.*(received|Invalid|Unrecognized)).*(expected .*|is missing\.)$/;

type Fields = Readonly<Record<string, unknown>>;

/** Names that a shape requires, and those whose type is no text. */
function listNames(schema: z.ZodType): {
  readonly required: readonly string[];
  readonly typed: readonly string[];
} {
  const { required = [], properties = {} } = toWireSchema(schema, 'input') as {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  };
  const typed = Object.entries(properties).filter(([, { type }]) => type !== undefined);
  return { required, typed: typed.map(([name]) => name) };
}

const BODIES = ROUTE_IDS.filter((id) => {
  const { body }: Route = ROUTES[id];
  return body !== undefined && !Array.isArray(SAMPLES[id].body);
});

describe('body of', () => {
  // What is refused changes nothing: one scene does for all that is wrong with it.
  it.each(BODIES)('%s is refused by the name of a field that is missing or wrong', async (id) => {
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
    const { required, typed } = listNames(route.body ?? route.query);
    const wrong = [
      ...required.map((name) => [name, undefined] as const),
      ...typed.map((name) => [name, [[]]] as const),
      ['notAField', 1] as const,
    ];
    for (const [name, value] of wrong) {
      const body = { ...(sample.body as Fields), [name]: value };
      const reply = await client.ask(route.method, toPath(route.path, sample), { body });
      expect([reply.status, name, value]).toEqual([400, name, value]);
      expect(reply.body.message).toContain(name);
      expect(reply.body.message).toMatch(OUR_WORDS);
    }
  });
});

describe('query of', () => {
  it.each(ROUTE_IDS)('%s is refused by the name of a missing or unknown parameter', async (id) => {
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
    const [required] = listNames(route.query).required;
    if (required !== undefined) {
      const reply = await client.ask(route.method, toPath(route.path, sample));
      expect(reply.status).toBe(400);
      expect(reply.body.message).toContain(required);
    }
    const mark = sample.query === undefined ? '?' : `${sample.query}&`;
    const target = `${toPath(route.path, sample)}${mark}notAParameter=1`;
    const ask = sample.body === undefined ? {} : { body: sample.body };
    const reply = await client.ask(route.method, target, ask);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain('notAParameter');
  });
});

interface Edge {
  readonly name: string;
  readonly at: unknown;
  readonly past: unknown;
}

type Bounds = Readonly<Record<'maxLength' | 'minimum' | 'maximum', number | undefined>>;

/** Values at the bounds that a shape states, and those one step past them. */
function listEdges(schema: z.ZodType): readonly Edge[] {
  const { properties = {} } = toWireSchema(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Bounds>>;
  };
  const isBound = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < 1_000_000_000;
  return Object.entries(properties).flatMap(([name, { maxLength, minimum, maximum }]) => [
    // A long text is no tenor: what those may be is held by their own tests.
    ...(isBound(maxLength) && !/tenor/i.test(name)
      ? [{ name, at: 'x'.repeat(maxLength), past: 'x'.repeat(maxLength + 1) }]
      : []),
    ...(isBound(minimum) ? [{ name, at: minimum, past: minimum - 1 }] : []),
    ...(isBound(maximum) ? [{ name, at: maximum, past: maximum + 1 }] : []),
  ]);
}

/** Routes whose body, or query where they have none, states bounds. */
const BOUNDED = ROUTE_IDS.flatMap((id) => {
  const { body, query }: Route = ROUTES[id];
  const isRead = body === undefined || Array.isArray(SAMPLES[id].body);
  const edges = listEdges(isRead ? query : body);
  return edges.length === 0 ? [] : [{ id, place: isRead ? 'query' : 'body', edges }];
});

describe('bound of a field', () => {
  it.each(BOUNDED)('in the $place of $id applies just past it', async ({ id, place, edges }) => {
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
    const send = (name: string, value: unknown) => {
      const path = toPath(route.path, sample);
      if (place === 'body') {
        const body = { ...(sample.body as Fields), [name]: value };
        return client.ask(route.method, path, { body });
      }
      const texts = new URLSearchParams(sample.query);
      texts.set(name, String(value));
      const ask = sample.body === undefined ? {} : { body: sample.body };
      return client.ask(route.method, `${path}?${texts.toString()}`, ask);
    };
    for (const { name, at, past } of edges) {
      const inside = await send(name, at);
      const isRefusedByIt =
        inside.status === 400 && String(inside.body.message).startsWith(`${place}.${name}:`);
      expect([isRefusedByIt, inside.body]).toEqual([false, inside.body]);
      const outside = await send(name, past);
      expect([outside.status, name]).toEqual([400, name]);
      expect(outside.body.message).toContain(name);
    }
  });
});
