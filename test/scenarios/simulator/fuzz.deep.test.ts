// Every endpoint under random requests made from its own schemas: no 500, every refusal says why,
// every success has its shape.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Route, ROUTE_IDS, ROUTES } from '../../../src/protocol/index.js';
import { toWireSchema } from '../../../src/protocol/routes/describe-route.js';
import type { Client } from '../../simulator/harness.js';
import { openScene, SAMPLES } from '../../simulator/samples.js';
import { fromSchema } from '../../simulator/schema-arbitrary.js';
import { countRuns } from '../../runs.js';

const RUNS = 120;

interface Request {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

function requestOf(route: Route, wild: number): fc.Arbitrary<Request> {
  const { params, query, body } = route;
  return fc.record({
    params: fromSchema(toWireSchema(params, 'input'), 0),
    query: fromSchema(toWireSchema(query, 'input'), 0),
    body:
      body === undefined ? fc.constant(undefined) : fromSchema(toWireSchema(body, 'input'), wild),
  });
}

let drawn = 0;

/** Ids that a venue takes once, drawn anew where a sample has them. */
function renew(sample: Fields): Fields {
  drawn += 1;
  const names = ['coId', 'clOrderId'].filter((name) => name in sample);
  return { ...sample, ...Object.fromEntries(names.map((name) => [name, `fuzz-${String(drawn)}`])) };
}

/** The good body of a sample in which up to two fields are gone or anything like their schema. */
function almostGood(route: Route, sample: Fields): fc.Arbitrary<unknown> {
  const { properties = {} } = toWireSchema(route.body ?? route.query, 'input') as {
    readonly properties?: Readonly<Record<string, Fields>>;
  };
  const change = fc.constantFrom(...Object.entries(properties)).chain(([name, schema]) => {
    const value = fc.oneof(
      { weight: 1, arbitrary: fc.constant(undefined) },
      { weight: 4, arbitrary: fromSchema(schema, 20) },
    );
    return value.map((one) => [name, one] as const);
  });
  const changes = fc.array(change, { maxLength: 2 });
  return changes.map((pairs) => ({ ...renew(sample), ...Object.fromEntries(pairs) }));
}

function toTarget({ path }: Route, { params, query }: Request): string {
  const names = params as Readonly<Record<string, string | undefined>>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = names[name] ?? '';
    return /^\.*$/.test(text) ? 'none' : encodeURIComponent(text);
  });
  const pairs = Object.entries(query as Readonly<Record<string, unknown>>);
  const texts = pairs.map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
  return texts.length === 0 ? filled : `${filled}?${texts.join('&')}`;
}

async function open(): Promise<Client> {
  return (await openScene()).client;
}

async function check(
  client: Client,
  route: Route,
  request: Request,
  target = toTarget(route, request),
): Promise<void> {
  const { body } = request;
  const ask = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await client.ask(route.method, target, ask);
  const shown = `${route.method} ${target} ${ask.body ?? ''}: ${JSON.stringify(reply.body)}`;
  expect(reply.status, shown).toBeLessThan(500);
  if (reply.status >= 400) {
    const text = expect.stringMatching(/\S/) as unknown;
    // An order that cannot be read has no reason code, and a place knows no other codes.
    const code = route === ROUTES.placeOrder ? {} : { errorCode: text };
    expect(reply.body, shown).toMatchObject({ ...code, message: text });
    return;
  }
  expect(route.success, shown).toContain(reply.status);
  const parsed = route.response.safeParse(reply.body);
  expect(parsed.success, shown).toBe(true);
}

describe.each(ROUTE_IDS)('endpoint %s', (id) => {
  const route: Route = ROUTES[id];

  it('answers random requests of its shape', async () => {
    const client = await open();
    await fc.assert(
      fc.asyncProperty(requestOf(route, 10), (request) => check(client, route, request)),
      { numRuns: countRuns(RUNS) },
    );
  });

  it('answers requests that are almost valid', async () => {
    const sample = SAMPLES[id];
    const isObject = typeof sample.body === 'object' && !Array.isArray(sample.body);
    if (!isObject) return;
    const { client, toPath } = await openScene();
    const target = toPath(route.path, sample) + (sample.query ?? '');
    const nothing = { params: {}, query: {} };
    await fc.assert(
      fc.asyncProperty(almostGood(route, sample.body as Fields), (body) =>
        check(client, route, { ...nothing, body }, target),
      ),
      { numRuns: countRuns(RUNS) },
    );
  });

  it('answers bodies that are no JSON, no object and no UTF-8 with 400', async () => {
    const client = await open();
    if (route.body === undefined) return;
    const target = route.path.replace(/\{\w+\}/g, 'x');
    for (const body of [
      '',
      '{',
      '[',
      '"',
      'null',
      '1',
      '{"a":1}{}',
      new Uint8Array([0xff, 0xfe]),
    ]) {
      const reply = await client.ask(route.method, target, { body });
      expect(reply.status).toBe(400);
      if (route !== ROUTES.placeOrder) expect(reply.body.errorCode).toMatch(/\S/);
      expect(reply.body.message).toMatch(/\S/);
    }
  });

  it('answers 401 without a login, whatever the request', async () => {
    if (route.auth === 'none') return;
    const client = await open();
    await fc.assert(
      fc.asyncProperty(requestOf(route, 10), async (request) => {
        const { body } = request;
        const ask = body === undefined ? {} : { body: JSON.stringify(body) };
        const headers = { SSO_TOKEN: 'nobody' };
        const reply = await client.ask(route.method, toTarget(route, request), {
          ...ask,
          headers,
          token: 'nobody',
        });
        expect(reply.status).toBe(401);
      }),
      { numRuns: countRuns(10) },
    );
  });
});
