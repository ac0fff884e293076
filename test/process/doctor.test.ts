// weir doctor: one line for each item, good or with what to do, and an exit code for all of them.
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../certificates.js';
import { startProxy, startTlsProxy, type TlsProxy } from './proxy.js';
import { makeResting, startRun, startVenue, type Venue, waitForOrders, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, HMAC, makeSession, PASSWORD, toVenue, type Workspace } from './workspace.js';

const authority = createAuthority(60);
const ENV = { WEIR_PASSWORD: PASSWORD, WEIR_HMAC_SECRET: HMAC.secret };
const isLogin = ({ path }: { readonly path: string }) => path === '/v2/sso/login';
let venue: Venue;
let tls: TlsProxy;

beforeAll(async () => {
  venue = await startVenue(makeSession());
  tls = await startTlsProxy(venue.url, authority.issue('localhost', 30));
});
afterAll(() => {
  tls.close();
  cleanUp();
});

interface Diagnosis {
  readonly good: boolean;
  readonly lines: readonly { readonly item: string; verdict: string; readonly text: string }[];
}

/** Runs the doctor on `run.yaml`. */
async function examine({ dir }: Workspace, env: Readonly<Record<string, string>> = {}) {
  const args = ['doctor', 'run.yaml', '--state', 'state', '--json'];
  const { code, stdout, stderr } = await runWeir(args, { cwd: dir, env: { ...ENV, ...env } });
  const { good, lines } = JSON.parse(stdout) as Diagnosis;
  expect([code, stderr, good]).toEqual([good ? 0 : 1, '', code === 0]);
  const words = lines.map(({ item, verdict, text }) => [item, `${verdict}: ${text}`]);
  return { code, words: Object.fromEntries(words) as Readonly<Record<string, string>> };
}

/** A session at a venue behind TLS. */
function makeSecure(url = tls.url.replace('127.0.0.1', 'localhost')) {
  const workspace = makeSession({}, { 'ca.pem': authority.cert });
  writeRun(workspace, url, { venue: { ...toVenue(url), ca: 'ca.pem' } });
  return workspace;
}

describe.concurrent('weir doctor', () => {
  it('reports each item as good, logs in once and leaves no file', async () => {
    const workspace = makeSecure();
    const before = tls.log.filter(isLogin).length;
    const args = ['doctor', 'run.yaml', '--state', 'state'];
    const { code, stdout, stderr } = await runWeir(args, { cwd: workspace.dir, env: ENV });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replaceAll(/: .*$/gm, '')).toBe(
      [
        ...['node', 'configuration', 'dns', 'tls', 'login', 'clock', 'budget', 'disk', 'state'],
        ...['limits', 'approval', ''],
      ]
        .map((item) => (item === '' ? '' : `good ${item}`))
        .join('\n'),
    );
    expect(stdout).toMatch(/^good dns: localhost is (?:127\.0\.0\.1|::1)/m);
    expect(stdout).toMatch(/^good tls: subject localhost, issuer authority .*, in 29 days$/m);
    expect(stdout).toMatch(/^good disk: .* GiB free in .*, a sync takes \d+\.\d ms/m);
    expect(tls.log.filter(isLogin)).toHaveLength(before + 1);
    expect(existsSync(workspace.path('state'))).toBe(false);
    expect(readdirSync(workspace.dir).filter((name) => name.startsWith('doctor'))).toEqual([]);
  });

  it.each([
    ['ends in 5 days', authority.issue('localhost', 5.5), 0, /^warn: .*, in 5 days: ask the venue/],
    ['ends tomorrow', authority.issue('localhost', 1.5), 1, /^bad: .*, in 1 days: ask the venue/],
    ['has expired', authority.issue('localhost', 0), 1, /^bad: .*: it has expired/],
    ['has another name', authority.issue('venue.example', 30), 1, /^bad: .*no name fits localhost/],
    [
      'has another issuer',
      createAuthority(60).issue('localhost', 30),
      1,
      /^bad: .*signers in venue.ca/,
    ],
  ])('reports that a certificate %s', async (_, certificate, wanted, text) => {
    const proxy = await startTlsProxy(venue.url, certificate);
    const { code, words } = await examine(makeSecure(proxy.url.replace('127.0.0.1', 'localhost')));
    proxy.close();
    expect(words['tls']).toMatch(text);
    expect(code).toBe(wanted);
    const isTrusted = !/expired|name fits|signers/.test(words['tls'] ?? '');
    expect(proxy.log.filter(isLogin)).toHaveLength(isTrusted ? 1 : 0);
    expect(words['login']).toMatch(isTrusted ? /^good/ : /^open: not checked: the clock/);
  });

  it('tries a wrong password once, and counts it with those of starts and calls', async () => {
    const workspace = makeSession();
    writeRun(workspace, venue.url);
    const wrong = { WEIR_PASSWORD: 'wrong-password-canary' };
    const refused = () => {
      const text = readFileSync(workspace.path('state/control/refused-logins'), 'utf8');
      return (JSON.parse(text) as { readonly refused: readonly unknown[] }).refused.length;
    };
    const { words } = await examine(workspace, wrong);
    expect(words['login']).toMatch(/^bad: login: expected status 200, found status 401/);
    expect(refused()).toBe(1);
    expect(JSON.stringify(words)).not.toContain('canary');
    await examine(workspace, wrong);
    await examine(workspace, wrong);
    const { words: barred } = await examine(workspace, wrong);
    expect(barred['login']).toContain('3 logins rejected within 10 minutes');
    expect(refused()).toBe(3);
  });

  it('signs one read where requests are signed', async () => {
    const workspace = makeSession();
    const proxy = await startProxy(venue.url, () => 'pass');
    const hmac = { id: HMAC.id, secret: { env: 'WEIR_HMAC_SECRET' } };
    writeRun(workspace, proxy.url, { login: 'hmac', venue: { baseUrl: proxy.url, hmac } });
    expect((await examine(workspace)).words['login']).toMatch(
      /^good: the venue accepted a signed read/,
    );
    const wrong = { WEIR_HMAC_SECRET: 'another-hmac-canary' };
    const { words } = await examine(workspace, wrong);
    expect(words['login']).toMatch(/^bad: the venue rejected the signature \(HTTP 401\)/);
    proxy.close();
    expect(proxy.log.filter(({ path }) => path === '/v2/orders')).toHaveLength(2);
  });

  it('sends nothing to a venue whose bot runs, and reports its state', async () => {
    const workspace = makeResting('GTC');
    const proxy = await startProxy((await startVenue(workspace)).url, () => 'pass');
    writeRun(workspace, proxy.url);
    const bot = startRun(workspace, '--state', 'state');
    await waitForOrders(workspace, bot, 3);
    const { code, words } = await examine(workspace);
    expect(words['login']).toMatch(/^open: not checked: a bot of this login is running/);
    expect(words['state']).toMatch(/^good: .*nothing is halted, its bot runs$/);
    expect([code, proxy.log.filter(isLogin).length]).toEqual([1, 1]);
    const kill = ['kill', 'run.yaml', '--state', 'state', '--reason', 'end of the test'];
    expect((await runWeir(kill, { cwd: workspace.dir, env: ENV })).code).toBe(0);
    bot.signal('SIGTERM');
    await bot.end();
    const killed = await examine(workspace);
    expect(killed.words['state']).toMatch(/^bad: halt \S+: RC63: .*weir resume CONFIG ends a halt/);
    proxy.close();
    workspace.write('state.mark', '{"v":1,"epoch":9,"seq":1}\n');
    expect((await examine(workspace)).words['state']).toContain('expected a journal up to epoch 9');
    chmodSync(workspace.path('state'), 0o755);
    expect((await examine(workspace)).words['state']).toMatch(/^bad: .*found mode 0755/);
  });

  it('reports within 10 s a venue that does not respond', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const startedAt = performance.now();
    const { code, words } = await examine(makeSecure(`https://localhost:${String(port)}`));
    silent.close();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(words['tls']).toMatch(/^open: no result within 9\.5 s/);
    expect(code).toBe(1);
  });

  it('reports what is wrong with a configuration, a secret and a host', async () => {
    const workspace = makeSecure('https://localhost:1');
    const { words: deaf } = await examine(workspace, { WEIR_PASSWORD: '' });
    expect(deaf['tls']).toMatch(/^bad: no TLS with localhost:1 \(ECONNREFUSED\)/);
    expect(deaf['login']).toMatch(/^bad: .*WEIR_PASSWORD/);
    workspace.write('run.yaml', 'name: 7');
    const { code, words } = await examine(workspace);
    expect([code, Object.keys(words)]).toEqual([1, ['node', 'configuration']]);
    expect(words['configuration']).toMatch(/^bad: /);
  });
});
