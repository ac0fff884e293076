// Sweeps in which the gate refuses orders: counted in every table, with a warning where none left.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createJournal,
  InlineExecutor,
  resumeJournal,
  runSweep,
  toDocument,
  toView,
} from '../../../backtest/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { formatSweep, renderSweep } from '../../../src/report/index.js';
import { identify, loadWell, makeFolder } from '../../backtest/sweep/case.js';

const folder = makeFolder();

const toText = (sizes: string) => `name: sizes
session: session.yaml
ranges: { crossings.size: ${sizes} }
`;

async function run(text: string, isResumed = false) {
  const sweep = await loadWell(folder, text);
  const file = join(mkdtempSync(join(tmpdir(), 'weir-sweep-')), 'sweep.ndjson');
  const journal = unwrap(createJournal(file, identify(sweep)));
  const runWith = async (one: typeof journal) => {
    const executor = new InlineExecutor(sweep.plan);
    return unwrap(await runSweep({ sweep, journal: one, executor, progress: () => undefined }));
  };
  let results = await runWith(journal);
  journal.close();
  if (isResumed) results = await runWith(unwrap(resumeJournal(file, identify(sweep))));
  return { document: toDocument(sweep, results), view: toView(sweep, results) };
}

describe('sweep with refused orders', () => {
  it('has a column with their number and the control that refused them', async () => {
    const { document, view } = await run(toText('[100000, 90000000]'));
    const text = formatSweep(view);
    expect(text).toMatch(/│ crossings\.size │.*│ orders │ refused │/);
    const [first, second] = document.rows;
    expect(first).toMatchObject({ 'crossings.size': 100_000, refused: 0, refusedBy: null });
    const count = Number(second?.['refused']);
    expect(count).toBeGreaterThan(1);
    expect(second).toMatchObject({ orders: 0, refusedBy: `RC04 ${String(count)}` });
    expect(text).not.toContain('No combination');
    expect(renderSweep(view)).not.toContain('No combination');
  });

  it.each([false, true])('warns where no order left, continued with: %s', async (isResumed) => {
    const { document, view } = await run(toText('[80000000, 90000000]'), isResumed);
    const count = document.rows.reduce((sum, { refused }) => sum + Number(refused), 0);
    const reported =
      'No combination placed an order: the risk gate refused every order, ' +
      `RC04 ${String(count)} times`;
    expect(formatSweep(view)).toContain(`${reported}\n`);
    expect(renderSweep(view)).toContain(`<p>${reported}.</p>`);
  });

  it('has no such column where none was refused', async () => {
    const { document, view } = await run(toText('[100000, 200000]'));
    expect(document.rows.map(({ refused }) => refused)).toEqual([0, 0]);
    expect(formatSweep(view)).not.toContain('refused');
  });
});
