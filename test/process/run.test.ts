// `weir run` against a simulator that is already there: login, secrets, addresses and clocks.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader, startRun, startVenue, type Venue, writeRun } from './venue.js';
import { readRecords } from './journal-file.js';
import { createAuthority } from '../certificates.js';
import { startTlsProxy, type TlsProxy } from './proxy.js';
import { type Ended, runWeir } from './weir.js';
import {
  cleanUp,
  LIVE_LIMITS,
  makeSession,
  PASSWORD,
  SIMULATOR,
  toVenue,
  TWAP,
} from './workspace.js';

let venue: Venue;

beforeAll(async () => {
  venue = await startVenue(makeSession());
});
afterAll(cleanUp);

/** Runs a session against the venue, with parts of its `venue:` and of the session replaced. */
async function run(venuePart: object, session: object = {}, env: Record<string, string> = {}) {
  const workspace = makeSession({ ...session, venue: { ...toVenue(venue.url), ...venuePart } });
  const ended: Ended = await runWeir(['run', 'session.yaml', '--out', 'out'], {
    cwd: workspace.dir,
    env: { WEIR_PASSWORD: PASSWORD, ...env },
  });
  return { ...ended, workspace };
}

it('weir run fills its parent; the venue keeps running', async () => {
  const workspace = makeSession();
  writeRun(workspace, venue.url);
  const { code, stdout, stderr } = await startRun(workspace).end();
  // On a busy machine a slice may come before the venue's word of the one before it.
  const said = stderr.split('\n').filter((line) => !line.includes('refused by RC36'));
  expect(said).toEqual(['all own orders have ended, verified by query', '']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^digest [0-9a-f]{32}$/m);
  expect(JSON.parse(workspace.read('out/summary.json'))).toMatchObject({
    mode: 'run',
    filledQuantity: TWAP.size,
    end: { reason: 'done', isProven: true },
  });
  const reader = await openReader(venue.url);
  for (const { coId } of readRecords(workspace.path('out'), 'command')) {
    expect(await reader.find(coId)).toMatchObject({ status: 'FILLED', cumQty: 100_000 });
  }
});

describe('start at a live venue', () => {
  const authority = createAuthority();
  /** It looks at rates and asks for nothing, so that it does the same on a Sunday. */
  const watching = readFileSync(new URL('fixtures/watching.ts', import.meta.url), 'utf8');
  let proxy: TlsProxy;

  beforeAll(async () => {
    const recording = { file: 'rates.csv', speed: 1, origin: 'now', loop: true };
    const simulator = { ...(JSON.parse(SIMULATOR) as object), recording };
    const own = await startVenue(makeSession({}, { 'simulator.yaml': JSON.stringify(simulator) }));
    proxy = await startTlsProxy(own.url, authority.issue('127.0.0.1'));
  });
  afterAll(() => {
    proxy.close();
  });

  const account = () => ({ id: `acme-${new URL(proxy.url).port}`, account: 'DemoOrgLE' });
  const live = () => ({
    clock: 'wall',
    operators: ['Ada'],
    venue: { ...toVenue(proxy.url), ...account(), environment: 'live', ca: 'signers.pem' },
  });
  const LIMITED = {
    'limits.yaml': LIVE_LIMITS.replace('{ twap:', '{ twap: [EUR/USD], watching:'),
    'signers.pem': authority.cert,
    'watching.ts': watching,
  };
  const env = { WEIR_PASSWORD: `weir-live:${PASSWORD}` };
  const args = ['run', 'session.yaml', '--out', 'out'];

  /** Pins the shipped strategy by the hash of its file. */
  const pinned = () => {
    const file = new URL('../../dist/strategies/twap.js', import.meta.url);
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    return { strategies: [{ strategy: 'twap', sha256, params: TWAP }] };
  };

  it('process with unsafe Node settings is refused before any file or request', async () => {
    const workspace = makeSession({ ...live(), ...pinned() }, LIMITED);
    const node = ['--no-addons'];
    const unfit = { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_OPTIONS: '--no-warnings' };
    const { code, stderr } = await runWeir(args, { cwd: workspace.dir, env: unfit, node });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'NODE_TLS_REJECT_UNAUTHORIZED is set: unset it; NODE_OPTIONS is set: unset it',
    );
    expect(stderr).toContain('node was started without --disallow-code-generation-from-strings');
    expect(existsSync(workspace.path('out'))).toBe(false);
    expect(existsSync(workspace.path('state'))).toBe(false);
  });

  it('start needs pinned strategies and a secret that begins with weir-live:', async () => {
    const node = ['--no-addons', '--disallow-code-generation-from-strings'];
    const start = async (session: object, secrets = env) => {
      const { dir } = makeSession({ ...live(), ...session }, LIMITED);
      const signed = ['--approve', '--by', 'Ada', '--reason', 'reviewed by two'];
      await runWeir(['check', 'session.yaml', ...signed], { cwd: dir });
      return runWeir([...args, '--live'], { cwd: dir, env: secrets, node });
    };
    const bare = await start({});
    const [{ sha256 } = { sha256: '' }] = pinned().strategies;
    expect([bare.code, bare.stderr]).toEqual([1, expect.stringContaining(`sha256: ${sha256}`)]);
    const mixed = await start(pinned(), { WEIR_PASSWORD: `weir-paper:${PASSWORD}` });
    expect([mixed.code, mixed.stderr]).toEqual([
      1,
      expect.stringContaining('begins with weir-live:'),
    ]);
  });

  it('start needs an unchanged approval, --live and the account typed', async () => {
    const node = ['--no-addons', '--disallow-code-generation-from-strings'];
    const sha256 = createHash('sha256').update(watching).digest('hex');
    const params = { symbol: 'EUR/USD', rates: 3 };
    const strategies = [{ strategy: './watching.ts', sha256, params }];
    const { dir, path, read, write } = makeSession({ ...live(), strategies }, LIMITED);
    const weir = (words: readonly string[], input = '') =>
      runWeir(words, { cwd: dir, env, node, input });
    const start = (input: string) => weir([...args, '--live'], input);
    const approve = () =>
      weir([
        ...['check', 'session.yaml', '--approve'],
        '--by',
        'Ada',
        '--reason',
        'reviewed by two',
      ]);
    const diagnose = async () => (await weir(['doctor', 'session.yaml'])).stdout;
    expect(await diagnose()).toMatch(/^bad approval: .*found none; weir check CONFIG --approve/m);
    const unapproved = await start('demo@DemoOrg\n');
    expect([unapproved.code, unapproved.stderr]).toEqual([
      1,
      expect.stringContaining('expected the approval of this start, found none'),
    ]);
    // A link that waits where the approval is written first leads nowhere (S34).
    symlinkSync(path('session.yaml'), path('session.yaml.approved.json.new'));
    expect((await approve()).stdout).toContain('session.yaml.approved.json');
    expect(lstatSync(path('session.yaml.approved.json')).isFile()).toBe(true);
    const unmeant = await weir(args, 'demo@DemoOrg\n');
    expect([unmeant.code, unmeant.stderr]).toEqual([2, expect.stringContaining('expected --live')]);
    const mistyped = await start('demo\n');
    expect([mistyped.code, mistyped.stderr]).toEqual([
      1,
      expect.stringContaining('(session.not-confirmed)'),
    ]);
    // One limit more, one byte of the configuration more: neither is what was approved.
    const limits = read('limits.yaml');
    write('limits.yaml', limits.replace('G10: 1000000', 'G10: 999999'));
    const changed = await start('demo@DemoOrg\n');
    expect([changed.code, changed.stderr]).toEqual([
      1,
      expect.stringMatching(/approved by Ada at .*: limits: [0-9a-f]+, found [0-9a-f]+; weir/),
    ]);
    write('limits.yaml', limits);
    const session = read('session.yaml');
    write('session.yaml', session.replace('"DemoOrgLE"', '"Else"'));
    expect((await start('demo@DemoOrg\n')).stderr).toMatch(
      /; account: acme-\d+ DemoOrgLE, found acme-\d+ Else; weir/,
    );
    write('session.yaml', session);
    write('signers.pem', `${authority.cert}\n`);
    expect((await start('demo@DemoOrg\n')).stderr).toMatch(/: authority: [0-9a-f]+, found/);
    write('signers.pem', authority.cert);
    write('session.yaml', session.replace('//127.0.0.1', '//localhost'));
    expect((await start('demo@DemoOrg\n')).stderr).toMatch(
      /: venue: live at https:\/\/127\.0\.0\.1:\d+, found live at https:\/\/localhost:\d+/,
    );
    write('session.yaml', `${session}\n`);
    expect((await start('demo@DemoOrg\n')).stderr).toMatch(/: config: [0-9a-f]+, found/);
    await approve();
    // What was compiled then runs, and nothing else: no compiler turns the file into another text.
    const approval = read('session.yaml.approved.json');
    write('session.yaml.approved.json', approval.replace('defineStrategy)', 'defineStrategy )'));
    expect((await start('demo@DemoOrg\n')).stderr).toContain(
      'expected the approved compiled text of ./watching.ts, found another',
    );
    write('session.yaml.approved.json', approval);
    expect(await diagnose()).toMatch(/^good approval: every part is as it was approved$/m);
    const { code, stderr, stdout } = await start('demo@DemoOrg\n');
    expect(stderr).toContain('LIVE: real orders at');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^digest [0-9a-f]{32}$/m);
  });

  it('--live is refused for a venue of environment paper', async () => {
    const { dir } = makeSession({ venue: toVenue(venue.url) });
    const { code, stderr } = await runWeir([...args, '--live'], {
      ...{ cwd: dir, env: { WEIR_PASSWORD: PASSWORD } },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('expected no --live for paper')]);
  });
});

describe('login by password', () => {
  it('password is read from a file that only its owner may read', async () => {
    const workspace = makeSession(
      { venue: { ...toVenue(venue.url), password: { file: 'secret' } } },
      { secret: `${PASSWORD}\n` },
    );
    const args = ['run', 'session.yaml', '--out', 'out'];
    const open = await runWeir(args, { cwd: workspace.dir });
    expect(open.code).toBe(1);
    expect(open.stderr).toContain('expected a file that only its owner may read (chmod 600)');
    chmodSync(workspace.path('secret'), 0o600);
    expect((await runWeir(args, { cwd: workspace.dir })).code).toBe(0);
  });

  it('wrong password fails; no message repeats it', async () => {
    const wrong = 'not-the-password-77';
    const { code, stdout, stderr, workspace } = await run({}, {}, { WEIR_PASSWORD: wrong });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/login: expected status 200, found status 401.*\(client\.login\)\n$/);
    const place = '`venue.password` of session.yaml, environment variable WEIR_PASSWORD';
    expect(stderr).toContain(place);
    expect(stderr).not.toContain(wrong);
    expect(existsSync(workspace.path('out'))).toBe(false);
  });

  it('unset environment variable is named with its line', async () => {
    const password = { env: 'WEIR_NO_SUCH_SECRET' };
    const { code, stderr, workspace } = await run({ password });
    expect(code).toBe(1);
    const line = workspace
      .read('session.yaml')
      .split('\n')
      .findIndex((one) => /"password"/.test(one));
    expect(stderr).toMatch(new RegExp(`^session\\.yaml:${line + 1}:\\d+: venue\\.password: `));
    expect(stderr).toContain('environment variable WEIR_NO_SUCH_SECRET is not set');
  });
});

describe('base URL', () => {
  const away = { baseUrl: 'http://192.0.2.7:8787' };

  it.each(['venue', 'wall'])(
    'plain HTTP to another machine is refused with clock %s',
    async (clock) => {
      const { code, stderr } = await run(away, { clock });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^session\.yaml:\d+:\d+: venue\.baseUrl: /);
      expect(stderr).toContain('found 192.0.2.7: use the name of the host');
    },
  );

  it.each(['nowhere', 'ftp://127.0.0.1', 'http://user:pw@127.0.0.1'])(
    'invalid base URL is refused: %s',
    async (baseUrl) => {
      const { code, stderr } = await run({ baseUrl }, { clock: 'venue' });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^session\.yaml:\d+:\d+: venue\.baseUrl: expected /);
      expect(stderr).not.toContain('user:pw');
    },
  );

  it('base URL without a server is named', async () => {
    const { code, stderr, workspace } = await run({ baseUrl: 'http://127.0.0.1:9' });
    expect(code).toBe(1);
    expect(stderr).toContain('127.0.0.1:9');
    expect(stderr).toContain('ECONNREFUSED');
    expect(existsSync(workspace.path('out'))).toBe(false);
  });
});

describe('clock: venue', () => {
  it.each([
    [404, 'not here', 'found HTTP 404'],
    [200, '<html>', 'found'],
    [200, '{"now":1}', 'with a speed above 0, found {"now":1}'],
    [200, '{"nowMicros":1783944000000000,"speed":0}', 'with a speed above 0, found'],
  ])('server that is not a running simulator is refused: %i %s', async (status, body, found) => {
    const server = createServer((_, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await run({ baseUrl: `http://127.0.0.1:${port}` });
    server.close();
    expect(code).toBe(1);
    expect(stderr).toContain('expected the session clock of a simulator (`clock: venue`)');
    expect(stderr).toContain(found);
    expect(stderr).toContain('(session.clock)');
  });
});
