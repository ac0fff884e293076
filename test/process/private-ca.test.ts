// A venue whose certificate only `venue.ca` vouches for, with proxies in the environment: every
// command reaches the one and none of the others.
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthority } from '../certificates.js';
import { isCancel, startTlsProxy, type TlsProxy } from './proxy.js';
import { makeResting, startVenue, waitForOrders, writeRun } from './venue.js';
import { poll, runWeir, startWeir, waitGone } from './weir.js';
import { cleanUp, PASSWORD, toVenue, type Workspace } from './workspace.js';

const authority = createAuthority(60);
const heard: string[] = [];
const STATE = ['--state', 'state'];
let workspace: Workspace;
let tls: TlsProxy;
let proxy: Server;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  proxy = createServer((socket) => {
    heard.push('connected');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => heard.push(chunk.toString()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const place = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  const all = [...names, ...names.map((name) => name.toLowerCase())];
  env = {
    ...Object.fromEntries(all.map((name) => [name, place])),
    ...{ NODE_USE_ENV_PROXY: '1', WEIR_PASSWORD: PASSWORD },
  };
  workspace = makeResting('GTC');
  tls = await startTlsProxy((await startVenue(workspace)).url, authority.issue('localhost', 30));
  const url = tls.url.replace('127.0.0.1', 'localhost');
  workspace.write('ca.pem', authority.cert);
  // The former spelling of `watchdog`.
  writeRun(workspace, url, { guard: 'on', venue: { ...toVenue(url), ca: 'ca.pem' } });
});
afterAll(() => {
  tls.close();
  proxy.close();
  cleanUp();
});

const run = (...args: string[]) => runWeir(args, { cwd: workspace.dir, env });
const start = (...args: string[]) => startWeir(args, { cwd: workspace.dir, env });

it.each([
  ['doctor', ['doctor', 'run.yaml', ...STATE]],
  ['venue', ['venue', 'orders', 'queryOrders', '--config', 'run.yaml', ...STATE]],
  ['conformance', ['venue', 'conformance', '--config', 'run.yaml', '--out', 'seen', ...STATE]],
])('weir %s trusts the venue’s own certificate authority', async (_, args) => {
  const before = tls.log.length;
  const { code, stderr } = await run(...args);
  expect([code, stderr.includes('tls (')]).toEqual([0, false]);
  expect(tls.log.length).toBeGreaterThan(before);
  expect(heard).toEqual([]);
});

it('weir record trusts the venue’s own certificate authority', async () => {
  const recorder = start('record', 'run.yaml', '--out', 'recorded');
  await poll(
    () => tls.log.some(({ path }) => path.includes('/rates')) || undefined,
    () => recorder.stderr(),
  );
  recorder.signal('SIGINT');
  await recorder.end();
  expect(heard).toEqual([]);
});

it.each([
  ['record', ['record', 'run.yaml', '--out', 'none']],
  ['venue', ['venue', 'orders', 'queryOrders', '--config', 'run.yaml', ...STATE]],
  ['conformance', ['venue', 'conformance', '--config', 'run.yaml', '--out', 'none', ...STATE]],
])('weir %s sends nothing if Node does not verify certificates', async (_, args) => {
  const before = tls.log.length;
  const unfit = { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { code, stderr } = await runWeir(args, { cwd: workspace.dir, env: unfit });
  const text = 'this process may not connect to a venue: NODE_TLS_REJECT_UNAUTHORIZED is set';
  expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  expect(tls.log.length).toBe(before);
});

it('weir run, its watchdog and kill trust the venue’s own certificate authority', async () => {
  const bot = start('run', 'run.yaml', '--out', 'out', ...STATE);
  await waitForOrders(workspace, bot, 3);
  const guard = Number.parseInt(workspace.read('state/control/guard-beat'), 10);
  bot.signal('SIGKILL');
  // The guard cancels what the bot has left.
  await poll(
    () => tls.log.filter(isCancel).length >= 3 || undefined,
    () => bot.stderr(),
  );
  const before = tls.log.length;
  expect((await run('kill', 'run.yaml', ...STATE, '--reason', 'end of the test')).code).toBe(0);
  expect(tls.log.length).toBeGreaterThan(before);
  await waitGone([guard]);
  expect(heard).toEqual([]);
});
