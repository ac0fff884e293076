// The simulator as a process of its own: how it starts, says where it is, and ends.
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { openReader, startVenue } from './venue.js';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, FIRST_MS, LOGIN, makeSession, PASSWORD } from './workspace.js';

afterAll(cleanUp);

it('simulator prints its address first, and nothing else on stdout', async () => {
  const { process: venue, url } = await startVenue(makeSession());
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await (await openReader(url)).listActive()).toEqual([]);
  venue.signal('SIGTERM');
  const { code, stdout, stderr } = await venue.end();
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `listening on ${url}\n`,
    stderr: '',
  });
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'simulator exits with 0 on %s',
  async (signal) => {
    const { process: venue } = await startVenue(makeSession());
    venue.signal(signal);
    expect((await venue.end()).code).toBe(0);
  },
);

it('simulator ends while a client keeps its connection open', async () => {
  const { process: venue, url } = await startVenue(makeSession());
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.on('connect', resolve));
  venue.signal('SIGTERM');
  expect((await venue.end()).code).toBe(0);
});

it('simulator ends with the npx process that runs it in a shell', async () => {
  const { dir } = makeSession();
  const shell = `sh -c '"$@"; true' sh "$@"; exit;`;
  const env = { npm_command: 'exec' };
  const wrapper = startWeir(['simulate', '--port', '0'], { cwd: dir, env, shell });
  const [, url = ''] = await wrapper.waitFor('stdout', /^listening on (http:\S+)$/m);
  wrapper.signal('SIGKILL');
  // The pipes are closed by the last process that holds them: the simulator.
  expect((await wrapper.end()).signal).toBe('SIGKILL');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

it('simulator without a file plays the shipped recording', async () => {
  const { dir } = makeSession();
  const venue = startWeir(['simulate', '--port', '0'], { cwd: dir });
  const [, url = ''] = await venue.waitFor('stdout', /^listening on (http:\S+)$/m);
  const clock = await (await fetch(`${url}/control/clock`)).json();
  expect(clock).toMatchObject({ originMicros: 1_783_944_000_093_000, speed: 1 });
  venue.signal('SIGTERM');
  expect((await venue.end()).code).toBe(0);
});

it('simulator takes recording and clock speed from flags', async () => {
  const workspace = makeSession();
  const { url } = await startVenue(workspace, '--rates', 'rates.csv', '--speed', '500');
  const read = async () =>
    (await (await fetch(`${url}/control/clock`)).json()) as {
      readonly originMicros: number;
      readonly nowMicros: number;
      readonly speed: number;
    };
  const first = await read();
  expect(first).toMatchObject({ originMicros: FIRST_MS * 1_000, speed: 500 });
  const second = await read();
  expect(second.nowMicros).toBeGreaterThan(first.nowMicros);
});

it('simulator settles by the calendars file of its configuration', async () => {
  const workspace = makeSession();
  const simulator = JSON.parse(workspace.read('simulator.yaml')) as object;
  workspace.write('simulator.yaml', JSON.stringify({ ...simulator, calendars: 'own.yaml' }));
  workspace.write('own.yaml', 'EUR:\n  add: [2026-07-15]\n');
  const { url } = await startVenue(workspace);
  const login = await fetch(`${url}/v2/sso/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: LOGIN.user, pass: PASSWORD, org: LOGIN.org }),
  });
  const headers = {
    'content-type': 'application/json',
    SSO_TOKEN: login.headers.get('SSO_TOKEN') ?? '',
  };
  const order = {
    ...{ coId: 'a', type: 'Limit', timeInForce: 'GTC', side: 'Buy', symbol: 'EUR/USD' },
    ...{ currency: 'EUR', size: 5_000, price: 1.2 },
  };
  const body = JSON.stringify(order);
  const { status } = await fetch(`${url}/v2/orders`, { method: 'POST', headers, body });
  expect(status).toBe(202);
  const trades = await pollTrades(`${url}/v2/trades?coId=a`, headers);
  expect(trades).toMatchObject([{ tradeDate: '2026-07-13', valueDate: '2026-07-16' }]);
});

/** The first trades of an order; the venue fills it after its latency. */
async function pollTrades(url: string, headers: Record<string, string>): Promise<unknown> {
  for (let reads = 0; reads < 1_000; reads++) {
    const trades = (await (await fetch(url, { headers })).json()) as readonly unknown[];
    if (trades.length > 0) return trades;
  }
  throw new Error('no trade after 1000 reads');
}

it('clock stands still at speed 0; the output says how to move it', async () => {
  const { process: venue, url } = await startVenue(makeSession(), '--speed', '0');
  const clock = await (await fetch(`${url}/control/clock`)).json();
  expect(clock).toMatchObject({ nowMicros: FIRST_MS * 1_000, speed: 0 });
  await venue.waitFor('stderr', /set WEIR_CONTROL_TOKEN to move it/);
});

it('port in use is reported', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { dir } = makeSession();
  const args = ['simulate', 'simulator.yaml', '--port', String(port)];
  const { code, stdout, stderr } = await runWeir(args, { cwd: dir });
  server.close();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    `simulator: expected port ${port} of 127.0.0.1 to be free, found it in use (simulator.port)\n`,
  );
});

it('simulator refuses to listen beyond this machine', async () => {
  const workspace = makeSession();
  const simulator = JSON.parse(workspace.read('simulator.yaml')) as object;
  workspace.write('simulator.yaml', JSON.stringify({ ...simulator, host: '0.0.0.0' }));
  const args = ['simulate', 'simulator.yaml', '--port', '0'];
  const { code, stderr } = await runWeir(args, { cwd: workspace.dir });
  expect(code).toBe(1);
  expect(stderr).toContain('expected a loopback address such as 127.0.0.1');
  expect(stderr).toContain('found 0.0.0.0 (simulator.bind)');
});

it('--rates and --speed replace the sources and speed of the file', async () => {
  const workspace = makeSession();
  const { recording, ...simulator } = JSON.parse(workspace.read('simulator.yaml')) as {
    recording: object;
  };
  expect(recording).toBeDefined();
  const generator = { symbols: { 'GBP/USD': { price: 1.3 } } };
  const rates = { startAt: '2026-01-05T10:00:00Z', speed: 0, sources: [{ generator }] };
  workspace.write('simulator.yaml', JSON.stringify({ ...simulator, rates }));
  const readClock = async (...args: string[]) => {
    const { url } = await startVenue(workspace, ...args);
    return (await (await fetch(`${url}/control/clock`)).json()) as object;
  };
  expect(await readClock()).toMatchObject({ originMicros: 1_767_607_200_000_000, speed: 0 });
  expect(await readClock('--rates', 'rates.csv', '--speed', '3')).toMatchObject({
    ...{ originMicros: FIRST_MS * 1_000, speed: 3 },
  });
});
