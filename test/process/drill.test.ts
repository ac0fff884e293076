// The drills run to their end on this machine and time every step; no budget is asserted here.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { killStarted, runWeir } from './weir.js';

const DIR = mkdtempSync(join(tmpdir(), 'weir-drill-'));

afterAll(() => {
  killStarted();
  rmSync(DIR, { recursive: true });
});

interface Figure {
  readonly what: string;
  readonly step: string;
  readonly measured: number | null;
}

async function drill(...words: readonly string[]): Promise<readonly Figure[]> {
  const { code, stderr, stdout } = await runWeir(['drill', ...words, '--json'], {
    cwd: DIR,
    limitMs: 500_000,
  });
  expect([0, 3], stderr).toContain(code);
  return JSON.parse(stdout) as readonly Figure[];
}

const WORST = expect.stringMatching(/^crash, SIGKILL to READY: /) as string;

describe.concurrent('weir drill', () => {
  it('kill drill times each step; a bot that wakes has sent nothing', async () => {
    const figures = await drill('kill');
    expect(figures.map(({ step, what }) => `${what}: ${step}`)).toEqual([
      ...['memory flag', 'latch durable', 'first cancel leaves', 'own orders ended'].map(
        (step) => `responding bot, weir kill: ${step}`,
      ),
      ...['weir kill', 'watchdog'].flatMap((who) =>
        ['latch durable', 'first cancel', 'own orders ended', 'orders sent on waking'].map(
          (step) => `blocked loop, ${who}: ${step}`,
        ),
      ),
    ]);
    for (const { measured, step, what } of figures) {
      // A bot that wakes just then cancels by itself: its guard has no first cancel. One that does
      // not answer on a busy machine is killed from outside: it has no flag of its own.
      if (!['first cancel', 'memory flag'].includes(step))
        expect(measured, `${what}: ${step}`).not.toBeNull();
      if (step === 'orders sent on waking') expect(measured).toBe(0);
    }
  });

  it('crash drill times the recovery from a long journal', async () => {
    const [figure] = await drill('crash', '--records', '20000');
    expect(figure?.what).toBe('crash of 20,000 records, SIGKILL to READY');
    expect(figure?.measured).toBeGreaterThan(0);
  });

  it('crash drill is logged and appears with its controls in weir controls', async () => {
    const [figure] = await drill('crash', '--log', 'own/drills.jsonl');
    expect(figure?.what).toBe('crash, SIGKILL to READY');
    expect(figure?.measured).toBeGreaterThan(0);
    const lines = readFileSync(join(DIR, 'own/drills.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { path: 'crash', worst: WORST, share: expect.any(Number) as number },
    ]);
    const args = ['controls', '--drills', 'own/drills.jsonl'];
    const { stdout } = await runWeir(args, { cwd: DIR });
    expect(stdout).toMatch(/^RC60 (?:.*\n){5} {6}drill +crash, 20/m);
    expect(stdout).not.toMatch(/^RC63 (?:.*\n){5} {6}drill/m);
    expect(stdout).toMatch(/^assessment [0-9a-f]{64}$/m);
  });

  it.each(['10000001', '-1', 'many'])('crash drill refuses --records %s', async (records) => {
    const args = ['drill', 'crash', '--records', records];
    const { code, stderr } = await runWeir(args, { cwd: tmpdir() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`found \`${records}\``)]);
  });
});
