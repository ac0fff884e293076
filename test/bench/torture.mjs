// Simulated time over real time of seeded worlds full of faults, a whole bot on one core.
// node torture.mjs [SEEDS=20] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEEP_HIGH, printResult, toMedian } from './measure.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).bin.weir);

const [seeds = 20, rounds = 5] = process.argv.slice(2).map(Number);
const speeds = Array.from({ length: rounds }, run);
const goal = { id: 'P18', what: 'torture, simulated time over real time, one core' };
printResult('torture', [{ ...goal, value: toMedian(speeds), ...KEEP_HIGH }], { seeds, rounds });

function run() {
  const args = [CLI, 'torture', '--seeds', `1..${seeds}`, '--workers', '0'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  return Number(/([\d.,]+) times real time/.exec(stdout)[1].replaceAll(',', ''));
}
