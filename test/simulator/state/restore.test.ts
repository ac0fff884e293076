// A restored state continues with the same bytes, saved at any moment.
import { describe, expect, it, onTestFinished } from 'vitest';
import { MILLISECOND, SECOND, unwrap } from '../../../src/domain/index.js';
import { scenarioSchema, startSimulator } from '../../../src/simulator/index.js';
import { InputLog } from '../../../src/simulator/state/input-log.js';
import {
  Client,
  CONTROL_TOKEN,
  createOrder,
  createSettings,
  exchange,
  formatRequest,
  START,
  start,
  USER,
  writeRecording,
} from '../harness.js';

const file = writeRecording(
  Array.from({ length: 60 }, (_, i) => {
    const ticks = 110_000 + ((i * 7) % 11);
    const [bid, offer] = [ticks / 1e5, (ticks + 3) / 1e5];
    return `${String(i * 250)},EUR/USD,${bid.toFixed(5)},${offer.toFixed(5)},500000,700000`;
  }),
);

const scenario = scenarioSchema.parse({
  seed: 7,
  faults: [
    { match: { areas: ['orders'] }, probability: 0.1, effect: { kind: 'answer', status: 503 } },
    {
      match: { routes: ['placeOrder'] },
      every: 5,
      effect: { kind: 'duplicate', after: '900ms' },
    },
    { at: '3s', effect: { kind: 'replace-orders' } },
    {
      ...{ from: '2s', to: '6s' },
      effect: { kind: 'distort-rates', symbol: 'EUR/USD', form: 'frozen' },
    },
  ],
});

const latency = {
  rates: 30 * MILLISECOND,
  orders: 200 * MILLISECOND,
  replies: 125 * MILLISECOND,
};

const SETTINGS = {
  venue: { latency, tokenLife: 60 * SECOND },
  recording: { file, loop: true },
  limits: { requestsPerSecond: 27, sessions: 3 },
  keepInputs: true,
  scenario,
};

const CONTROL = { 'X-Control-Token': CONTROL_TOKEN };

/** Requests of one step of 200 ms. */
function listRequests(token: string, step: number): readonly string[] {
  const headers = { SSO_TOKEN: token };
  const order = createOrder(`a-${String(step)}`, {
    timeInForce: ['IOC', 'GTC', 'DAY', 'GTT'][step % 4],
    expiryTime: 2,
    price: [1.1001, 1.0991, 1.0981][step % 3],
    size: 300_000,
  });
  const toMicros = (START + 200 * (step + 1)) * MILLISECOND;
  return [
    formatRequest('POST /v2/orders', headers, JSON.stringify(order)),
    formatRequest('GET /v2/orders?unknown=1', headers),
    formatRequest('GET /v2/rates/spot?symbol=EUR%2FUSD', headers),
    ...(step % 4 === 3 ? [formatRequest('DELETE /v2/orders', headers)] : []),
    formatRequest('POST /control/clock', CONTROL, JSON.stringify({ toMicros })),
    formatRequest('GET /v2/orders', headers),
    formatRequest(`GET /v2/orders?coId=a-${String(Math.max(0, step - 2))}`, headers),
    formatRequest(`GET /v2/trades?coId=a-${String(Math.max(0, step - 2))}`, headers),
    formatRequest('GET /v2/sso/token/renew', headers),
    formatRequest('GET /control/scenario', CONTROL),
  ];
}

/** All bytes that come back in the steps `from` to `to`. */
function play(client: Client, token: string, from: number, to: number): Promise<string> {
  const steps = Array.from({ length: to - from }, (_, i) => from + i);
  return exchange(
    client,
    steps.flatMap((step) => listRequests(token, step)),
  );
}

async function restoreFrom(text: string, changes = {}): Promise<Client> {
  const settings = createSettings({ ...SETTINGS, ...changes, restore: { file: 'saved', text } });
  const simulator = unwrap(await startSimulator(settings));
  onTestFinished(() => simulator.close());
  return new Client(simulator);
}

async function failToRestore(text: string, changes = {}) {
  const settings = createSettings({ ...SETTINGS, ...changes, restore: { file: 'saved', text } });
  const started = await startSimulator(settings);
  if (started.ok) await started.value.close();
  return started.ok ? undefined : started.fault;
}

describe('saved state', () => {
  it.each([1, 7, 15, 29])('after %d of 30 steps continues with the same bytes', async (middle) => {
    const whole = await start(SETTINGS);
    const token = await whole.login();
    const early = await play(whole, token, 0, middle);
    const late = await play(whole, token, middle, 30);
    expect(early + late).toContain('"status":"REPLACED"');
    expect(early + late).toContain('HTTP/1.1 503');
    expect(early + late).toContain('HTTP/1.1 429');
    expect(early + late).toContain('"tradeId":"FXI50000001"');

    const first = await start(SETTINGS);
    expect(await first.login()).toBe(token);
    expect(await play(first, token, 0, middle)).toBe(early);
    const text = unwrap(first.simulator.save());
    await first.simulator.close();
    expect(unwrap(first.simulator.save())).toBe(text);

    const second = await restoreFrom(text);
    expect(unwrap(second.simulator.save())).toBe(text);
    expect(await play(second, token, middle, 30)).toBe(late);
  });

  it('contains no password, token, or secret', async () => {
    const client = await start(SETTINGS);
    const token = await client.login();
    await play(client, token, 0, 3);
    const { headers, body } = await client.ask('POST', '/v2/sso/login', {
      body: { user: USER.user, pass: USER.password, org: USER.org },
    });
    expect(body.status).toBe('OK');
    const text = unwrap(client.simulator.save());
    for (const secret of [token, String(headers.get('SSO_TOKEN')), USER.password, CONTROL_TOKEN]) {
      expect(text).not.toContain(secret);
    }
  });

  it('is readable with the control token only, as it is saved', async () => {
    const client = await start(SETTINGS);
    await client.login();
    const reply = await fetch(`${client.simulator.url}/control/state`, { headers: CONTROL });
    expect(reply.headers.get('Content-Type')).toBe('application/x-ndjson');
    expect(await reply.text()).toBe(unwrap(client.simulator.save()));
  });

  it('restores faults that came by request, except removed ones', async () => {
    const client = await start({ ...SETTINGS, limits: {} });
    const token = await client.login();
    const body = { faults: [{ effect: { kind: 'answer', status: 502 } }] };
    await client.ask('POST', '/control/scenario', { headers: CONTROL, body });
    await client.moveTo(100);
    const faulty = await restoreFrom(unwrap(client.simulator.save()), { limits: {} });
    expect((await faulty.ask('GET', '/v2/orders', { token })).status).toBe(502);
    await client.ask('DELETE', '/control/scenario', { headers: CONTROL });
    const cleared = await restoreFrom(unwrap(client.simulator.save()), { limits: {} });
    expect((await cleared.ask('GET', '/v2/orders', { token })).status).toBe(200);
  });

  it('continues in time from where it was saved', async () => {
    const client = await start(SETTINGS);
    await client.moveTo(4_321);
    const text = unwrap(client.simulator.save());
    const again = await restoreFrom(text);
    expect((await again.get('/control/clock')).body).toEqual({
      ...{ originMicros: START * MILLISECOND, nowMicros: (START + 4_321) * MILLISECOND, speed: 0 },
    });
    const running = await restoreFrom(text, { recording: { ...SETTINGS.recording, speed: 1 } });
    const { body } = await running.get('/control/clock');
    expect(body.nowMicros).toBeGreaterThanOrEqual((START + 4_321) * MILLISECOND);
    expect(body.nowMicros).toBeLessThan((START + 300_000) * MILLISECOND);
  });
});

describe('saved state of rates that start now', () => {
  it('continues at the session time of the save', async () => {
    const recording = { ...SETTINGS.recording, origin: 'now' } as const;
    const client = await start({ ...SETTINGS, recording });
    const token = await client.login();
    await client.place('kept', { timeInForce: 'GTC', price: 1 });
    const clock = (await client.get('/control/clock')).body;
    const again = await restoreFrom(unwrap(client.simulator.save()), { recording });
    expect((await again.get('/control/clock')).body).toEqual(clock);
    const order = await again.ask('GET', '/v2/orders?coId=kept', { token });
    expect(order.body).toEqual((await client.get('/v2/orders?coId=kept')).body);
  });
});

describe('state that does not fit', () => {
  it.each([
    ['another seed', { venue: { ...SETTINGS.venue, seed: 8 } }],
    ['other latency', { venue: { ...SETTINGS.venue, latency: { ...latency, orders: 1 } } }],
    ['other users', { users: [USER, { ...USER, user: 'algo2' }] }],
    ['other rates', { recording: { loop: true } }],
    [
      'another scenario',
      {
        scenario: scenarioSchema.parse({
          ...scenario,
          seed: 6,
          faults: [{ effect: { kind: 'repeat' } }],
        }),
      },
    ],
    ['other limits', { limits: {} }],
  ])('with %s is refused', async (_, changes) => {
    const client = await start(SETTINGS);
    const fault = await failToRestore(unwrap(client.simulator.save()), changes);
    expect(fault?.code).toBe('simulator.state');
    expect(fault?.message).toContain('expected the settings of the saved simulator');
  });

  it('with other responses is refused', async () => {
    const client = await start(SETTINGS);
    const token = await client.login();
    await play(client, token, 0, 3);
    const text = unwrap(client.simulator.save()).replace('300000', '310000');
    expect(text).not.toBe(unwrap(client.simulator.save()));
    const fault = await failToRestore(text);
    expect(fault?.message).toContain('expected the answers of the saved simulator');
  });

  it.each([
    ['', 'saved:1'],
    ['{}\n{}\n', 'saved:1'],
    ['text that is not a state', 'saved:1'],
  ])('that is %j is refused with its line', async (text, where) => {
    expect(await failToRestore(text)).toMatchObject({ code: 'simulator.state', where });
  });

  it('with a missing or damaged line is refused', async () => {
    const client = await start(SETTINGS);
    await play(client, await client.login(), 0, 2);
    const lines = unwrap(client.simulator.save()).trimEnd().split('\n');
    const without = lines.filter((_, index) => index !== 3).join('\n');
    expect((await failToRestore(without))?.message).toMatch(/expected \d+ inputs, found \d+/);
    const damaged = lines.with(3, '{"at":1}').join('\n');
    expect(await failToRestore(damaged)).toMatchObject({ where: 'saved:4' });
    const cut = lines.slice(0, -1).join('\n');
    expect(await failToRestore(cut)).toMatchObject({ where: `saved:${String(lines.length - 1)}` });
  });
});

describe('stored inputs', () => {
  it('beyond their maximum size make the state a fault, and no longer grow', () => {
    const log = new InputLog(100);
    const head = { weirSimulatorState: 1, settings: '', originMicros: 0 } as const;
    log.clearFaults(1);
    expect(log.format(head, 1).ok).toBe(true);
    for (let at = 2; at < 10; at++) log.clearFaults(at);
    expect(log.format(head, 10)).toMatchObject({
      ok: false,
      fault: { code: 'simulator.state', message: expect.stringContaining('100 bytes') },
    });
    expect(log.summarize(10).inputs).toBe(0);
  });

  it('exist only when configured', async () => {
    const client = await start();
    expect(client.simulator.save()).toMatchObject({
      ok: false,
      fault: { code: 'simulator.state' },
    });
    const { status } = await client.ask('GET', '/control/state', { headers: CONTROL });
    expect(status).toBe(409);
  });
});
