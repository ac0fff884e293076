// Serious responses to manual calls: the login's bot is halted, running or not.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLines, readLines } from './journal-file.js';
import { type Proxy, type Seen, startProxy } from './proxy.js';
import { makeResting, openReader, startRun, startVenue, waitForOrders, writeRun } from './venue.js';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, PASSWORD, type Workspace } from './workspace.js';

const ERROR_500 = { status: 500, body: '{"message":"Internal Server Error"}' };
const ORDER = [
  ...['orders', 'placeOrder', '--type', 'Limit', '--side', 'Buy', '--symbol', 'EUR/USD'],
  ...['--currency', 'EUR', '--price', '1.1429', '--timeInForce', 'IOC', '--size', '1000'],
];

let workspace: Workspace;
let proxy: Proxy;
let url: string;
/** Requests that are answered with HTTP 500 from now on, or with this. */
let isBroken: (seen: Seen) => boolean = () => false;
let broken: { readonly status: number; readonly body: string } = ERROR_500;

beforeAll(async () => {
  workspace = makeResting('GTC');
  ({ url } = await startVenue(workspace));
  proxy = await startProxy(url, (seen) => (isBroken(seen) ? broken : 'pass'));
  writeRun(workspace, proxy.url);
});

afterAll(() => {
  proxy.close();
  cleanUp();
});

function weir(...words: readonly string[]) {
  const env = { WEIR_PASSWORD: PASSWORD };
  return runWeir(words, { cwd: workspace.dir, env });
}

function call(words: readonly string[], state: string, ...more: string[]) {
  return weir('venue', ...words, '--config', 'run.yaml', '--state', state, ...more);
}

/** Asks again until the cool-down after the halt is over. */
async function untilCool(ask: () => ReturnType<typeof runWeir>): ReturnType<typeof runWeir> {
  for (;;) {
    const answer = await ask();
    if (!answer.stderr.includes('FAILED cool-down')) return answer;
  }
}

describe('HTTP 500 on a call, while no bot runs', () => {
  it('halt is journaled, shown by status and refuses calls until a resume', async () => {
    isBroken = ({ method, path }) => method === 'POST' && path === '/v2/rfs';
    const quotes = [
      ...['rfs', 'requestQuotes', '--clOrderId', 'halt-1', '--symbol', 'EUR/USD', '--amount'],
      ...[
        '100000',
        '--dealtCurrency',
        'EUR',
        '--expiry',
        '60',
        '--side',
        'BUY',
        '--nearValueDate',
        'SPOT',
      ],
      ...['--priceType', 'Spot', '--customerOrg', 'DemoOrg', '--customerAccount', 'DemoOrgLE'],
    ];
    const asked = await call(quotes, 'alone', '--out', 'asked');
    expect(asked.code, asked.stderr).toBe(3);
    expect(asked.stderr).toMatch(/^HALT \(RC52\): the venue answered HTTP 500 on rfs/m);
    expect(asked.stderr).toMatch(/^PAGE \(RC52\)/m);
    expect(asked.stderr).toContain('rfs requestQuotes: unknown: HTTP 500');
    expect(asked.stderr).toMatch(/^support bundle asked\/support-pack-1\.json: review it/m);
    const pack = JSON.parse(workspace.read('asked/support-pack-1.json')) as { calls: unknown[] };
    expect(pack.calls.at(-1)).toMatchObject({ call: 'requestQuotes', answer: { status: 500 } });
    const records = parseLines(readLines(workspace.path('asked'))).map(({ type }) => type);
    expect(records.slice(-3)).toEqual(['send-result', 'halt', 'support']);
    isBroken = () => false;
    const status = await weir('status', 'run.yaml', '--state', 'alone');
    expect(status.stdout).toMatch(/RC52: .*HTTP 500 on rfs/);
    expect(status.stdout).toMatch(/^support bundle asked\/support-pack-1\.json$/m);
    const placed = await call([...ORDER, '--coId', 'halt-2'], 'alone', '--out', 'placed');
    expect(placed.code).toBe(3);
    expect(placed.stderr).toMatch(
      /nothing was sent: RC69: halt 1-\d+ is in force until weir resume: RC52/,
    );
    expect(await (await openReader(url)).find('halt-2')).toBeUndefined();
    // The pack is of the call: a start under its halt has nothing to send to anybody.
    const args = ['run', 'run.yaml', '--state', 'alone', '--out', 'later'];
    const bot = startWeir(args, { cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD } });
    await bot.waitFor('stderr', /^HALT \(RC52\)/m);
    bot.signal('SIGTERM');
    expect((await bot.end()).code).toBe(3);
    expect(existsSync(workspace.path('later/summary.json'))).toBe(true);
    expect(existsSync(workspace.path('later/support-pack-1.json'))).toBe(false);
  });

  it('HTTP 500 on a rate that checks the call halts everything', async () => {
    isBroken = ({ path }) => path.startsWith('/v2/rates/spot');
    const placed = await call([...ORDER, '--coId', 'halt-3'], 'rates', '--out', 'rates-out');
    isBroken = () => false;
    expect(placed.code).toBe(3);
    expect(placed.stderr).toMatch(/^HALT \(RC52\): the venue answered HTTP 500 on data/m);
    const status = await weir('status', 'run.yaml', '--state', 'rates');
    expect(status.stdout).toMatch(/RC52: .*HTTP 500 on data/);
  });

  it('HTTP 500 on a manual read halts everything', async () => {
    isBroken = ({ path }) => path.startsWith('/v2/positions');
    const read = await call(['positions', 'positions'], 'reads');
    isBroken = () => false;
    expect([read.code, read.stderr]).toEqual([3, expect.stringContaining('HALT (RC52): ')]);
    expect(read.stderr).toMatch(/^support bundle \S*reads\/support-pack-1\.json: review it/m);
    const status = await weir('status', 'run.yaml', '--state', 'reads');
    expect(status.stdout).toMatch(/RC52: .*HTTP 500 on data/);
    // The journal has it, with nobody there but the call.
    expect(status.stdout).toMatch(/^support bundle \S*reads\/support-pack-1\.json$/m);
  });
});

describe('serious text in the response to a manual read', () => {
  it.each([
    ['an error', 404, '{"message":"Please CONTACT Support about demo"}', 3],
    ['a page instead of data', 200, '<p>Fatal: please contact support</p>', 3],
    ['an error without serious text', 404, '{"message":"nothing is there"}', 0],
    ['data', 200, '[{"symbol":"EUR/USD","netOpenBase":0,"note":"fatal"}]', 0],
  ] as const)('%s: HTTP %d %s ends with code %d', async (name, status, body, code) => {
    const state = `serious-${name.replaceAll(' ', '-')}`;
    isBroken = ({ path }) => path.startsWith('/v2/positions');
    broken = { status, body };
    const read = await call(['positions', 'positions'], state);
    isBroken = () => false;
    broken = ERROR_500;
    const text = 'HALT (RC52): the venue reports a serious error: ';
    expect([read.code === 3, read.stderr.includes(text)]).toEqual([code === 3, code === 3]);
    expect(read.stderr).not.toContain('about demo');
    const { stdout } = await weir('status', 'run.yaml', '--state', state);
    expect(/RC52: .*contact support/.test(stdout)).toBe(code === 3);
  });
});

it('halt that a manual call caused refuses calls until the operator resumes', async () => {
  isBroken = ({ path }) => path.startsWith('/v2/positions');
  const read = await call(['positions', 'positions'], 'resumed');
  isBroken = () => false;
  expect(read.code, read.stderr).toBe(3);
  const place = (coId: string) => call([...ORDER, '--coId', coId], 'resumed', '--out', coId);
  const early = await place('resume-1');
  const refused = expect.stringMatching(/nothing was sent: RC52: the venue answered HTTP 500/);
  expect([early.code, early.stderr]).toEqual([3, refused]);
  const resume = (...more: string[]) => {
    const args = ['--by', 'Ada', '--reason', 'the venue has mended its positions', ...more];
    const options = { cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD }, input: 'RC52\n' };
    return runWeir(['resume', 'run.yaml', '--state', 'resumed', ...args], options);
  };
  const without = await resume();
  expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('support')]);
  const resumed = await untilCool(() => resume('--support', 'CASE-1'));
  expect(resumed.code, resumed.stderr).toBe(0);
  const status = await weir('status', 'run.yaml', '--state', 'resumed', '--json');
  expect(JSON.parse(status.stdout)).toMatchObject({ halts: [], hasKillFile: false });
  const placed = await place('resume-2');
  expect(placed.code, placed.stderr).toBe(0);
  const reader = await openReader(url);
  expect(await reader.find('resume-1')).toBeUndefined();
  expect(await reader.find('resume-2')).toMatchObject({ coId: 'resume-2', side: 'Buy' });
});

it('HTTP 500 on a manual cancel halts the bot that runs beside it', async () => {
  const bot = startRun(workspace, '--state', 'beside');
  await waitForOrders(workspace, bot, 3);
  const locked = await call([...ORDER, '--coId', 'beside-1'], 'beside', '--out', 'locked');
  expect([locked.code, locked.stderr]).toEqual([1, expect.stringContaining('(state.locked)')]);
  expect(existsSync(workspace.path('locked'))).toBe(false);
  const isStranger = ({ method, path }: Seen) => method === 'DELETE' && path.endsWith('/nobody-s');
  isBroken = isStranger;
  const cancelled = await call(
    ['orders', 'cancelOrder', '--id', 'nobody-s'],
    'beside',
    ...['--out', 'cancelled'],
  );
  expect(cancelled.code, cancelled.stderr).toBe(3);
  expect(cancelled.stderr).toMatch(/^HALT \(RC52\): the venue answered HTTP 500 on cancel/m);
  await bot.waitFor('stderr', /^HALT \(RC52\): the venue answered HTTP 500 on cancel.*weir venue/m);
  const status = await weir('status', 'run.yaml', '--state', 'beside');
  expect(status.stdout).toMatch(/RC52: .*HTTP 500 on cancel/);
  bot.signal('SIGTERM');
  expect((await bot.end()).code).toBe(3);
  expect(await (await openReader(url)).listActive()).toEqual([]);
});
