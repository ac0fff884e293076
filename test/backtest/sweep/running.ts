// Running a sweep within the process of a test.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createJournal,
  type Executor,
  InlineExecutor,
  runSweep,
  type Sweep,
} from '../../../backtest/index.js';
import type { SweepJournal } from '../../../backtest/sweep/journal.js';
import { unwrap } from '../../../src/domain/index.js';
import { identify } from './case.js';

export const newFile = () => join(mkdtempSync(join(tmpdir(), 'weir-sweep-')), 'sweep.ndjson');

export async function run(sweep: Sweep, journal: SweepJournal, executor?: Executor) {
  const counts: string[] = [];
  const ran = await runSweep({
    sweep,
    journal,
    executor: executor ?? new InlineExecutor(sweep.plan),
    progress: (done, total) => counts.push(`${String(done)}/${String(total)}`),
  });
  return { ran, counts };
}

export function begin(sweep: Sweep, file = newFile()): SweepJournal {
  return unwrap(createJournal(file, identify(sweep)));
}
