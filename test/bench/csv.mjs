// Speed of the CSV reader, with full validation, over the hand byte loop's, in interleaved rounds.
// node csv.mjs [RATES=5000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { createColumns, openFile, openTextRecording } from '../../dist/src/recordings/index.js';
import { unwrap } from '../../dist/src/domain/index.js';
import { baselinePath, referenceRecording } from './fixtures.mjs';
import { KEEP_HIGH, printResult, runScript, takeTurns, toMedian } from './measure.mjs';

const SELF = fileURLToPath(import.meta.url);
const RUNS = 5; // a round: as many as the baseline makes
const BLOCK_RATES = 65_536;
const BID_POINTS = new Map([
  [500_000, 54_086_449_126],
  [5_000_000, 539_913_064_737],
]);

const [command = '5000000', argument = '5'] = process.argv.slice(2);
if (command === '--decode') decodeOften(argument);
else compare(Number(command), Number(argument));

function compare(rates, rounds) {
  const file = referenceRecording(rates);
  const baseline = baselinePath('csv-bytes');
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const pair = {};
    for (const name of takeTurns(round, ['bytes', 'weir'])) {
      if (name === 'bytes') pair.bytes = runScript(baseline, file).medianMratesPerSecond;
      else Object.assign(pair, runScript(SELF, '--decode', file));
    }
    results.push({ ...pair, ratio: pair.weir / pair.bytes });
  }
  const median = (key) => toMedian(results.map((one) => one[key]));
  const what = 'CSV decode with full validation, rates/s over the byte loop';
  const goal = { id: 'P7', what, value: median('ratio'), ...KEEP_HIGH };
  printResult('csv', [goal], {
    rates,
    rounds,
    weirMratesPerSecond: median('weir'),
    byteLoopMratesPerSecond: median('bytes'),
    peakMB: median('peakMB'),
  });
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
  const weir = count / toMedian(milliseconds) / 1_000;
  console.log(JSON.stringify({ weir, peakMB }));
}

function decode(file, columns, use) {
  const recording = unwrap(openTextRecording(file, unwrap(openFile(file)), {}));
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
