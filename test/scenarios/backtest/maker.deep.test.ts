// The maker workload through the public strategy API: exact results of an oracle without Weir.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBacktest } from '../../../backtest/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { summarise } from '../../../src/report/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { referenceRecording } from '../../bench/fixtures.mjs';
import { assertReference, copyReferenceConfig, readMaker } from '../../bench/reference.mjs';

const RATES = 500_000;

test('maker workload over 500,000 rates gives the published table', async () => {
  const file = referenceRecording(RATES);
  const directory = mkdtempSync(join(tmpdir(), 'weir-maker-test-'));
  try {
    const config = copyReferenceConfig('maker', file, directory);
    const outcome = unwrap(runBacktest(unwrap(await loadPlan(config, new Map()))));
    const summary = summarise(outcome.collector.finish(outcome.endAt, outcome.digest));
    assertReference('maker', RATES, summary, file);
    expect(readMaker(file)).toMatchObject({
      ...{ orders: 19_734, cancels: 8_799, fills: 10_929, working: 6, profit: '-12187.63' },
    });
    expect(summary.fills).toBe(10_929);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
