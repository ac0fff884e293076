// Start-up times over that of an empty Node: help, a backtest's first rates, a simulator that waits.
// node cold-start.mjs [ROUNDS=15]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { KEEP_LOW, printResult, takeTurns, toMedian, withDirectory } from './measure.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).bin.weir);
const CONFIG = join(ROOT, 'config');
const RATES = 20;
/** The strategy acts on its third rate; the limits refuse that, and the command says so at once. */
const REFUSE = 'allowedSymbols:\n  symbols: [GBP/USD]\n';

const [rounds = 15] = process.argv.slice(2).map(Number);
await withDirectory(async (directory) => {
  const config = writeTinyBacktest(directory);
  const simulator = join(CONFIG, 'simulator.yaml');
  let runs = 0;
  const backtest = () => [CLI, 'backtest', config, '--out', join(directory, `out-${runs++}`)];
  const starts = {
    node: () => runToEnd(['-e', '0']),
    help: () => runToEnd([CLI, '--help'], /weir <command>/),
    rate: () => runToLine(backtest(), 'stderr', /^refused by RC01 /),
    report: () => runToEnd(backtest(), /^digest [0-9a-f]{32}$/m, 1), // its parent is refused
    simulator: () => {
      return runToLine([CLI, 'simulate', simulator, '--port', '0'], 'stdout', /^listening on /);
    },
  };
  const results = [];
  for (let round = -1; round < rounds; round++) {
    const times = {};
    for (const name of takeTurns(round + 1, Object.keys(starts)))
      times[name] = await starts[name]();
    if (round >= 0) results.push(times); // -1 warms the caches of the disk
  }
  report(results);
});

/**
 * The shipped backtest over the first rates of its recording, with limits that refuse its symbol;
 * returns its configuration.
 */
function writeTinyBacktest(directory) {
  const text = readFileSync(join(CONFIG, 'backtest.yaml'), 'utf8');
  const [, path] = /^ {2}file: (.+)$/m.exec(text);
  const rows = readFileSync(resolve(CONFIG, path), 'utf8').split('\n');
  writeFileSync(join(directory, 'tiny.csv'), [...rows.slice(0, RATES + 1), ''].join('\n'));
  const limits = readFileSync(join(CONFIG, 'limits/backtest.yaml'), 'utf8');
  writeFileSync(join(directory, 'limits.yaml'), `${limits}\n${REFUSE}`);
  const copy = text.replace(path, 'tiny.csv').replace(/^limits: .+$/m, 'limits: limits.yaml');
  writeFileSync(join(directory, 'tiny.yaml'), copy);
  return join(directory, 'tiny.yaml');
}

/** Milliseconds from the start of a process to its end. */
async function runToEnd(args, expected = /^$/, code = 0) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [status] = await once(child, 'close');
  const milliseconds = performance.now() - start;
  assert.equal(status, code, errors);
  assert.match(text, expected);
  return milliseconds;
}

/** Milliseconds from the start of a process to its first line; then it is stopped. */
async function runToLine(args, stream, expected) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [line] = await once(createInterface(child[stream]), 'line');
  const milliseconds = performance.now() - start;
  assert.match(line, expected);
  child.kill();
  await once(child, 'close');
  return milliseconds;
}

function report(results) {
  const times = (name) => results.map((one) => one[name]);
  const ratio = (name) => toMedian(results.map((one) => one[name] / one.node));
  const goals = [
    { what: 'weir --help', value: ratio('help') },
    { what: 'first backtest rate', value: ratio('rate') },
    { what: 'simulator ready', value: ratio('simulator') },
  ].map(({ what, value }) => ({
    id: 'P17',
    what: `${what}, over an empty Node`,
    value,
    ...KEEP_LOW,
  }));
  const milliseconds = Object.keys(results[0]).map((name) => [name, toMedian(times(name), 0)]);
  printResult('cold-start', goals, { rounds, milliseconds: Object.fromEntries(milliseconds) });
}
