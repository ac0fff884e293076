// Speed of the CSV reader, with full validation, over the hand byte loop's, in interleaved rounds.
// node csv.mjs [RATES=500000] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createColumns, openRecording } from '../../dist/src/data/index.js';
import { unwrap } from '../../dist/src/domain/index.js';
import { baselinePath, referenceRecording } from './fixtures.mjs';

const RUNS = 5; // a round: as many as the baseline makes
const BLOCK_RATES = 65_536;
const BID_POINTS = new Map([
  [500_000, 54_086_449_126],
  [5_000_000, 539_913_064_737],
]);

const [command = '500000', argument = '5'] = process.argv.slice(2);
if (command === '--decode') decodeOften(argument);
else compare(Number(command), Number(argument));

function compare(rates, rounds) {
  const file = referenceRecording(rates);
  const baseline = baselinePath('csv-bytes');
  const self = fileURLToPath(import.meta.url);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const bytes = run(baseline, file).medianMratesPerSecond;
    const { mratesPerSecond: weir, peakMB } = run(self, '--decode', file);
    results.push({ bytes, weir, ratio: weir / bytes, peakMB });
  }
  console.log(
    JSON.stringify({
      bench: 'csv',
      rates,
      rounds,
      ratio: toMedian(results, 'ratio'),
      goal: 0.75,
      floor: 0.5,
      weirMratesPerSecond: toMedian(results, 'weir'),
      byteLoopMratesPerSecond: toMedian(results, 'bytes'),
      peakMB: toMedian(results, 'peakMB'),
    }),
  );
}

function run(script, ...args) {
  return JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' }));
}

function decodeOften(file) {
  const columns = createColumns(BLOCK_RATES);
  const milliseconds = [];
  let count = 0;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    count = decode(file, columns, () => {});
    milliseconds.push(performance.now() - start);
  }
  const peakMB = Math.round(process.resourceUsage().maxRSS / 1024);
  let points = 0;
  decode(file, columns, ({ bidTicks }, rows) => {
    for (let row = 0; row < rows; row++) points += bidTicks[row];
  });
  assert.equal(points, BID_POINTS.get(count), 'the bids do not add up to those of the reference');
  const median = milliseconds.sort((a, b) => a - b)[RUNS >> 1];
  console.log(JSON.stringify({ mratesPerSecond: count / median / 1_000, peakMB }));
}

function decode(file, columns, use) {
  const recording = unwrap(openRecording(file, {}));
  let count = 0;
  for (;;) {
    const rows = unwrap(recording.read(columns));
    if (rows === 0) break;
    use(columns, rows);
    count += rows;
  }
  recording.close();
  return count;
}

function toMedian(results, key) {
  const sorted = results.map((result) => result[key]).sort((a, b) => a - b);
  return Number(sorted[sorted.length >> 1].toFixed(2));
}
