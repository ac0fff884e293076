// weir data import, convert, merge, slice, catalog and extract: what they write, print and refuse.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { runWeir, startWeir } from './weir.js';
import { cleanUp, formatRates, HEADER, makeWorkspace, type Workspace } from './workspace.js';

afterAll(cleanUp);

const toPath = (name: string) => fileURLToPath(new URL(`../../config/${name}`, import.meta.url));
const EURUSD = toPath('recordings/EURUSD-2026-07-13T12.csv');
const BTCUSD = toPath('recordings/BTCUSD-2023-02-20T12.csv');
const GBPUSD = toPath('recordings/GBPUSD-2012-02-m1.csv');

function data({ dir }: Workspace, ...args: readonly string[]) {
  return runWeir(['data', ...args], { cwd: dir });
}

/** The document of a command that ends well. */
async function readJson(workspace: Workspace, ...args: readonly string[]): Promise<unknown> {
  const { code, stderr, stdout } = await data(workspace, ...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

it('weir data imports, converts, merges and slices the shipped recordings', async () => {
  const workspace = makeWorkspace();
  const refused = await data(workspace, 'import', GBPUSD, '--out', 'gbp.parquet');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('nothing was written; --bad aside sets bad rows aside');
  expect(refused.stderr).toContain(`${GBPUSD}:526: expected the bid at or below the offer`);
  const aside = ['--bad', 'aside', '--out', 'gbp.parquet'];
  const imported = await data(workspace, 'import', GBPUSD, ...aside);
  expect(imported.stdout).toMatch(/Bad rows +│ 347: crossed 347 /);
  expect(imported.stdout).toContain('set aside in           │ gbp.parquet.bad.ndjson');
  expect(imported.stdout).toContain('a session states recording.size: N | unlimited');
  expect(workspace.read('gbp.parquet.bad.ndjson').split('\n')).toHaveLength(348);
  const btc = ['convert', BTCUSD, '--config', toPath('btcusd.yaml'), '--out', 'btc.arrow'];
  expect(await readJson(workspace, ...btc)).toMatchObject({ rates: 8_523, unknownSizes: 0 });
  const merge = ['merge', EURUSD, 'gbp.parquet', '--out', 'both.ndjson'];
  expect(await readJson(workspace, ...merge)).toMatchObject({
    ...{ format: 'ndjson', rates: 33_321, unknownSizes: 29_770, badRows: { total: 0 } },
    symbols: [
      { symbol: 'EUR/USD', rates: 3_551 },
      { symbol: 'GBP/USD', rates: 29_770 },
    ],
    sources: [{ file: 'EURUSD-2026-07-13T12.csv' }, { file: 'gbp.parquet' }],
  });
  const noon = ['--from', '2026-07-13T12:00:00Z', '--to', '2026-07-13T12:10:00Z'];
  const cut = ['slice', 'both.ndjson', ...noon, '--symbols', ' EUR/USD ', '--out', 'cut.csv'];
  await readJson(workspace, ...cut);
  const lines = readFileSync(EURUSD, 'utf8').split('\n').slice(1);
  const end = Date.parse('2026-07-13T12:10:00Z');
  const expected = lines.filter((line) => line !== '' && Number(line.split(',')[0]) < end);
  const toNumbers = (line: string) => line.split(',').map((cell) => Number(cell) || cell);
  const found = workspace.read('cut.csv').trimEnd().split('\n');
  expect(found[0]).toBe(HEADER);
  expect(found.slice(1).map(toNumbers)).toEqual(expected.map(toNumbers));
});

it('converted recording gives the same backtest as its source', async () => {
  const workspace = makeWorkspace();
  await readJson(workspace, 'convert', EURUSD, '--out', 'rates.parquet');
  const config = readFileSync(toPath('backtest.yaml'), 'utf8');
  const limits = `limits: ${toPath('limits/backtest.yaml')}`;
  const same = config.replace(/file: .*\.csv/, 'file: rates.parquet').replace(/limits: .*/, limits);
  workspace.write('same.yaml', same);
  const play = async (file: string, out: string) => {
    const args = ['backtest', file, '--json', '--out', out];
    const { code, stderr, stdout } = await runWeir(args, { cwd: workspace.dir });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^\d+ rates in .* s\n$/)]);
    const { digest, orders } = JSON.parse(stdout) as { digest: string; orders: number };
    return { digest, orders };
  };
  const ran = await play(toPath('backtest.yaml'), 'one');
  expect(ran.orders).toBeGreaterThan(0);
  expect(await play('same.yaml', 'two')).toEqual(ran);
});

it('weir data catalog lists recordings and files that are not recordings', async () => {
  const workspace = makeWorkspace({
    'folder/notes.txt': 'nothing\n',
    'folder/empty.csv': '',
    'folder/cut.csv': `${HEADER}\n1783944000093,EUR/USD,1.1\n`,
    'folder/one/more.csv': '',
  });
  workspace.write('folder/cut.csv.gz', gzipSync(formatRates(9_000)).subarray(0, 900));
  await readJson(workspace, 'convert', EURUSD, '--out', 'folder/a.parquet');
  await data(workspace, 'import', GBPUSD, '--bad', 'aside', '--out', 'folder/b.csv');
  const listed = await data(workspace, 'catalog', 'folder', '--json');
  expect([listed.code, listed.stderr]).toEqual([1, '']);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    recordings: [
      {
        ...{ file: 'folder/a.parquet', format: 'parquet', symbols: ['EUR/USD'], rates: 3_551 },
        ...{ sources: [{ file: 'EURUSD-2026-07-13T12.csv' }], fault: null },
      },
      { file: 'folder/b.csv', rates: 29_770, sources: [] },
      { file: 'folder/cut.csv', rates: 0, badRows: { total: 1 }, fault: { code: 'data.no-rates' } },
    ],
    others: [
      { where: 'folder/cut.csv.gz', code: 'data.unreadable' },
      { where: 'folder/empty.csv', code: 'data.empty' },
      { where: 'folder/notes.txt:1', code: 'data.header' },
      { where: 'folder/one/more.csv', code: 'data.empty' },
    ],
  });
  const { code, stdout } = await data(workspace, 'catalog', 'folder', '--config', EURUSD);
  expect([code, stdout]).toEqual([1, '']);
  const shown = (await data(workspace, 'catalog', 'folder')).stdout;
  expect(shown).toMatch(/│ a\.parquet +│ parquet +│ EUR\/USD +│ 3,551 +│ 2026-07-13 12:00:00 │/);
  expect(shown).toContain('EURUSD-2026-07-13T12.csv 79f183368365');
  expect(shown).toContain('\nno recordings:\nfolder/cut.csv.gz: expected a whole gz file');
});

it('weir data catalog exits with 1 if a file cannot be read completely', async () => {
  const workspace = makeWorkspace({
    'bad/cut.csv': `${HEADER}\n1783944000093,EUR/USD,1.1\n`,
    'other/notes.txt': 'nothing\n',
  });
  workspace.write('packed/cut.csv.gz', gzipSync(formatRates(9_000)).subarray(0, 900));
  const ends = ['bad', 'packed', 'other'].map((folder) => data(workspace, 'catalog', folder));
  expect((await Promise.all(ends)).map(({ code }) => code)).toEqual([1, 1, 0]);
});

it("weir data catalog lists a recorder's folder, also from its parent", async () => {
  const rates = formatRates(2);
  const workspace = makeWorkspace({
    'recordings/run/EUR-USD/2026-07-13-000001.csv': rates,
    'recordings/run/EUR-USD/2026-07-13-000002.parquet.unfinished': 'PAR1',
    'recordings/run/EUR-USD/deeper/not.csv': rates,
    'recordings/run/GBP-USD/2026-07-13-000001.csv': rates,
    'recordings/run/summary.json': '{\n  "rates": 4\n}\n',
    'recordings/other/summary.json':
      '{"time":1783944000093,"symbol":"EUR/USD","bid":1.1,"offer":1.2}\n',
  });
  symlinkSync('..', workspace.path('recordings/run/back'));
  const files = ['EUR-USD', 'GBP-USD'].map((name) => `run/${name}/2026-07-13-000001.csv`);
  expect(await readJson(workspace, 'catalog', 'recordings')).toMatchObject({
    recordings: ['other/summary.json', ...files].map((name) => {
      return { name, file: `recordings/${name}` };
    }),
    others: [],
  });
  const shown = await data(workspace, 'catalog', 'recordings/run');
  expect([shown.code, shown.stdout]).toEqual([
    0,
    expect.stringContaining('│ EUR-USD/2026-07-13-000001.csv │'),
  ]);
});

// Whoever may read everything finds no folder closed.
it.skipIf(process.getuid?.() === 0)(
  'weir data catalog reports an unreadable folder and lists the others',
  async () => {
    const workspace = makeWorkspace({ 'folder/a.csv': formatRates(2), 'folder/in/b.csv': '' });
    chmodSync(workspace.path('folder/in'), 0);
    const { code, stdout } = await data(workspace, 'catalog', 'folder', '--json');
    chmodSync(workspace.path('folder/in'), 0o700);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      recordings: [{ name: 'a.csv' }],
      others: [{ where: 'folder/in', code: 'data.folder' }],
    });
  },
);

it('weir data catalog reports a circular link and lists the others', async () => {
  const workspace = makeWorkspace({ 'folder/a.csv': formatRates(2) });
  symlinkSync('loop', workspace.path('folder/loop'));
  const { code, stdout } = await data(workspace, 'catalog', 'folder', '--json');
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { recordings: [{ name: 'a.csv' }], others: [{ where: 'folder/loop' }] },
  ]);
});

it('weir data does not block on pipes and devices', async () => {
  const workspace = makeWorkspace({ 'folder/a.csv': formatRates(2) });
  execFileSync('mkfifo', [workspace.path('folder/pipe')]);
  const says = 'expected a recording, a file of rates; found a pipe, a device or a socket';
  for (const args of [
    ['inspect', 'folder/pipe'],
    ['inspect', '/dev/zero'],
    ['import', 'folder/pipe', '--out', 'out.csv'],
  ]) {
    const { code, stderr } = await data(workspace, ...args);
    expect([code, stderr]).toEqual([1, `${args[1] ?? ''}: ${says} (data.not-a-file)\n`]);
  }
  expect(await readJson(workspace, 'catalog', 'folder')).toMatchObject({
    recordings: [{ name: 'a.csv', fault: null }],
    others: [{ where: 'folder/pipe', code: 'data.not-a-file' }],
  });
});

describe.each([
  [['import', EURUSD], 'weir data import: expected --out FILE, found none'],
  [['import', EURUSD, '--out', 'a.xls'], '--out: expected a name that ends with .csv, .ndjson'],
  [['import', EURUSD, '--out', 'a', '--format', 'b'], '--format: expected one of weir-csv, ndjson'],
  [['convert', EURUSD, '--out', 'a.csv', '--size', '5'], 'found --size'],
  [['merge', EURUSD, '--out', 'a.csv'], 'expected two recordings or more, found 1'],
  [['convert', EURUSD, BTCUSD, '--out', 'a.csv'], 'expected one recording, found 2'],
  [['slice', EURUSD, '--out', 'a.csv'], 'expected --from, --to or --symbols, found none'],
  [['slice', EURUSD, '--out', 'a.csv', '--to', 'yesterday'], '--to: expected an instant such as'],
  [['slice', EURUSD, '--out', 'a.csv', '--symbols', 'EUR/USD,,A/B'], '--symbols: expected symbols'],
  [['catalog', '.', '--out', 'a'], 'weir data catalog: expected --config, --json; found --out'],
])('weir data %j', (args, says) => {
  it('is refused as a wrong command line', async () => {
    const workspace = makeWorkspace();
    const { code, stderr, stdout } = await data(workspace, ...args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
    expect(readdirSync(workspace.dir)).toEqual([]);
  });
});

it('weir data reports a full disk and leaves no file', async () => {
  const workspace = makeWorkspace({ 'rates.csv': formatRates(20_000) });
  // Files may grow to so many blocks of 512 bytes: the columns fit into memory, the text does not.
  const shell = "trap '' XFSZ; ulimit -f 400;";
  const args = ['data', 'convert', 'rates.csv', '--out', 'out.ndjson'];
  const { code, stderr } = await runWeir(args, { cwd: workspace.dir, shell });
  expect(stderr).toMatch(/^out.ndjson: the disk is full: .*EFBIG.* \(data.no-room\)$/m);
  expect([code, readdirSync(workspace.dir)]).toEqual([1, ['rates.csv']]);
});

it('killed weir data leaves no partial file under the target name', async () => {
  const workspace = makeWorkspace({ 'rates.csv': formatRates(400_000) });
  const args = ['data', 'convert', 'rates.csv', '--out', 'out.parquet'];
  const running = startWeir(args, { cwd: workspace.dir, env: { TMPDIR: workspace.dir } });
  await expect
    .poll(() => readdirSync(workspace.dir).find((name) => name.endsWith('.part')), {
      interval: 5,
      timeout: 30_000,
    })
    .toBeDefined();
  running.signal('SIGKILL');
  expect((await running.end()).signal).toBe('SIGKILL');
  expect(readdirSync(workspace.dir)).not.toContain('out.parquet');
});

it('weir data extracts the tables of a session and refuses other folders', async () => {
  const workspace = makeWorkspace();
  const session = fileURLToPath(new URL('../fixtures/journals/v2/paper', import.meta.url));
  const files = await readJson(workspace, 'extract', session, '--out', 'tables');
  const [rates, orders] = ['rates-EUR-USD', 'orders'].map((name) => `tables/${name}.parquet`);
  expect(files).toMatchObject({ outOfOrder: 0, files: [{ file: rates }, { file: orders }] });
  expect(readdirSync(`${workspace.dir}/tables`)).toEqual([
    'orders.parquet',
    'rates-EUR-USD.parquet',
  ]);
  const again = await data(workspace, 'extract', session, '--out', 'tables');
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('expected a new or empty'),
  ]);
  const none = await data(workspace, 'extract', workspace.dir, '--out', 'none');
  expect(none.stderr).toContain('expected a journal, found none');
  expect(await readJson(workspace, 'inspect', 'tables/rates-EUR-USD.parquet')).toMatchObject({
    format: 'parquet',
  });
  const bare = await data(workspace, 'extract', session);
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('expected --out FOLDER')]);
});
