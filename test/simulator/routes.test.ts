// The simulator against the route table: every row is served under every spelling of its path.
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { toWireSchema } from '../../src/protocol/describe-route.js';
import { type Route, ROUTE_IDS, ROUTES } from '../../src/protocol/index.js';
import { openScene, SAMPLES } from './samples.js';

const SPELLINGS = ROUTE_IDS.flatMap((id) =>
  [ROUTES[id].path, ...ROUTES[id].aliases].map((path) => [id, ROUTES[id].method, path] as const),
);

describe('the route', () => {
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

describe('a body of', () => {
  it.each(BODIES)('%s without a required field is refused by the name of the field', async (id) => {
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
    for (const name of listNames(route.body ?? route.query).required) {
      const body = { ...(sample.body as Fields), [name]: undefined };
      const reply = await client.ask(route.method, toPath(route.path, sample), { body });
      expect([reply.status, name]).toEqual([400, name]);
      expect(reply.body.message).toContain(name);
      expect(reply.body.message).toMatch(OUR_WORDS);
    }
  });

  it.each(BODIES)('%s with a field of another type is refused by its name', async (id) => {
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
    for (const name of listNames(route.body ?? route.query).typed) {
      const body = { ...(sample.body as Fields), [name]: [[]] };
      const reply = await client.ask(route.method, toPath(route.path, sample), { body });
      expect([reply.status, name]).toEqual([400, name]);
      expect(reply.body.message).toContain(name);
      expect(reply.body.message).toMatch(OUR_WORDS);
    }
  });

  it.each(BODIES)('%s with an unknown field is refused by its name', async (id) => {
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
    const body = { ...(sample.body as Fields), notAField: 1 };
    const reply = await client.ask(route.method, toPath(route.path, sample), { body });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain('notAField');
    expect(reply.body.message).toMatch(OUR_WORDS);
  });
});

describe('a query of', () => {
  const QUERIES = ROUTE_IDS.filter((id) => listNames(ROUTES[id].query).required.length > 0);

  it.each(QUERIES)('%s without a required parameter is refused by its name', async (id) => {
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
    const reply = await client.ask(route.method, toPath(route.path, sample));
    expect(reply.status).toBe(400);
    const [name = ''] = listNames(route.query).required;
    expect(reply.body.message).toContain(name);
  });

  it.each(ROUTE_IDS)('%s with an unknown parameter is refused by its name', async (id) => {
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
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

const EDGES = ROUTE_IDS.flatMap((id) => {
  const { body, query }: Route = ROUTES[id];
  const isRead = body === undefined || Array.isArray(SAMPLES[id].body);
  const place = isRead ? 'query' : 'body';
  return listEdges(isRead ? query : body).map((edge) => ({ id, place, ...edge }));
});

describe('a bound that a shape states', () => {
  it.each(EDGES)('of $name in the $place of $id holds just past it', async (edge) => {
    const { id, place, name, at, past } = edge;
    const route: Route = ROUTES[id];
    const sample = SAMPLES[id];
    const { client, toPath } = await openScene();
    const send = (value: unknown) => {
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
    const inside = await send(at);
    const isRefusedByIt =
      inside.status === 400 && String(inside.body.message).startsWith(`${place}.${name}:`);
    expect([isRefusedByIt, inside.body]).toEqual([false, inside.body]);
    const outside = await send(past);
    expect([outside.status, name]).toEqual([400, name]);
    expect(outside.body.message).toContain(name);
  });
});
