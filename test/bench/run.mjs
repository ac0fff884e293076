// Runs the benches one after another; prints the line of each and a table of the goals.
// node run.mjs [--smoke] [NAME...]   --smoke: tiny rounds that prove the results, not the figures
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Arguments of each script: sizes and rounds of a full run, and of a smoke run. */
const BENCHES = [
  { name: 'engine', full: [5_000_000, 5], smoke: [500_000, 1] },
  { name: 'stream', full: [5_000_000, 15], smoke: [500_000, 1] },
  { name: 'event-log', full: [5_000_000, 7], smoke: [500_000, 1] },
  { name: 'file-to-report', full: [5_000_000, 5], smoke: [500_000, 1] },
  { name: 'sweep', full: [5_000_000, 5], smoke: [500_000, 1] },
  { name: 'csv', full: [5_000_000, 5], smoke: [500_000, 1] },
  { name: 'memory', full: [5_000_000, 5], smoke: [500_000, 1] },
  { name: 'growth', full: [100_000_000, 1], smoke: [500_000, 1] },
  { name: 'tick-to-trade', full: [5, 1, 60], smoke: [1, 0.02, 3] },
  { name: 'journal', full: [2, 5], smoke: [0.05, 1] },
  { name: 'recovery', full: [1_000_000, 3], smoke: [20_000, 1] },
  { name: 'poll', full: [2_000, 5], smoke: [100, 1] },
  { name: 'simulator', full: [30_000, 7], smoke: [1_000, 1] },
  { name: 'cold-start', full: [15], smoke: [1] },
  { name: 'load', full: [60], smoke: [3] },
];
const DIST = fileURLToPath(new URL('../../dist/src/index.js', import.meta.url));

const words = process.argv.slice(2);
const isSmoke = words.includes('--smoke');
const names = words.filter((word) => word !== '--smoke');
const known = BENCHES.map(({ name }) => name);
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  stop(2, `expected --smoke or names of benches (${known.join(', ')}), found ${unknown}`);
} else if (!existsSync(DIST)) {
  stop(1, 'expected a built dist, found none: run `node src/setup.mjs` first');
} else {
  runAll(BENCHES.filter(({ name }) => names.length === 0 || names.includes(name)));
}

function stop(exitCode, message) {
  console.error(message);
  process.exitCode = exitCode;
}

function runAll(benches) {
  const results = benches.map(runBench);
  printTable(results.flatMap((result) => result?.goals ?? []));
  const failed = benches.filter((_, i) => results[i] === undefined).map(({ name }) => name);
  if (failed.length > 0) stop(1, `failed: ${failed.join(', ')}`);
}

/** The result of a bench, or undefined when it failed: a wrong result, never a slow one. */
function runBench({ name, full, smoke }) {
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const args = [script, ...(isSmoke ? smoke : full).map(String)];
  const stdio = ['ignore', 'pipe', 'inherit'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio });
  process.stdout.write(stdout);
  return status === 0 ? JSON.parse(stdout) : undefined;
}

function printTable(goals) {
  const head = ['goal', 'what', 'measured', 'target', 'floor', ''];
  const rows = goals.map(({ id, what, value, target, floor }) => {
    const bound = target < floor ? '<=' : '>=';
    const texts = [id, what, value, `${bound} ${target}`, `${bound} ${floor}`];
    return [...texts, judge(value, target, floor)].map(String);
  });
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
  console.log('');
  for (const row of [head, ...rows]) {
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    );
  }
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`\nnode ${process.version}, ${cpus().length} cores, load ${load.join(' ')}`);
  if (isSmoke) console.log('A smoke run proves results; its figures say nothing.');
}

/** Whether a figure meets its target, only its floor, or neither; less is better below the floor. */
function judge(value, target, floor) {
  const reaches = (bound) => (target < floor ? value <= bound : value >= bound);
  if (reaches(target)) return 'met';
  return reaches(floor) ? 'within floor' : 'MISSED';
}
