// Every endpoint under random requests made from its own schemas: no 500, every refusal says why,
// every success has its shape.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Route, ROUTE_IDS, ROUTES } from '../../src/protocol/index.js';
import { toWireSchema } from '../../src/protocol/describe-route.js';
import { custodySchema, toCustodySettings } from '../../src/venue/index.js';
import { type Client, start, USER } from './harness.js';
import { fromSchema } from './schema-arbitrary.js';

const RUNS = 120;
const BROKER = { ...USER, role: 'broker' } as const;
const CUSTODY = toCustodySettings(
  custodySchema.parse({
    assets: [{ currency: 'BTC', networks: ['BTC'] }],
    balances: [{ org: USER.org, currency: 'BTC', amount: 2 }],
  }),
);

interface Request {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

function requestOf(route: Route, wild: number): fc.Arbitrary<Request> {
  const { params, query, body } = route;
  return fc.record({
    params: fromSchema(toWireSchema(params, 'input'), 0),
    query: fromSchema(toWireSchema(query, 'input'), 0),
    body:
      body === undefined ? fc.constant(undefined) : fromSchema(toWireSchema(body, 'input'), wild),
  });
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
  const client = await start({ users: [BROKER], custody: CUSTODY });
  await client.login();
  await client.place('resting', { timeInForce: 'GTC', size: 3_000_000 });
  return client;
}

async function check(client: Client, route: Route, request: Request): Promise<void> {
  const target = toTarget(route, request);
  const { body } = request;
  const ask = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await client.ask(route.method, target, ask);
  const shown = `${route.method} ${target} ${ask.body ?? ''}: ${JSON.stringify(reply.body)}`;
  expect(reply.status, shown).toBeLessThan(500);
  if (reply.status >= 400) {
    expect(reply.body, shown).toMatchObject({ message: expect.stringMatching(/\S/) as unknown });
    return;
  }
  expect(route.success, shown).toContain(reply.status);
  const parsed = route.response.safeParse(reply.body);
  expect(parsed.success, shown).toBe(true);
}

describe.each(ROUTE_IDS)('%s', (id) => {
  const route: Route = ROUTES[id];

  it('answers random requests of its shape', { timeout: 120_000 }, async () => {
    const client = await open();
    await fc.assert(
      fc.asyncProperty(requestOf(route, 10), (request) => check(client, route, request)),
      { numRuns: RUNS },
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
      expect(reply.body.message).toMatch(/\S/);
    }
  });

  it('answers 401 to strangers, whatever they send', async () => {
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
      { numRuns: 10 },
    );
  });
});
