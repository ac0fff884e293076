// Peak memory of whole backtests: in total, and its growth with the length of the recording.
// node memory.mjs [RATES=5000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referenceRecording } from './fixtures.mjs';
import { KEEP_LOW, printResult, takeTurns, toMedian, withDirectory } from './measure.mjs';
import { assertReference, copyReferenceConfig } from './reference.mjs';

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Loaded first in the child: writes its peak, in kilobytes, as the last line of stderr. */
const TELL_PEAK = `data:text/javascript,import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(2, '\\n' + process.resourceUsage().maxRSS));`;
/** First time of the reference recording, and its mean gap. */
const STARTS_AT = Date.UTC(2026, 8, 1);
const MEAN_GAP_MS = 40;
/** The shorter run: long enough at 5 million that the report's tables are full in both. */
const SHORT_SHARE = 0.4;

const [rates = 5_000_000, rounds = 5] = process.argv.slice(2).map(Number);
await withDirectory((directory) => {
  const file = referenceRecording(rates);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const pair = {};
    for (const length of takeTurns(round, ['short', 'whole'])) {
      pair[length] = runBacktest(length, file, directory, round);
    }
    results.push(pair);
  }
  report(results);
});

/** A whole `weir backtest` in a child: rates in millions, and its peak in megabytes. */
function runBacktest(length, file, directory, round) {
  const endAt = new Date(STARTS_AT + Math.round(rates * SHORT_SHARE) * MEAN_GAP_MS).toISOString();
  const lines = length === 'short' ? [`endAt: ${endAt}`] : [];
  const config = copyReferenceConfig('next-rate', file, directory, lines);
  const out = join(directory, `${length}-${round}`);
  const args = ['--import', TELL_PEAK, CLI, 'backtest', config, '--out', out, '--cache', 'off'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  if (length === 'whole') assertReference('next-rate', rates, summary);
  const peakMB = Number(stderr.slice(stderr.lastIndexOf('\n') + 1)) / 1_024;
  return { millions: summary.rates / 1_000_000, peakMB };
}

function report(results) {
  const growths = results.map(
    ({ short, whole }) => (whole.peakMB - short.peakMB) / (whole.millions - short.millions),
  );
  const growth = { value: toMedian(growths), ...KEEP_LOW };
  const peak = (length) => toMedian(results.map((pair) => pair[length].peakMB));
  const total = { value: peak('whole'), ...KEEP_LOW };
  printResult(
    'memory',
    [
      { id: 'P8', what: 'peak memory, growth in MB per million rates', ...growth },
      { id: 'P8', what: 'peak memory, total in MB', ...total },
    ],
    { rates, rounds, shortMillions: results[0].short.millions, shortPeakMB: peak('short') },
  );
}
