// Paper sessions as real processes: what they print, what they write, and that they end alone.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseLines, readLines, readRecords, rechain } from './journal-file.js';
import { listChildren, poll, runWeir, startWeir, waitGone } from './weir.js';
import { cleanUp, makeSession, PASSWORD, SESSION, TWAP } from './workspace.js';

afterAll(cleanUp);

describe('weir paper', () => {
  it('paper session fills its parent and writes a complete session folder', async () => {
    const { dir, path, read } = makeSession();
    const { code, stdout, stderr } = await runWeir(['paper', 'session.yaml', '--out', 'out'], {
      cwd: dir,
    });
    expect(stderr).toBe('all own orders have ended, verified by query\n');
    expect(code).toBe(0);
    const digest = /^digest ([0-9a-f]{32})$/m.exec(stdout)?.[1];
    expect(stdout).toMatch(/^report out\/report\.html$/m);
    expect(stdout).toContain('500,000 of 500,000 (100.0 %)');

    const summary = JSON.parse(read('out/summary.json'));
    expect(summary).toMatchObject({
      mode: 'paper',
      name: 'session',
      seed: 7,
      strategy: 'twap',
      symbol: 'EUR/USD',
      side: 'Buy',
      orders: 5,
      fills: 5,
      orderStates: { FILLED: 5 },
      requestedQuantity: TWAP.size,
      filledQuantity: TWAP.size,
      position: TWAP.size,
      refusals: {},
      halts: [],
      digest,
      end: { reason: 'done', message: '', isProven: true, open: [] },
    });
    expect(summary.averagePrice).toBeGreaterThanOrEqual(1.14274);
    expect(summary.averagePrice).toBeLessThanOrEqual(1.14283);
    expect(summary.arrivalMid).toBeGreaterThan(1.1427);

    const files = readdirSync(path('out')).sort();
    expect(files).toEqual([
      ...[
        'config.yaml',
        'costs.csv',
        'equity.csv',
        'fills.csv',
        'journal',
        'orders.csv',
        'report.html',
      ],
      ...['session-log.jsonl', 'state', 'state.mark', 'strategies', 'summary.json'],
    ]);
    expect(read('out/config.yaml')).toBe(read('session.yaml'));
    expect(readdirSync(path('out/strategies'))).toEqual(['twap-twap.js']);
    expect(read('out/fills.csv').trim().split('\n')).toHaveLength(1 + 5);
    expect(read('out/report.html')).toMatch(/^<!doctype html>/i);
    expect(read('out/report.html')).toContain(digest);
  });

  it('journal is hash-chained, readable by its owner only and without secrets', async () => {
    const { dir, path } = makeSession();
    const { code } = await runWeir(['paper', 'session.yaml', '--out', 'out'], { cwd: dir });
    expect(code).toBe(0);
    const lines = readLines(path('out'));
    expect(rechain(lines)).toEqual(lines);
    const records = parseLines(lines);
    expect(records[0]).toMatchObject({ type: 'epoch', data: { epoch: 1, changes: [] } });
    expect(records[1]).toMatchObject({ type: 'session', data: { mode: 'paper', seed: 7 } });
    expect(records.at(-1)?.type).toBe('end');
    // Each command and its send-start are written before the answer to it.
    const coIds = readRecords(path('out'), 'command').map(({ coId }) => coId);
    expect(new Set(coIds).size).toBe(5);
    for (const coId of coIds) {
      const about = records.filter(({ data }) => data.coId === coId).map(({ type }) => type);
      expect(about.slice(0, 3)).toEqual(['command', 'send-start', 'send-result']);
    }
    expect(statSync(path('out/journal/000001.jsonl')).mode & 0o077).toBe(0);
    expect(statSync(path('out')).mode & 0o077).toBe(0);
    const files = readdirSync(path('out'), { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile())) {
      expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain(PASSWORD);
    }
  });

  it('weir paper --json prints one JSON document', async () => {
    const { dir, read } = makeSession();
    const { code, stdout } = await runWeir(['paper', 'session.yaml', '--json', '--out', 'out'], {
      cwd: dir,
    });
    expect(code).toBe(0);
    const printed = JSON.parse(stdout);
    expect(printed).toEqual({ ...JSON.parse(read('out/summary.json')), folder: 'out' });
    expect(printed.filledQuantity).toBe(TWAP.size);
  });

  it('simulator ends with its paper session', async () => {
    const { dir, path } = makeSession();
    const bot = startWeir(['paper', 'session.yaml', '--out', 'out'], { cwd: dir });
    await poll(
      () => existsSync(path('out/journal/000001.jsonl')) || undefined,
      () => `a journal: ${bot.stderr()}`,
    );
    const children = listChildren(bot.pid);
    expect(children).not.toEqual([]);
    expect((await bot.end()).code).toBe(0);
    await waitGone(children);
  });

  it('two sessions started in one directory get two folders', async () => {
    const { dir, path } = makeSession();
    const both = await Promise.all([
      runWeir(['paper', 'session.yaml'], { cwd: dir }),
      runWeir(['paper', 'session.yaml'], { cwd: dir }),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const folders = readdirSync(path('sessions')).sort();
    expect(folders).toEqual([`${SESSION.name}-1`, `${SESSION.name}-2`]);
    const replays = await Promise.all(
      folders.map((folder) => runWeir(['replay', `sessions/${folder}`], { cwd: dir })),
    );
    expect(replays.map(({ code }) => code)).toEqual([0, 0]);
  });
});
