// Speed and memory of a sweep of 40 pairs of averages over the reference workload.
// node sweep.mjs [RATES=5000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hashPlan, loadSweep, runBacktest, WorkerExecutor } from '../../dist/backtest/index.js';
import { prepareShared } from '../../dist/src/recordings/index.js';
import { unwrap } from '../../dist/src/domain/index.js';
import { summarise } from '../../dist/src/report/index.js';
import { tuneEngine } from '../../dist/src/host/index.js';
import { overridePlan } from '../../dist/src/plan/index.js';
import { referenceRecording } from './fixtures.mjs';
import { printResult, runScript, takeTurns, toMedian, withDirectory } from './measure.mjs';
import { assertReference, copyReferenceConfig } from './reference.mjs';

const SELF = fileURLToPath(import.meta.url);
const START = new URL('../../dist/src/cli/start.cjs', import.meta.url);
const STRATEGY = fileURLToPath(new URL('../../config/research/crossings.ts', import.meta.url));
const FAST = [5, 10, 15, 20, 25, 30, 35, 40];
const SLOW = [60, 80, 100, 120, 140];
/** The pair of the reference strategy. */
const isReference = ([fast, slow]) => fast === 20 && slow === 100;

const [command = '5000000', argument = '5', ...others] = process.argv.slice(2);
if (command === '--run') await measure(argument, ...others.map(Number));
else await compare(Number(command), Number(argument));

async function compare(rates, rounds) {
  await withDirectory(async (directory) => {
    const file = writeSweep(referenceRecording(rates), directory);
    const results = [];
    for (let round = 0; round < rounds; round++) {
      const found = {};
      for (const name of takeTurns(round, ['one', 'two'])) {
        found[name] = runScript(SELF, '--run', file, rates, name === 'one' ? 1 : 2);
      }
      results.push(found);
    }
    report(rates, rounds, results);
  });
}

/** The reference session with the strategy whose averages are parameters; 40 pairs of them. */
function writeSweep(recording, directory) {
  const session = copyReferenceConfig('next-rate', recording, directory);
  const [, limits] = /^limits: "(.*)"$/m.exec(readFileSync(session, 'utf8'));
  const own = join(directory, 'limits.yaml');
  const text = readFileSync(limits, 'utf8').replace('[Market/IOC]', '[Limit/IOC]');
  writeFileSync(own, text.replace(/^# yaml-language-server.*\n/, ''));
  const symbols = /symbols: (.*)/.exec(readFileSync(session, 'utf8'))[1];
  const lines = ['fast: 20', 'slow: 100', 'size: 100000'].map((line) => `      ${line}`);
  writeFileSync(
    session,
    readFileSync(session, 'utf8')
      .replace(/^limits: .*/m, `limits: ${JSON.stringify(own)}`)
      .replace(/strategy: .*/, `strategy: ${JSON.stringify(STRATEGY)}\n    name: crossings`)
      .replace(/symbols: .*/, [`symbols: ${symbols}`, ...lines].join('\n')),
  );
  const file = join(directory, 'sweep.yaml');
  const ranges = `crossings.fast: [${FAST.join()}], crossings.slow: [${SLOW.join()}]`;
  writeFileSync(file, `name: pairs\nsession: ${session}\nranges: { ${ranges} }\n`);
  return file;
}

/** Runs the sweep once with so many workers, after its reference pair gave the exact results. */
async function measure(file, rates, workers) {
  const sweep = unwrap(await loadSweep(file, new Map()));
  const shared = sweep.plan.recording.share();
  sweep.plan.recording.close();
  const { digest, index } = proveReference(sweep, shared, rates);
  tuneEngine('backtest');
  const executor = new WorkerExecutor({
    entry: pathToFileURL(fileURLToPath(START)),
    argv: ['sweep-worker'],
    setup: { file: sweep.plan.file, hash: hashPlan(sweep.plan), rates: shared },
    count: workers,
  });
  const jobs = sweep.combinations.map(({ changes }, at) => ({ id: String(at), changes }));
  const outcomes = new Map();
  const startAt = performance.now();
  const cpuBefore = process.cpuUsage();
  unwrap(await executor.run(jobs, (outcome) => outcomes.set(outcome.id, outcome)));
  const seconds = (performance.now() - startAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuSeconds = (user + system) / 1e6;
  assert.equal(outcomes.size, jobs.length);
  for (const { fault } of outcomes.values()) assert.equal(fault, undefined);
  assert.equal(outcomes.get(String(index)).digest, digest);
  const peakMB = process.resourceUsage().maxRSS / 1_024;
  const mratesPerSecond = (jobs.length * rates) / seconds / 1e6;
  console.log(JSON.stringify({ mratesPerSecond, cpuSeconds, peakMB }));
}

/** The reference pair, run by itself. */
function proveReference({ plan, combinations }, shared, rates) {
  const index = combinations.findIndex(({ values }) => isReference(values));
  const varied = unwrap(overridePlan(plan, combinations[index].changes));
  const recording = prepareShared(shared);
  const { collector, digest, endAt } = unwrap(runBacktest({ ...varied, recording }));
  assertReference('next-rate', rates, summarise(collector.finish(endAt, digest)));
  return { digest, index };
}

function report(rates, rounds, results) {
  const median = (of) => toMedian(results.map(of));
  const speedUp = median(({ one, two }) => two.mratesPerSecond / one.mratesPerSecond);
  const cpu = median(({ two }) => two.cpuSeconds);
  const peak = median(({ two }) => two.peakMB);
  printResult(
    'sweep',
    [
      { what: 'sweep, 2 workers over 1', value: speedUp, better: 'high', aim: '1.85' },
      { what: 'sweep, CPU seconds with 2 workers', value: cpu, better: 'low', aim: '0.70 of now' },
      { what: 'sweep, peak memory in MB', value: peak, better: 'low', aim: '320' },
    ].map((goal) => ({ id: 'P10', ...goal })),
    {
      rates,
      rounds,
      pairs: FAST.length * SLOW.length,
      oneMratesPerSecond: median(({ one }) => one.mratesPerSecond),
      twoMratesPerSecond: median(({ two }) => two.mratesPerSecond),
    },
  );
}
