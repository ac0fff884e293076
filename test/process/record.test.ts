// `weir record` against a real simulator: what is read back is what was served, over kill -9 too.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startProxy } from './proxy.js';
import { startVenue, writeRun } from './venue.js';
import { poll, runWeir, startWeir } from './weir.js';
import { cleanUp, formatRates, makeSession, PASSWORD, type Workspace } from './workspace.js';

afterAll(cleanUp);

/** A workspace whose `run.yaml` polls a simulator of its own twice a second of session time. */
async function makeRecorded(more: object = {}, served: object = {}, files = {}) {
  const simulator = JSON.parse(makeSession().read('simulator.yaml')) as object;
  const recording = { file: 'rates.csv', speed: 5, ...served };
  const workspace = makeSession(
    {},
    { 'simulator.yaml': JSON.stringify({ ...simulator, recording }), ...files },
  );
  const venue = await startVenue(workspace);
  const { url } = venue;
  writeRun(workspace, url, { polling: { rates: '500ms' }, ...more });
  return { workspace, url, venue };
}

/** Rates of a symbol without sizes. */
const withoutSizes = (symbol: string) =>
  formatRates(600).replaceAll('EUR/USD', symbol).replaceAll('5000000', '');

const record = ({ dir }: Workspace, ...args: readonly string[]) =>
  startWeir(['record', 'run.yaml', ...(args.includes('--out') ? [] : ['--out', 'out']), ...args], {
    cwd: dir,
    env: { WEIR_PASSWORD: PASSWORD },
  });

const folderOf = (workspace: Workspace) => workspace.path('out/EUR-USD');

const listParts = (workspace: Workspace): readonly string[] =>
  existsSync(folderOf(workspace)) ? readdirSync(folderOf(workspace)).sort() : [];

/** Whole lines of the part that is open. */
function readOpen(workspace: Workspace): readonly string[] {
  const name = listParts(workspace).find((one) => one.endsWith('.ndjson'));
  if (name === undefined) return [];
  return readFileSync(join(folderOf(workspace), name), 'utf8')
    .split('\n')
    .slice(0, -1);
}

const waitLines = (workspace: Workspace, count: number): Promise<readonly string[]> =>
  poll(
    () => {
      const lines = readOpen(workspace);
      return lines.length >= count ? lines : undefined;
    },
    () => `${count} lines`,
  );

/** Session time of a simulator, microseconds. */
async function readClock(url: string): Promise<number> {
  const answer = (await (await fetch(`${url}/control/clock`)).json()) as { nowMicros: number };
  return answer.nowMicros;
}

async function passTime(url: string, micros: number): Promise<void> {
  const startedAt = await readClock(url);
  while ((await readClock(url)) < startedAt + micros);
}

/** Rows of `rates.csv` as time, bid and offer. */
function readServed(workspace: Workspace): ReadonlySet<string> {
  const [, ...rows] = workspace.read('rates.csv').trim().split('\n');
  const toText = (row: string) => {
    const [time, , bid, offer] = row.split(',');
    return [time, bid, offer].map(Number).join(' ');
  };
  return new Set(rows.map(toText));
}

async function inspect({ dir }: Workspace, file: string) {
  const { code, stdout } = await runWeir(['data', 'inspect', file, '--json'], { cwd: dir });
  expect(code).toBe(0);
  return JSON.parse(stdout) as { rates: number };
}

it('recorder keeps rates over SIGKILL and continues; the recording is readable', async () => {
  const { workspace, url } = await makeRecorded();
  const first = record(workspace);
  const before = await waitLines(workspace, 12);
  const second = await record(workspace).end();
  expect(second).toMatchObject({ code: 1 });
  expect(second.stderr).toContain('(record.busy)');
  first.signal('SIGKILL');
  await first.end();
  const kept = readOpen(workspace);
  expect(kept.slice(0, before.length)).toEqual(before);
  const served = readServed(workspace);
  for (const line of kept) {
    const { time, bid, offer } = JSON.parse(line) as Readonly<Record<string, number>>;
    expect(served).toContain([time, bid, offer].join(' '));
  }
  const [open = ''] = listParts(workspace);
  appendFileSync(join(folderOf(workspace), open), '{"time":17839440');
  await passTime(url, 2_000_000);
  const again = record(workspace);
  await again.waitFor('stderr', /: 16 bytes of an incomplete last line removed$/m);
  await again.waitFor('stderr', /^recording EUR\/USD into out/m);
  await waitLines(workspace, 5);
  const { receivedAt } = JSON.parse(kept.at(-1) ?? '') as { readonly receivedAt: number };
  const lastAt = new Date(receivedAt).toISOString();
  await again.waitFor(
    'stderr',
    new RegExp(`^no rate of EUR/USD for \\d{4,} ms, ${lastAt} to `, 'm'),
  );
  again.signal('SIGINT');
  const { code, stdout } = await again.end();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+ rates?, \d+ gaps?: out$/m);
  const parts = listParts(workspace);
  expect(parts).toEqual(['2026-07-13-000001.parquet', '2026-07-13-000002.parquet']);
  const files = parts.map((name) => `out/EUR-USD/${name}`);
  expect((await inspect(workspace, files[0] ?? '')).rates).toBe(kept.length);
  const session = JSON.parse(workspace.read('session.yaml')) as object;
  const config = { ...session, recording: files.map((file) => ({ file })) };
  workspace.write('back.yaml', JSON.stringify(config));
  const run = await runWeir(['backtest', 'back.yaml', '--out', 'back'], { cwd: workspace.dir });
  expect(run.stderr).not.toContain('(data.');
  expect(run.code).toBe(0);
});

it('recorder reports gaps and a summary', async () => {
  const { workspace, url } = await makeRecorded();
  const recorder = record(workspace, '--json');
  await waitLines(workspace, 2);
  recorder.signal('SIGSTOP');
  await passTime(url, 5_000_000);
  recorder.signal('SIGCONT');
  await recorder.waitFor('stderr', /^no rate of EUR\/USD for \d{4,} ms, /m);
  recorder.signal('SIGTERM');
  const { code, stdout } = await recorder.end();
  expect(code).toBe(0);
  expect(listParts(workspace).filter((one) => !one.endsWith('.parquet'))).toEqual([]);
  const counts = [];
  for (const name of listParts(workspace)) {
    counts.push((await inspect(workspace, `out/EUR-USD/${name}`)).rates);
  }
  const summary = JSON.parse(workspace.read('out/summary.json')) as {
    hasEnded: boolean;
    gapCount: number;
    symbols: readonly { rates: number; outOfOrder: number }[];
  };
  expect(summary.hasEnded).toBe(true);
  expect(summary.gapCount).toBeGreaterThan(0);
  const total = counts.reduce((sum, one) => sum + one, 0);
  expect(JSON.parse(stdout)).toEqual({ rates: total, gaps: summary.gapCount, folder: 'out' });
  expect(summary.symbols).toEqual([{ symbol: 'EUR/USD', rates: total, outOfOrder: 0 }]);
});

it('recorder writes only what the venue sent and reports symbols without a response', async () => {
  const recording = ['rates.csv', 'gbp.csv'].map((file) => ({ file, size: 1_000_000 }));
  const files = { 'rates.csv': withoutSizes('EUR/USD'), 'gbp.csv': withoutSizes('GBP/USD') };
  const { workspace, venue } = await makeRecorded({ recording }, { size: 'unlimited' }, files);
  const recorder = record(workspace);
  const [line = ''] = await waitLines(workspace, 1);
  expect(Object.keys(JSON.parse(line) as object)).not.toContain('bidSize');
  await recorder.waitFor('stderr', /^no rate of GBP\/USD since /m);
  venue.process.signal('SIGKILL');
  await recorder.waitFor('stderr', /^failed: read of rate EUR\/USD: /m);
  await recorder.waitFor('stderr', /^no rate of EUR\/USD since /m);
  const readSummary = () =>
    JSON.parse(workspace.read('out/summary.json')) as {
      readonly openGaps: readonly { readonly symbol: string }[];
      readonly gaps: readonly { readonly symbol: string }[];
    };
  const listSymbols = (gaps: readonly { readonly symbol: string }[]) =>
    gaps.map(({ symbol }) => symbol).sort();
  await poll(
    () => readSummary().openGaps.length === 2 || undefined,
    () => 'open gaps of both symbols',
  );
  recorder.signal('SIGTERM');
  const { code, stderr, stdout } = await recorder.end();
  expect(code).toBe(0);
  expect(stderr).toMatch(/^no rate of GBP\/USD was recorded in this run$/m);
  expect(stderr).not.toContain('no rate of EUR/USD was recorded');
  expect(stdout).toMatch(/^\d+ rates, 2 gaps: out$/m);
  expect(listSymbols(readSummary().gaps)).toEqual(['EUR/USD', 'GBP/USD']);
  expect(readSummary().openGaps).toEqual([]);
});

it('recorder polls again after a bad request, because nobody could resume its poll', async () => {
  const { workspace, url } = await makeRecorded();
  let refused = 0;
  const proxy = await startProxy(url, ({ path }) => {
    if (!path.startsWith('/v2/rates') || refused > 0) return 'pass';
    refused += 1;
    return { status: 400, body: '' };
  });
  writeRun(workspace, proxy.url, { polling: { rates: '500ms' } });
  const recorder = record(workspace);
  await recorder.waitFor('stderr', /^failed: read of rate EUR\/USD: /m);
  await waitLines(workspace, 2);
  recorder.signal('SIGTERM');
  expect((await recorder.end()).code).toBe(0);
  expect(refused).toBe(1);
  proxy.close();
});

it.each(['/proc/weir/x', 'run.yaml', 'run.yaml/x'])(
  'recorder refuses to record into %s',
  async (out) => {
    const workspace = makeSession();
    writeRun(workspace, 'http://127.0.0.1:9');
    const { code, stderr } = await record(workspace, '--out', out).end();
    expect(code).toBe(1);
    expect(stderr).toMatch(/: cannot record into this folder: E[A-Z]+: .*\(record\.write\)$/m);
  },
);

it('recorder refuses an invalid part size, and a venue that does not exist', async () => {
  const workspace = makeSession();
  writeRun(workspace, 'http://127.0.0.1:9');
  for (const part of ['big', '0.09', '257']) {
    expect(await record(workspace, '--part', part).end()).toMatchObject({ code: 2 });
  }
  const { code, stderr } = await record(workspace).end();
  expect(code).toBe(1);
  expect(stderr).toContain('(session.clock)');
});
