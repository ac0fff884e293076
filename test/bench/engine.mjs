// Speed of the engine's run phase, reference strategy and gate and report on, over the plain loop's.
// node engine.mjs [RATES=5000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import { fileURLToPath } from 'node:url';
import { prepareEngine, runOften } from './engine-run.mjs';
import { baselinePath, referenceRecording } from './fixtures.mjs';
import { printResult, runScript, takeTurns, toMedian, withDirectory } from './measure.mjs';

const RUNS = 7; // a round: as many as the baseline makes
const SELF = fileURLToPath(import.meta.url);

const [command = '5000000', argument = '5', ...others] = process.argv.slice(2);
if (command === '--run') await measure(argument, ...others);
else await compare(Number(command), Number(argument));

async function compare(rates, rounds) {
  const file = referenceRecording(rates);
  const loop = baselinePath('loop');
  // The second table is asserted once; its speed is not a goal.
  const { mratesPerSecond: late } = runScript(SELF, '--run', '20ms', file, rates, 1);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const pair = {};
    for (const name of takeTurns(round, ['loop', 'weir'])) {
      if (name === 'loop') pair.loop = runScript(loop, file).medianMratesPerSecond;
      else pair.weir = runScript(SELF, '--run', 'next-rate', file, rates, RUNS).mratesPerSecond;
    }
    results.push({ ...pair, ratio: pair.weir / pair.loop });
  }
  const median = (key) => toMedian(results.map((one) => one[key]));
  const what = 'run phase, rates/s over the plain loop';
  const goal = { id: 'P1', what, value: median('ratio'), target: 0.3, floor: 0.2 };
  printResult('engine', [goal], {
    rates,
    rounds,
    weirMratesPerSecond: median('weir'),
    loopMratesPerSecond: median('loop'),
    late20msMratesPerSecond: late,
  });
}

/** Prints the median speed of some runs of the phase. */
async function measure(name, file, rates, runs) {
  await withDirectory(async (directory) => {
    const prepared = await prepareEngine(name, file, Number(rates), directory);
    const milliseconds = await runOften(prepared, Number(runs));
    const mratesPerSecond = toMedian([Number(rates) / toMedian(milliseconds) / 1_000]);
    console.log(JSON.stringify({ mratesPerSecond }));
  });
}
