// The run phase of a backtest of the reference workload, over rates that are already in memory.
import assert from 'node:assert/strict';
import { runBacktest } from '../../dist/backtest/index.js';
import { createColumns } from '../../dist/src/recordings/index.js';
import { ok, unwrap } from '../../dist/src/domain/index.js';
import { summarise } from '../../dist/src/report/index.js';
import { loadPlan } from '../../dist/src/plan/index.js';
import { assertReference, copyReferenceConfig } from './reference.mjs';

/**
 * All that runs of one table share. The whole backtest has run once: it gave the exact results and
 * the digest that every run is held to. From now on every recording of this process is read from
 * memory, so that the backtest runs as it is composed, without the decoding of its file.
 */
export async function prepareEngine(name, file, rates, directory) {
  const plan = unwrap(await loadPlan(copyReferenceConfig(name, file, directory), new Map()));
  const { collector, endAt, digest } = unwrap(runBacktest(plan));
  assertReference(name, rates, summarise(collector.finish(endAt, digest)), file);
  const recording = plan.recording.open();
  const columns = createColumns(rates);
  assert.equal(unwrap(recording.read(columns)), rates);
  recording.close();
  const phase = { startAt: 0, row: 0 };
  serveFromMemory(Object.getPrototypeOf(recording), columns, phase);
  return { plan, rates, digest, phase };
}

/** Runs once, every output to `tap` too where there is one; milliseconds from the first read of rates to the end. */
export function runEngine({ plan, rates, digest, phase }, detail = 'full', tap = undefined) {
  phase.row = 0;
  const outcome = unwrap(runBacktest(plan, tap === undefined ? { detail } : { detail, tap }));
  const milliseconds = performance.now() - phase.startAt;
  assert.equal(outcome.rates, rates);
  assert.equal(outcome.digest, digest, 'rates from memory give another result than from the file');
  return milliseconds;
}

/** The milliseconds of some runs, one after another. */
export function runOften(prepared, runs, detail) {
  const milliseconds = [];
  for (let run = 0; run < runs; run++) milliseconds.push(runEngine(prepared, detail));
  return milliseconds;
}

function serveFromMemory(prototype, columns, phase) {
  prototype.read = (into) => {
    const from = phase.row;
    if (from === 0) phase.startAt = performance.now();
    phase.row = Math.min(from + into.at.length, columns.count);
    for (const [name, column] of Object.entries(columns)) {
      if (name !== 'count') into[name].set(column.subarray(from, phase.row));
    }
    into.count = phase.row - from;
    return ok(into.count);
  };
}
