// Backtests as processes: repeatable to the bit, and the same own strategy file as on paper.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runWeir } from './weir.js';
import { cleanUp, makeSession, makeWorkspace, SESSION, TWAP } from './workspace.js';

afterAll(cleanUp);

const CROSSING = readFileSync(
  fileURLToPath(new URL('fixtures/crossing.ts', import.meta.url)),
  'utf8',
);

/** A session with a strategy file in a folder of its own, beside neither Weir nor its packages. */
function makeOwn(text: string = CROSSING) {
  const elsewhere = makeWorkspace({ 'deep/my-strategy.ts': text });
  const strategy = elsewhere.path('deep/my-strategy.ts');
  const params = { symbol: 'EUR/USD', size: 100_000, trades: 3 };
  return makeSession({ strategies: [{ strategy, params }] });
}

async function runJson(args: readonly string[], cwd: string) {
  const { code, stdout, stderr } = await runWeir([...args, '--json'], { cwd });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

it('backtest repeats its digest, orders and fills', async () => {
  const { dir, read } = makeSession();
  const first = await runJson(['backtest', 'session.yaml'], dir);
  const second = await runJson(['backtest', 'session.yaml'], dir);
  expect([first.folder, second.folder]).toEqual(['sessions/session-1', 'sessions/session-2']);
  expect(second).toEqual({ ...first, folder: second.folder });
  expect(first).toMatchObject({ mode: 'backtest', orders: 5, filledQuantity: TWAP.size });
  for (const name of ['orders.csv', 'fills.csv', 'summary.json']) {
    expect(read(`sessions/session-2/${name}`)).toBe(read(`sessions/session-1/${name}`));
  }
});

it('another parameter, rate or latency changes the digest of a backtest', async () => {
  const digests = await Promise.all(
    [
      makeSession(),
      makeSession({ strategies: [{ strategy: 'twap', params: { ...TWAP, slices: 6 } }] }),
      makeSession({ models: { latency: { rates: '5ms', orders: '21ms', replies: '20ms' } } }),
      makeSession({ recording: { ...SESSION.recording, startAt: '2026-07-13T12:00:01Z' } }),
    ].map(async ({ dir }) => (await runJson(['backtest', 'session.yaml'], dir)).digest as string),
  );
  expect(new Set(digests).size).toBe(4);
});

it('backtest writes progress to stderr and the result to stdout', async () => {
  const { dir } = makeSession();
  const { code, stdout, stderr } = await runWeir(['backtest', 'session.yaml'], { cwd: dir });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^\d+ rates in \d+\.\d\d s\n$/);
  expect(stdout).toMatch(/\ndigest [0-9a-f]{32}\nreport sessions\/session-1\/report\.html\n$/);
});

describe('own strategy in TypeScript outside the repository', () => {
  it('strategy named by path trades the same in a backtest and on paper', async () => {
    const { dir, read, write } = makeOwn();
    const backtest = await runJson(['backtest', 'session.yaml', '--out', 'b'], dir);
    const paper = await runJson(['paper', 'session.yaml', '--out', 'p'], dir);
    for (const summary of [backtest, paper]) {
      expect(summary).toMatchObject({ strategy: 'crossing', orders: 3, fills: 3, halts: [] });
      expect(summary.position).toBe(100_000);
    }
    expect(read('p/strategies/crossing-my-strategy.ts')).toBe(CROSSING);
    expect((await runWeir(['replay', 'p'], { cwd: dir })).code).toBe(0);
    const again = await runWeir(['report', 'p', '--out', 'again'], { cwd: dir });
    expect(again.code).toBe(0);
    expect(read('again/costs.csv')).toBe(read('p/costs.csv'));
    const compared = await runWeir(['report', 'b', 'p', '--out', 'both'], { cwd: dir });
    expect(compared.code).toBe(0);
    expect(compared.stdout).toMatch(/│ Digest +│ +[0-9a-f]{32} │ +[0-9a-f]{32} │/);
    const page = read('both/compare.html');
    expect(page).toContain('<title>b, p: comparison</title>');
    expect(page.match(/<polyline points="[^"]+" class="run run-\d">/g)).toHaveLength(2);
    write('b/equity.csv', 'time,pnl,drawdown\r\nlater,1,0\r\n');
    const wrong = await runWeir(['report', 'b', 'p', '--out', 'wrong'], { cwd: dir });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('b/equity.csv:2: expected a time and a P&L, found "later,1,0"');
  });

  it('weir report and weir parity refuse the folder of a backtest', async () => {
    const { dir } = makeOwn();
    await runJson(['backtest', 'session.yaml', '--out', 'b'], dir);
    const one = await runWeir(['report', 'b'], { cwd: dir });
    expect(one).toMatchObject({ code: 2, stdout: '' });
    expect(one.stderr).toContain('its report is b/report.html (report.no-journal)');
    const again = await runWeir(['replay', 'b'], { cwd: dir });
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('a backtest writes none'),
    ]);
    const two = await runWeir(['report', 'b', 'c'], { cwd: dir });
    expect(two).toMatchObject({ code: 2, stdout: '' });
    expect(two.stderr).toMatch(/^c\/summary.json: expected the summary of a session, found /);
  });

  it('weir check lists the strategy with its id and name', async () => {
    const { dir } = makeOwn();
    const { code, stdout } = await runWeir(['check', 'session.yaml'], { cwd: dir });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^strategies +crossing \(crossing\)$/m);
  });

  it.concurrent.each([
    ['Date.now()', 'Date is not allowed in a strategy'],
    ['setTimeout(() => 0, 1)', 'setTimeout is not allowed in a strategy'],
    ['Math.random()', 'Math.random is not allowed in a strategy'],
    ['Promise.resolve(1)', 'Promise is not allowed in a strategy'],
    ['(async () => 1)()', 'async functions are not allowed in a strategy'],
    ['fetch("http://127.0.0.1")', 'fetch is not allowed in a strategy'],
    ['process.exit()', 'process is not allowed in a strategy'],
    ['console.log(1)', 'console is not allowed in a strategy'],
    ['import("node:fs")', 'import() is not allowed in a strategy'],
    ['require("node:fs")', 'require is not allowed in a strategy'],
    ['eval("1")', 'eval is not allowed in a strategy'],
    ['interval(5)', 'interval of rxjs without a scheduler runs on timers of the platform'],
  ])('strategy with %s is refused with its line', async (code, message) => {
    const text = CROSSING.replace('{ filter', '{ interval, filter').replace(
      '// Here.',
      `void ${code};`,
    );
    const line = text.split('\n').findIndex((one) => one.includes(`void ${code}`)) + 1;
    const { dir } = makeOwn(text);
    const ended = await runWeir(['check', 'session.yaml'], { cwd: dir });
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(`my-strategy.ts:${line}:`);
    expect(ended.stderr).toContain(message);
    expect(ended.stderr).toContain('(strategy.forbidden)');
  });

  it.concurrent.each([
    ['node:fs', '"node:fs" cannot be imported: a strategy may import weir, rxjs and zod only'],
    ['lodash', '"lodash" cannot be imported: a strategy may import weir, rxjs and zod only'],
    ['./other.js', '"./other.js" cannot be imported: a strategy is one file, move it there'],
  ])('strategy that imports %s is refused with its line', async (name, message) => {
    const { dir } = makeOwn(`import '${name}';\n${CROSSING}`);
    const { code, stderr } = await runWeir(['backtest', 'session.yaml'], { cwd: dir });
    expect(code).toBe(1);
    expect(stderr).toContain('my-strategy.ts:1:8: ');
    expect(stderr).toContain(message);
  });
});
