// `weir parity` as a user runs it: reports, exit codes, and what it says of other folders.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../docs/pages.js';
import { runWeir } from './weir.js';

const folder = mkdtempSync(join(tmpdir(), 'weir-parity-'));
const GOLDEN = join(ROOT, 'test/fixtures/journals/v2');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** As much as fills may differ by the latency that a configuration does not state. */
const WIDE = ['--price', '10', '--time', '1m'];

const parity = (...args: readonly string[]) => runWeir(['parity', ...args], { cwd: folder });

describe('weir parity', () => {
  it('parity explains each differing fill and proposes better models', async () => {
    const { code, stdout } = await parity(join(GOLDEN, 'paper'), '--out', 'told');
    expect(code).toBe(1);
    expect(stdout).toContain('5 in the session, 5 in the backtest');
    expect(stdout).toMatch(/latency of orders: it reached the market \d+ms after the decision, 0s/);
    expect(stdout).toMatch(/\nmodels: # as measured in .*\n {2}latency:\n {4}rates: \{ min: /);
    for (const name of ['parity.html', 'parity.json', 'parity.csv', 'models.yaml']) {
      expect(existsSync(join(folder, 'told', name)), name).toBe(true);
    }
    const csv = readFileSync(join(folder, 'told', 'parity.csv'), 'utf8')
      .trim()
      .split('\r\n');
    expect(csv).toHaveLength(6);
    expect(readFileSync(join(folder, 'told', 'parity.html'), 'utf8')).toContain('Why fills differ');
  });

  it('parity reads the models that it wrote and exits with 0 if all fills agree', async () => {
    const args = ['--models', 'told/models.yaml', ...WIDE, '--json', '--out', 'again'];
    const { code, stdout } = await parity(join(GOLDEN, 'paper'), ...args);
    const view = JSON.parse(stdout) as {
      agrees: boolean;
      rows: readonly { difference: string }[];
      ways: readonly { way: string; stated: string }[];
    };
    expect(code).toBe(0);
    expect(view.agrees).toBe(true);
    expect(view.rows.map(({ difference }) => difference)).toEqual(['', '', '', '', '']);
    const models = readFileSync(join(folder, 'told', 'models.yaml'), 'utf8');
    const [, least = 'none'] = /orders: \{ min: (\w+),/.exec(models) ?? [];
    expect(view.ways[1]?.stated).toContain(`stated ${least} to `);
  });

  it.each([
    ['halted', [], 1, '1 in the session, 1 in the backtest'],
    // It took up the parent and the order in doubt of the run before.
    ['recovered', WIDE, 0, '3 in the session, 3 in the backtest'],
  ])('parity reruns the golden session %s', async (name, tolerance, expected, counts) => {
    const args = [join(GOLDEN, name), ...tolerance, '--out', `of-${name}`];
    const { code, stderr, stdout } = await parity(...args);
    expect(stderr).toBe('');
    expect(code).toBe(expected);
    expect(stdout).toContain(counts);
  });

  it('parity reports folders and options that it cannot use', async () => {
    writeFileSync(join(folder, 'summary.json'), JSON.stringify({ mode: 'backtest' }));
    const messages = async (...args: readonly string[]) => (await parity(...args)).stderr;
    expect(await messages('.')).toContain('found a backtest (parity.no-journal)');
    expect(await messages('nowhere')).toContain('(journal.missing)');
    expect(await messages('.', '--models', 'none.yaml')).toContain('found a backtest');
    const golden = join(GOLDEN, 'paper');
    expect(await messages(golden, '--price', 'few')).toContain('expected pips of at least 0');
    expect(await messages(golden, '--time', 'soon')).toContain('expected a duration');
    writeFileSync(join(folder, 'wrong.yaml'), 'models: { fillTimming: arrival }\n');
    expect(await messages(golden, '--models', 'wrong.yaml')).toContain('wrong.yaml:1:');
  });

  it('parity and report have the same message for a folder without a journal', async () => {
    mkdirSync(join(folder, 'bare'));
    const expected = 'bare: expected a session with a journal, found none';
    for (const command of ['parity', 'report']) {
      const { code, stderr } = await runWeir([command, 'bare'], { cwd: folder });
      expect([code, stderr]).toEqual([2, `${expected} (${command}.no-journal)\n`]);
    }
  });

  it('parity names the changed line of a journal', async () => {
    cpSync(join(GOLDEN, 'paper'), join(folder, 'changed'), { recursive: true });
    const file = join(folder, 'changed', 'journal', '000001.jsonl');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"bidTicks":1', '"bidTicks":2'));
    const { code, stderr } = await parity('changed');
    expect(code).toBe(1);
    expect(stderr).toMatch(/000001\.jsonl:\d+: rate at .* the line was changed/);
    expect(existsSync(join(folder, 'sessions', 'parity-1'))).toBe(false);
  });
});
