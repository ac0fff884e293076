// Speed of the engine's run phase, both workloads, gate and portfolio on, over the plain loop's; and
// what the rows and transaction costs of a full report make of it.
// node engine.mjs [RATES=5000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import { fileURLToPath } from 'node:url';
import { prepareEngine, runOften } from './engine-run.mjs';
import { baselinePath, referenceRecording } from './fixtures.mjs';
import {
  REPORTED,
  printResult,
  runScript,
  takeTurns,
  toMedian,
  withDirectory,
} from './measure.mjs';

const WHAT = 'run phase, rates/s over the plain loop';
const RUNS = 7; // a round: as many as the baseline makes
const SELF = fileURLToPath(import.meta.url);

const [command = '5000000', argument = '5', ...others] = process.argv.slice(2);
if (command === '--run') await measure(argument, ...others);
else await compare(Number(command), Number(argument));

async function compare(rates, rounds) {
  const file = referenceRecording(rates);
  const loop = baselinePath('loop');
  const measured = (name, detail, runs) =>
    runScript(SELF, '--run', name, file, rates, runs, detail).mratesPerSecond;
  // The second table is asserted once; its speed is not a goal.
  const late = measured('20ms', 'sums', 1);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const one = {};
    for (const name of takeTurns(round, ['loop', 'taker', 'maker', 'report'])) {
      if (name === 'loop') one.loop = runScript(loop, file).medianMratesPerSecond;
      if (name === 'taker') one.taker = measured('next-rate', 'sums', RUNS);
      if (name === 'maker') one.maker = measured('maker', 'sums', RUNS);
      if (name === 'report') one.report = measured('next-rate', 'full', RUNS);
    }
    results.push(one);
  }
  const median = (name) => toMedian(results.map((one) => one[name]));
  const ratio = (name) => toMedian(results.map((one) => one[name] / one.loop));
  const goals = [
    { id: 'P1', what: WHAT, value: ratio('taker'), ...REPORTED },
    { id: 'P2', what: `${WHAT}, makers`, value: ratio('maker'), ...REPORTED },
  ];
  printResult('engine', goals, {
    rates,
    rounds,
    weirMratesPerSecond: median('taker'),
    makerMratesPerSecond: median('maker'),
    loopMratesPerSecond: median('loop'),
    withReportOverLoop: ratio('report'),
    late20msMratesPerSecond: late,
  });
}

/** Prints the median speed of some runs of the phase. */
async function measure(name, file, rates, runs, detail) {
  await withDirectory(async (directory) => {
    const prepared = await prepareEngine(name, file, Number(rates), directory);
    const milliseconds = runOften(prepared, Number(runs), detail);
    const mratesPerSecond = toMedian([Number(rates) / toMedian(milliseconds) / 1_000]);
    console.log(JSON.stringify({ mratesPerSecond }));
  });
}
