// Time and memory of whole backtests over 1, 10 and 100 hundredths of a recording: linear, and flat.
// node growth.mjs [RATES=100000000] [ROUNDS=1]   prints one JSON line; needs a built dist, and 54
// bytes of disk for each rate
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GENERATOR } from './fixtures.mjs';
import { KEEP_LOW, printResult, takeTurns, toMedian, withDirectory } from './measure.mjs';
import { assertReference, copyReferenceConfig, hasReference } from './reference.mjs';

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Loaded first in the child: its seconds of CPU and its peak in kilobytes, last on stderr. */
const TELL_USE = `data:text/javascript,import { writeSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(2, '\\n' + JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, maxRSS }));
});`;
/** First time of the recording, and its mean gap. */
const STARTS_AT = Date.UTC(2026, 8, 1);
const MEAN_GAP_MS = 40;
const SHARES = [0.01, 0.1, 1];

const [rates = 100_000_000, rounds = 1] = process.argv.slice(2).map(Number);
await withDirectory((directory) => {
  const file = join(directory, 'rates.csv');
  execFileSync(process.execPath, [GENERATOR, String(rates), file]);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const lengths = {};
    for (const share of takeTurns(round, SHARES)) {
      lengths[share] = runBacktest(share, file, directory, round);
    }
    results.push(lengths);
  }
  report(results);
});

/** A whole `weir backtest` of the first share of the recording, without a column cache. */
function runBacktest(share, file, directory, round) {
  const endAt = new Date(STARTS_AT + Math.round(rates * share) * MEAN_GAP_MS).toISOString();
  const lines = share === 1 ? [] : [`endAt: ${endAt}`];
  const config = copyReferenceConfig('next-rate', file, directory, lines);
  const out = join(directory, `${share}-${round}`);
  const args = ['--import', TELL_USE, CLI, 'backtest', config, '--out', out, '--cache', 'off'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  assert.equal(summary.refused, 0);
  assert.deepEqual(summary.halts, []);
  if (share === 1) assert.equal(summary.rates, rates);
  if (share === 1 && hasReference(rates)) assertReference('next-rate', rates, summary);
  const { seconds, maxRSS } = JSON.parse(stderr.slice(stderr.lastIndexOf('\n') + 1));
  return { millions: summary.rates / 1e6, seconds, orders: summary.orders, peakMB: maxRSS / 1024 };
}

/** CPU of the longest over that of the tenth of it, a rate, less what any start takes. */
function report(results) {
  const growths = results.map((lengths) => {
    const [short, middle, long] = SHARES.map((share) => lengths[share]);
    const slope = (from, to) => (to.seconds - from.seconds) / (to.millions - from.millions);
    return slope(middle, long) / slope(short, middle);
  });
  const growth = { value: toMedian(growths), ...KEEP_LOW };
  const lengths = SHARES.map((share) => {
    const all = results.map((one) => one[share]);
    const pick = (key) => toMedian(all.map((one) => one[key]));
    const [millions, seconds, orders, peakMB] = ['millions', 'seconds', 'orders', 'peakMB'].map(
      pick,
    );
    return { millions, seconds, orders, peakMB };
  });
  printResult(
    'growth',
    [{ id: 'P9', what: 'CPU a rate, last nine tenths over the tenth before', ...growth }],
    { rates, rounds, lengths },
  );
}
