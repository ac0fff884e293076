// Runs the benches one after another; prints the line of each and a table of the goals.
// node run.mjs [--smoke] [--against DIR] [--rounds N] [NAME...]
//   --smoke: tiny rounds that prove the results, not the figures
//   --against: also those of another built checkout, in turns, N rounds (5); the table compares
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { takeTurns, toMedian } from './measure.mjs';

/** Arguments of each script: sizes and rounds of a full run, of one round of it, of a smoke run. */
const BENCHES = [
  { name: 'engine', full: [5_000_000, 5], once: [5_000_000, 1], smoke: [500_000, 1] },
  { name: 'stream', full: [5_000_000, 15], once: [5_000_000, 3], smoke: [500_000, 1] },
  { name: 'event-log', full: [5_000_000, 7], once: [5_000_000, 1], smoke: [500_000, 1] },
  { name: 'file-to-report', full: [5_000_000, 5], once: [5_000_000, 1], smoke: [500_000, 1] },
  { name: 'sweep', full: [5_000_000, 5], once: [5_000_000, 1], smoke: [500_000, 1] },
  { name: 'csv', full: [5_000_000, 5], once: [5_000_000, 1], smoke: [500_000, 1] },
  { name: 'memory', full: [5_000_000, 5], once: [5_000_000, 1], smoke: [500_000, 1] },
  { name: 'growth', full: [100_000_000, 1], once: [10_000_000, 1], smoke: [500_000, 1] },
  { name: 'second-check', full: [2_000_000, 5], once: [2_000_000, 1], smoke: [100_000, 1] },
  { name: 'tick-to-trade', full: [5, 1, 60], once: [1, 1, 60], smoke: [1, 0.02, 3] },
  { name: 'journal', full: [2, 5], once: [2, 1], smoke: [0.05, 1] },
  { name: 'recovery', full: [1_000_000, 3], once: [1_000_000, 1], smoke: [20_000, 1] },
  { name: 'poll', full: [2_000, 5], once: [2_000, 1], smoke: [100, 1] },
  { name: 'simulator', full: [30_000, 7], once: [30_000, 1], smoke: [1_000, 1] },
  { name: 'cold-start', full: [15], once: [3], smoke: [1] },
  { name: 'kill', full: [20], once: [5], smoke: [1] },
  { name: 'torture', full: [20, 5], once: [20, 1], smoke: [1, 1] },
  { name: 'load', full: [60], once: [60], smoke: [3] },
];
/** What is to keep its figure may be so much worse than in the other checkout: noise. */
const WORSE = 1.03;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const options = {
  smoke: { type: 'boolean', default: false },
  against: { type: 'string' },
  rounds: { type: 'string', default: '5' },
};
const { values, positionals: names } = parseArgs({ options, allowPositionals: true });
const known = BENCHES.map(({ name }) => name);
const unknown = names.find((name) => !known.includes(name));
const roots = [ROOT, ...(values.against === undefined ? [] : [values.against])];
const unbuilt = roots.find((root) => !existsSync(join(root, 'dist', 'src', 'index.js')));
if (unknown !== undefined) {
  stop(2, `expected names of benches (${known.join(', ')}), found ${unknown}`);
} else if (unbuilt !== undefined) {
  stop(1, `expected a built dist in ${unbuilt}, found none: run \`node tools/setup.mjs\` there`);
} else {
  runAll(BENCHES.filter(({ name }) => names.length === 0 || names.includes(name)));
}

function stop(exitCode, message) {
  console.error(message);
  process.exitCode = exitCode;
}

function runAll(benches) {
  const compare = values.against === undefined ? undefined : compareBench;
  const results = benches.map((bench) => (compare ?? runBench)(bench));
  const goals = results.flatMap((result) => result?.goals ?? []);
  printTable(compare === undefined ? goals.map(toRow) : goals.map(toComparedRow));
  const failed = benches.filter((_, i) => results[i] === undefined).map(({ name }) => name);
  if (failed.length > 0) stop(1, `failed: ${failed.join(', ')}`);
}

/** The result of a bench, or undefined when it failed: a wrong result, never a slow one. */
function runBench({ name, full, once, smoke }, root = ROOT) {
  const script = join(root, 'test', 'bench', `${name}.mjs`);
  const sizes = values.smoke ? smoke : values.against === undefined ? full : once;
  const args = [script, ...sizes.map(String)];
  const stdio = ['ignore', 'pipe', 'inherit'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio });
  process.stdout.write(stdout);
  return status === 0 ? JSON.parse(stdout) : undefined;
}

/** Here and in the other checkout in turns; the median of each figure, and of what it has become. */
function compareBench(bench) {
  const rounds = Array.from({ length: Number(values.rounds) }, (_, round) => {
    const found = {};
    for (const root of takeTurns(round, roots)) found[root] = runBench(bench, root)?.goals;
    return found;
  });
  if (rounds.some((one) => Object.values(one).includes(undefined))) return undefined;
  const goals = rounds[0][ROOT].flatMap((goal) => {
    const pairs = rounds.flatMap((one) => {
      const [now, before] = roots.map((root) => one[root].find(({ what }) => what === goal.what));
      return before === undefined ? [] : [[now.value, before.value]];
    });
    if (pairs.length === 0) return [];
    const [value, before] = [0, 1].map((side) => toMedian(pairs.map((pair) => pair[side])));
    const ratio = toMedian(pairs.map(([now, then]) => now / then));
    return [{ ...goal, value, before, ratio }];
  });
  return { goals };
}

function toRow({ id, what, value, aim }) {
  return { goal: id, what, measured: value, aim };
}

function toComparedRow({ id, what, value, before, ratio, better, aim }) {
  const worse = better === 'low' ? ratio : 1 / ratio;
  const said = aim === 'keep' && worse > WORSE ? 'WORSE' : '';
  return { goal: id, what, here: value, there: before, ratio, aim, said };
}

function printTable(rows) {
  const heads = Object.keys(rows[0] ?? {});
  const cells = [heads, ...rows.map((row) => heads.map((head) => String(row[head])))];
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  console.log('');
  for (const row of cells) {
    const line = row.map((cell, i) => cell.padEnd(widths[i])).join('  ');
    console.log(line.trimEnd());
  }
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`\nnode ${process.version}, ${cpus().length} cores, load ${load.join(' ')}`);
  if (values.smoke) console.log('A smoke run proves results; its figures say nothing.');
}
