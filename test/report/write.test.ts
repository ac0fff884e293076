// The files of a report on a real disk.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeReport } from '../../src/report/index.js';
import { playTwap } from './twap-session.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-report-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('writeReport', () => {
  it('makes the directory and writes six files that agree with the summary', () => {
    const dir = join(folder, 'a', 'b');
    const written = writeReport(dir, playTwap(), { journalHead: 'abc' });
    if (!written.ok) throw new Error(written.fault.message);
    const { files, summary } = written.value;
    const tables = ['orders.csv', 'fills.csv', 'costs.csv', 'equity.csv'];
    const names = ['summary.json', ...tables, 'report.html'];
    expect(files).toEqual(names.map((name) => join(dir, name)));
    const [json, orders, fills, costs, equity, page] = files.map((file) =>
      readFileSync(file, 'utf8'),
    );
    expect(JSON.parse(json ?? '')).toEqual({ ...summary, journalHead: 'abc' });
    expect(orders?.trim().split('\r\n')).toHaveLength(21);
    expect(fills?.trim().split('\r\n')).toHaveLength(21);
    expect(costs).toContain('\r\nall,,arrival,20,');
    expect(equity).toMatch(/^time,pnl,drawdown\r\n2026-/);
    expect(page).toContain('<title>eurusd-twap: backtest report</title>');
  });

  it('writes the same bytes for the same session', () => {
    const read = (dir: string): readonly string[] => {
      const written = writeReport(dir, playTwap());
      return written.ok ? written.value.files.map((file) => readFileSync(file, 'utf8')) : [];
    };
    expect(read(join(folder, 'a'))).toEqual(read(join(folder, 'b')));
  });

  it('returns a fault with the path when the directory cannot be created', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(writeReport(join(file, 'dir'), playTwap())).toMatchObject({
      ok: false,
      fault: { code: 'report.write', where: join(file, 'dir', 'summary.json') },
    });
  });
});
