// What is kept for the venue's support after a serious error: whole enough to help, without
// secrets, for a person to look through.
import { statSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { listForms } from './canary.js';
import { type Proxy, type Seen, startProxy } from './proxy.js';
import { startRun, startVenue, writeRun } from './venue.js';
import { runWeir } from './weir.js';
import { cleanUp, makeSession, PASSWORD, type Workspace } from './workspace.js';

const proxies: Proxy[] = [];

afterAll(() => {
  for (const proxy of proxies) proxy.close();
  // Every file of every folder is searched for the secrets, packs too.
  cleanUp();
});

interface Pack {
  readonly halt: { readonly rule: string; readonly reason: string };
  readonly calls: readonly {
    readonly call: string;
    readonly request: { readonly path: string; readonly headers: object; readonly body: string };
    readonly answer: { readonly status: number; readonly body: string };
  }[];
}

/**
 * HTTP 500 that repeats whatever it was sent, and the password in every form but JSON in JSON, for
 * which the whole text would be left out.
 */
function echo({ headers, body, path }: Seen) {
  const forms = listForms(PASSWORD).filter((form) => !form.includes('\\'));
  const text = { message: 'Internal Server Error', path, headers, body, forms };
  return { status: 500, body: JSON.stringify(text) };
}

async function runUntilHalt(workspace: Workspace, isHit: (seen: Seen) => boolean) {
  const venue = await startVenue(workspace);
  const proxy = await startProxy(venue.url, (seen) => (isHit(seen) ? echo(seen) : 'pass'));
  proxies.push(proxy);
  writeRun(workspace, proxy.url);
  const ended = await startRun(workspace).end();
  return { ...ended, log: proxy.log };
}

function readPack(workspace: Workspace): Pack {
  const path = workspace.path('out/support-pack-1.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  return JSON.parse(workspace.read('out/support-pack-1.json')) as Pack;
}

describe('support bundle', () => {
  it('bundle of a submit has request and response, alerts, and has no secret', async () => {
    const workspace = makeSession();
    const isPlace = ({ method, path }: Seen) => method === 'POST' && path === '/v2/orders';
    const { code, log, stderr } = await runUntilHalt(workspace, isPlace);
    expect(code).toBe(3);
    const file = 'out/support-pack-1.json';
    expect(stderr).toMatch(/^PAGE \(RC52\): support bundle \S*out\/support-pack-1\.json: review/m);
    const { calls, halt } = readPack(workspace);
    expect(halt).toMatchObject({ rule: 'RC52', reason: expect.stringContaining('HTTP 500') });
    const placed = log.find(isPlace);
    const packed = calls.find(({ call }) => call === 'placeOrder');
    expect(packed?.request).toMatchObject({ path: '/v2/orders', body: placed?.body });
    expect(packed?.request.headers).toMatchObject({ 'X-Request-ID': expect.any(String) });
    expect(packed?.answer.status).toBe(500);
    expect(packed?.answer.body).toContain('Internal Server Error');
    expect(packed?.answer.body).toContain('[secret]');
    const tokens = log.flatMap(({ headers }) => headers['sso_token'] ?? []);
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of new Set(tokens)) expect(workspace.read(file)).not.toContain(token);
    const status = await runWeir(['status', 'run.yaml'], {
      cwd: workspace.dir,
    });
    expect(status.stdout).toMatch(/^support bundle \S*out\/support-pack-1\.json$/m);
    const env = { WEIR_PASSWORD: PASSWORD };
    // The lost order may have led to another halt meanwhile: a person names the one that is meant.
    const halt52 = /^halt (\S+) of all: RC52/m.exec(status.stdout)?.[1] ?? '';
    const args = ['--halt', halt52, '--by', 'Ada', '--reason', 'the support has answered us'];
    const resumed = await runWeir(['resume', 'run.yaml', ...args], {
      cwd: workspace.dir,
      env,
    });
    expect(resumed.stderr).toMatch(/FAILED the venue's support case: none: .*support-pack-1\.json/);
    expect((await runWeir(['replay', 'out'], { cwd: workspace.dir })).code).toBe(0);
  });

  it('bundle of a refused login has no credentials', async () => {
    const workspace = makeSession();
    const isLogin = ({ path }: Seen) => path === '/v2/sso/login';
    const { code, stderr } = await runUntilHalt(workspace, isLogin);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^HALT \(RC52\): the venue answered HTTP 500 on login during the start$/m,
    );
    expect(stderr).toMatch(/^support bundle \S*out\/support-pack-1\.json: review it/m);
    const status = await runWeir(['status', 'run.yaml'], { cwd: workspace.dir });
    expect(status.stdout).toMatch(/^support bundle \S*out\/support-pack-1\.json$/m);
    const { calls } = readPack(workspace);
    expect(calls.map(({ call, request }) => [call, request.body])).toEqual([['login', '[login]']]);
    const page = { status: 500, body: expect.stringMatching(/^\[login: \d+ bytes\]$/) as string };
    expect(calls[0]?.answer).toMatchObject(page);
  });
});
