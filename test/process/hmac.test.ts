// Sessions that sign their requests as real processes: what they leave, and what goes wrong.
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCancel, isPlace, startProxy } from './proxy.js';
import { makeResting, openReader, startVenue, type Venue } from './venue.js';
import { type Ended, runWeir } from './weir.js';
import {
  cleanUp,
  HMAC,
  makeSession,
  PASSWORD,
  SIMULATOR,
  toVenue,
  TWAP,
  type Workspace,
} from './workspace.js';

let venue: Venue;

beforeAll(async () => {
  venue = await startVenue(makeSession());
});
afterAll(cleanUp);

function runIn({ dir }: Workspace, args: readonly string[], env: Record<string, string> = {}) {
  return runWeir(args, { cwd: dir, env });
}

const OUT = ['session.yaml', '--out', 'out'];

/** Every text in the session folder and all that was printed. */
function readAll({ path }: Workspace, { stdout, stderr }: Ended): string {
  const files = readdirSync(path('out'), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((one) => one.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'));
  expect(texts.length).toBeGreaterThan(5);
  return [stdout, stderr, ...texts].join('\n');
}

describe('weir paper with login: hmac', () => {
  it('session fills its parent, replays and writes no secret', async () => {
    const workspace = makeSession({ login: 'hmac' });
    const ended = await runIn(workspace, ['paper', ...OUT]);
    expect(ended.stderr).toBe('all own orders have ended, verified by query\n');
    expect(ended.code).toBe(0);
    expect(JSON.parse(workspace.read('out/summary.json'))).toMatchObject({
      filledQuantity: TWAP.size,
      end: { reason: 'done', isProven: true },
    });
    expect(readAll(workspace, ended)).not.toMatch(/demo-hmac|signature="/);
    const replayed = await runIn(workspace, ['replay', 'out']);
    expect(replayed.code).toBe(0);
    const digest = /^digest ([0-9a-f]{32})$/m.exec(ended.stdout)?.[1] ?? 'none';
    expect(replayed.stdout).toContain(digest);
  });

  it('simulator file without id and secret is refused', async () => {
    const users = [{ user: 'demo', org: 'DemoOrg', password: PASSWORD, account: 'DemoOrgLE' }];
    const simulator = { ...(JSON.parse(SIMULATOR) as object), users };
    const files = { 'simulator.yaml': JSON.stringify(simulator) };
    const { code, stderr } = await runIn(makeSession({ login: 'hmac' }, files), ['paper', ...OUT]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^session\.yaml:\d+:\d+: login: expected `hmac:` with id and secret/);
    expect(stderr).toContain('of user demo in the simulator file, found none (config.missing-key)');
  });
});

describe('weir run with login: hmac', () => {
  function makeRun(hmac: object = { id: HMAC.id, secret: { env: 'WEIR_HMAC' } }): Workspace {
    const { baseUrl } = toVenue(venue.url);
    return makeSession({ login: 'hmac', venue: { baseUrl, hmac } });
  }

  it('configuration needs no user and no password', async () => {
    const workspace = makeRun();
    expect((await runIn(workspace, ['check', 'session.yaml'])).code).toBe(0);
    const ended = await runIn(workspace, ['run', ...OUT], { WEIR_HMAC: HMAC.secret });
    expect(ended.code).toBe(0);
    expect(JSON.parse(workspace.read('out/summary.json'))).toMatchObject({
      mode: 'run',
      filledQuantity: TWAP.size,
    });
    expect(readAll(workspace, ended)).not.toContain(HMAC.secret);
  });

  it('secret is read from a file that only its owner may read', async () => {
    const workspace = makeRun({ id: HMAC.id, secret: { file: 'secret' } });
    workspace.write('secret', `${HMAC.secret}\n`);
    chmodSync(workspace.path('secret'), 0o644);
    const open = await runIn(workspace, ['run', ...OUT]);
    expect(open.code).toBe(1);
    expect(open.stderr).toMatch(/^session\.yaml:\d+:\d+: .*venue\.hmac\.secret: expected a file/);
    chmodSync(workspace.path('secret'), 0o600);
    expect((await runIn(workspace, ['run', ...OUT])).code).toBe(0);
  });

  it('wrong secret fails; no message repeats it', async () => {
    const workspace = makeRun();
    const wrong = 'not-the-secret-77';
    const { code, stdout, stderr } = await runIn(workspace, ['run', ...OUT], { WEIR_HMAC: wrong });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('found status 401: InvalidSignature: Authorization: id or signature');
    expect(stderr).not.toContain(wrong);
    expect(existsSync(workspace.path('out'))).toBe(false);
  });

  it('signatures refused during the session halt the bot, which still cancels', async () => {
    // Every read is refused from the second order on, until a cancel has come.
    const refused = { status: 401, body: '{"errorCode":"InvalidSignature","message":"who?"}' };
    const proxy = await startProxy(venue.url, ({ method }, log) => {
      const isRefused = method === 'GET' && log.filter(isPlace).length >= 2 && !log.some(isCancel);
      return isRefused ? () => refused : 'pass';
    });
    const workspace = makeResting('GTC');
    const session = JSON.parse(workspace.read('session.yaml')) as object;
    const part = { baseUrl: proxy.url, hmac: { id: HMAC.id, secret: { env: 'WEIR_HMAC' } } };
    workspace.write('session.yaml', JSON.stringify({ ...session, login: 'hmac', venue: part }));
    const ended = await runIn(workspace, ['run', ...OUT], { WEIR_HMAC: HMAC.secret });
    proxy.close();
    expect(ended.stderr).toMatch(/^HALT \(RC54\): the venue rejected the signature of/m);
    expect(ended.stderr).toContain('all own orders have ended, verified by query\n');
    expect(ended.code).toBe(3);
    expect(await (await openReader(venue.url)).listActive()).toEqual([]);
    expect(await runIn(workspace, ['replay', 'out'])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['that is not set', {}, 'environment variable WEIR_HMAC is not set'],
    [
      'that contains a quote',
      { WEIR_HMAC: 'a"b' },
      'expected printable ASCII without quote and backslash',
    ],
  ])('secret %s is reported with its line', async (_, env, words) => {
    const workspace = makeRun();
    const { code, stderr } = await runIn(workspace, ['run', ...OUT], env);
    expect(code).toBe(1);
    const lines = workspace.read('session.yaml').split('\n');
    const line = lines.findIndex((one) => /"secret"/.test(one)) + 1;
    expect(stderr).toMatch(new RegExp(`^session\\.yaml:${line}:\\d+: venue\\.hmac\\.secret: `));
    expect(stderr).toContain(words);
  });

  it.each([
    ['hmac', toVenue('http://127.0.0.1:9'), 'venue.hmac: `login: hmac` requires this key'],
    ['token', { baseUrl: 'http://127.0.0.1:9' }, 'venue.user: `login: token` requires this key'],
    ['none', toVenue('http://127.0.0.1:9'), 'login: expected'],
  ])('login %s without its keys is refused by weir check', async (login, part, words) => {
    const workspace = makeSession({ login, venue: part });
    const { code, stderr } = await runIn(workspace, ['check', 'session.yaml']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^session\.yaml:\d+:\d+: /);
    expect(stderr).toContain(words);
  });
});
