// A venue that is not on this machine: over TLS, by the wall clock, under signers that are named.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../certificates.js';
import { readRecords } from './journal-file.js';
import { AWAY_HOST, isCancel, isPlace, type Seen, startTlsProxy, type TlsProxy } from './proxy.js';
import { openReader, startVenue, type Venue, waitForOrders } from './venue.js';
import { poll, runWeir, startWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, SIMULATOR, toVenue, TWAP } from './workspace.js';

const authority = createAuthority();
const RECORDING = { file: 'rates.csv', speed: 1, origin: 'now', loop: true } as const;
const SHORT = { ...TWAP, duration: '4s', slices: 2 };
const RESTING = { symbol: 'EUR/USD', orders: 2, timeInForce: 'GTC' };

let venue: Venue;
let proxy: TlsProxy;

beforeAll(async () => {
  const simulator = { ...(JSON.parse(SIMULATOR) as object), recording: RECORDING };
  venue = await startVenue(makeSession({}, { 'simulator.yaml': JSON.stringify(simulator) }));
  proxy = await startTlsProxy(venue.url, authority.issue(AWAY_HOST), AWAY_HOST);
});
afterAll(() => {
  proxy.close();
  cleanUp();
});

/** A workspace whose session is for the venue. */
function make(session: object = {}, venuePart: object = {}) {
  const place = { ...toVenue(proxy.url), environment: 'test', ca: 'signers.pem', ...venuePart };
  const resting = readFileSync(fileURLToPath(new URL('fixtures/resting.ts', import.meta.url)));
  const workspace = makeSession(
    { clock: 'wall', venue: place, strategies: [{ strategy: 'twap', params: SHORT }], ...session },
    { 'signers.pem': authority.cert, 'resting.ts': resting.toString() },
  );
  const options = { cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD } };
  return {
    ...workspace,
    workspace,
    run: (...words: string[]) => runWeir(words, options),
    start: (...words: string[]) => startWeir(words, options),
  };
}

const RUN = ['run', 'session.yaml', '--out', 'out', '--state', 'state'];

describe('a venue that is not on this machine', () => {
  it('is traded at, under a guard, and only there', async () => {
    const { run, read, path } = make({ guard: 'on' });
    const { code, stderr } = await run(...RUN);
    expect([code, stderr]).toEqual([0, expect.stringContaining('verified by query')]);
    expect(JSON.parse(read('out/summary.json'))).toMatchObject({ filledQuantity: SHORT.size });
    const coIds = readRecords(path('out'), 'command').map(({ coId }) => coId);
    const seen = proxy.log.filter(isPlace).map(({ body }) => JSON.parse(body) as { coId: string });
    expect(seen.map(({ coId }) => coId)).toEqual(expect.arrayContaining(coIds));
    expect(coIds.length).toBeGreaterThan(1);
    expect(JSON.parse(read('state/identity.json'))).toMatchObject({
      environment: 'test',
      baseUrl: proxy.url,
    });
    expect(await run('replay', 'out')).toMatchObject({ code: 0 });
  });

  it('is killed at from a second terminal, also past a dead bot', async () => {
    const resting = { strategy: './resting.ts', params: RESTING };
    const { run, start, workspace } = make({ strategies: [resting], guard: 'off' });
    const bot = start(...RUN);
    await waitForOrders(workspace, bot, 2);
    bot.signal('SIGKILL');
    await bot.end();
    const before = proxy.log.length;
    const { code, stdout, stderr } = await run('kill', 'session.yaml', '--state', 'state');
    expect([code, `${stdout}${stderr}`]).toEqual([
      0,
      expect.stringContaining('no own order is left'),
    ]);
    expect(proxy.log.slice(before).filter(isCancel)).toHaveLength(2);
    const reader = await openReader(venue.url);
    for (const { coId } of readRecords(workspace.path('state'), 'order')) {
      expect(await reader.find(coId)).toMatchObject({ status: 'CANCELED' });
    }
  });

  it('takes single calls through gate and journal, and has its rates recorded', async () => {
    const { run, start, path } = make();
    const order = [
      ...['--type', 'Limit', '--side', 'Buy', '--symbol', 'EUR/USD', '--currency', 'EUR'],
      ...['--price', '1.1429', '--timeInForce', 'IOC', '--coId', 'by-hand-1', '--size', '100000'],
    ];
    const placed = await run(
      ...['venue', 'orders', 'placeOrder', ...order],
      ...['--config', 'session.yaml', '--out', 'call'],
    );
    expect([placed.code, placed.stderr]).toEqual([0, 'journal call\n']);
    expect(readRecords(path('call'), 'send-result')).toHaveLength(1);
    const left = proxy.log.filter(isPlace).filter(({ body }) => body.includes('"by-hand-1"'));
    expect(left).toHaveLength(1);
    const recorder = start('record', 'session.yaml', '--out', 'recorded');
    await recorder.waitFor('stderr', /recording EUR\/USD/);
    const isRate = ({ path: target }: Seen) => target.startsWith('/v2/rates');
    const before = proxy.log.filter(isRate).length;
    await poll(
      () => proxy.log.filter(isRate).length > before + 2 || undefined,
      () => `polls; ${recorder.stderr()}`,
    );
    recorder.signal('SIGINT');
    const { code, stdout } = await recorder.end();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[1-9]\d* rates, /)]);
  });

  it.each([
    ['paper, the default', { environment: 'paper' }, /venue\.environment: expected test or live/],
    ['in the clear', { baseUrl: 'http://192.0.2.7:8787' }, /venue\.baseUrl: expected https/],
  ])('is not dialled as %s', async (_, part, words) => {
    const { run } = make({}, part);
    const before = proxy.log.length;
    for (const command of [RUN, ['record', 'session.yaml'], ['check', 'session.yaml']]) {
      const { code, stderr } = await run(...command);
      expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
    }
    expect(proxy.log).toHaveLength(before);
  });

  it('is not logged in at without its signers', async () => {
    const { run } = make({}, { ca: 'other.pem' });
    const missing = await run(...RUN);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/^session\.yaml:\d+:\d+: venue\.ca: .*other\.pem: expected a file/),
    ]);
    const stranger = make();
    stranger.write('signers.pem', createAuthority().cert);
    const { code, stderr } = await stranger.run(...RUN);
    expect([code, stderr]).toEqual([1, expect.stringContaining('login: tls (')]);
  });
});
