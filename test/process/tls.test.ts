// A bot at a venue behind TLS: whose certificate it takes, and what it does when that goes wrong
// (N04) or when the venue speaks HTTP/2 (N18).
import type { TlsOptions } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../certificates.js';
import { isCancel, startTlsProxy, type TlsProxy } from './proxy.js';
import { makeResting, startVenue, waitForOrders, writeRun } from './venue.js';
import { startWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, TWAP, type Workspace } from './workspace.js';

const authority = createAuthority();
const GOOD = authority.issue('127.0.0.1');
const EXPIRED = authority.issue('127.0.0.1', 0);
const proxies: TlsProxy[] = [];

afterAll(() => {
  for (const proxy of proxies) proxy.close();
  cleanUp();
});

/** A venue, TLS in front of it, and a configuration with its address. */
async function setUp(workspace: Workspace, options: TlsOptions, more: object = {}) {
  const venue = await startVenue(workspace);
  const proxy = await startTlsProxy(venue.url, options);
  proxies.push(proxy);
  writeRun(workspace, proxy.url, more);
  workspace.write('authority.pem', authority.cert);
  return { venue, proxy };
}

/** Nobody listens there: what asked this proxy would come to nothing. */
const NO_PROXY = 'http://127.0.0.1:1';
const PROXIES = {
  ...{ HTTP_PROXY: NO_PROXY, HTTPS_PROXY: NO_PROXY, ALL_PROXY: NO_PROXY },
  ...{ https_proxy: NO_PROXY, NODE_USE_ENV_PROXY: '1' },
};

/** Starts `weir run`, by a user who trusts the authority and has a proxy. */
function start({ dir, path }: Workspace) {
  return startWeir(['run', 'run.yaml', '--out', 'out'], {
    cwd: dir,
    env: { WEIR_PASSWORD: PASSWORD, NODE_EXTRA_CA_CERTS: path('authority.pem'), ...PROXIES },
  });
}

describe.concurrent('venue behind TLS', () => {
  it('session trades over HTTP/1.1 and ignores the proxy of the environment', async () => {
    const workspace = makeSession();
    const both = { ALPNProtocols: ['h2', 'http/1.1'] };
    const { proxy } = await setUp(workspace, { ...GOOD, ...both });
    const { code, stderr } = await start(workspace).end();
    expect([code, stderr]).toEqual([0, expect.stringContaining('verified by query')]);
    const summary = JSON.parse(workspace.read('out/summary.json')) as object;
    expect(summary).toMatchObject({ filledQuantity: TWAP.size });
    expect(new Set(proxy.protocols)).toEqual(new Set(['http/1.1']));
  });

  it.each([
    ['of an untrusted authority', createAuthority().issue('127.0.0.1'), 'UNABLE_TO_VERIFY'],
    ['that has expired', EXPIRED, 'CERT_HAS_EXPIRED'],
    ['of another host', authority.issue('venue.example'), 'ERR_TLS_CERT_ALTNAME'],
  ])('certificate %s prevents the login (N04)', async (_, shown, word) => {
    const workspace = makeSession();
    const { proxy } = await setUp(workspace, shown, { clock: 'wall' });
    const { code, stderr } = await start(workspace).end();
    expect(stderr).toContain(`: login: tls (${word}`);
    expect(code).toBe(1);
    expect(proxy.log).toEqual([]);
  });

  it('expired certificate at a second connection halts everything (N04)', async () => {
    const workspace = makeResting('GTC');
    const { proxy } = await setUp(workspace, GOOD);
    const bot = start(workspace);
    await waitForOrders(workspace, bot, 3);
    proxy.exchange(EXPIRED);
    const { code, stderr } = await bot.end();
    const [before = '', ...halts] = stderr.split(/^HALT /m);
    const after = halts.join('');
    // Two calls of one kind are one page, told once.
    expect(before).toMatch(/^PAGE \(RC56\).*ended with tls: tls \(CERT_HAS_EXPIRED\)/m);
    expect(after).toMatch(/^\(RC56\): a call of .* ended with tls: .* 2 times$/m);
    // Its orders cannot be cancelled then, and it says so.
    expect(after.match(/^NOT PROVEN ENDED: (.*): look/m)?.[1]?.split(' ')).toHaveLength(3);
    expect([code, proxy.log.filter(isCancel)]).toEqual([3, []]);
  });

  it('venue that speaks only HTTP/2 is refused at the start (N18)', async () => {
    const workspace = makeSession();
    const { proxy } = await setUp(workspace, { ...GOOD, ALPNProtocols: ['h2'] }, { clock: 'wall' });
    const { code, stderr } = await start(workspace).end();
    expect(stderr).toMatch(/: login: tls \(\w*(?:ALPN|NO_APPLICATION_PROTOCOL)\w*\) before /);
    expect(code).toBe(1);
    expect(proxy.log).toEqual([]);
  });
});
