// Parents that limits refuse whole, seen before the session runs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { foreseeParents } from '../../backtest/index.js';
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';

const RECORDING = resolve('config/recordings/EURUSD-2026-07-13T12.csv');

async function foresee(size: number, limits = '') {
  const folder = mkdtempSync(join(tmpdir(), 'weir-foresee-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'session.yaml');
  const params = `symbol: EUR/USD, side: Buy, size: ${String(size)}, duration: 8m, slices: 20`;
  writeFileSync(
    file,
    `name: big\nrecording: { file: ${RECORDING} }\n${limits}\n` +
      `strategies: [{ strategy: twap, params: { ${params} } }]\n`,
  );
  return unwrap(foreseeParents(unwrap(await loadPlan(file, await loadRegistry()))));
}

it('foresight names a parent of 20 million against a position limit of 10', async () => {
  const [parent] = await foresee(20_000_000, 'limits: { positionLimit: { G10: 10 } }');
  expect(parent).toMatchObject({ strategy: 'twap', side: 'Buy', size: 20_000_000 });
  expect(parent?.causes.map(({ rule }) => rule)).toEqual(['RC23', 'RC24', 'RC25', 'RC26']);
});

it('foresight holds a session without limits to those of paper', async () => {
  const [parent] = await foresee(20_000_000);
  expect(parent?.causes.map(({ rule }) => rule)).toContain('RC24');
});

it('foresight names no parent that fits', async () => {
  expect(await foresee(5_000_000)).toEqual([]);
});
