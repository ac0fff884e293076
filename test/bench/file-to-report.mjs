// Whole backtests in a process of their own, from the recording to the report: the first from CSV,
// the second from the column cache that the first made. Both over an empty Node and what must be
// done in any case: reading the rates, and the plain loop over them.
// node file-to-report.mjs [RATES=5000000] [ROUNDS=5]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createColumns, prepareRecording } from '../../dist/src/recordings/index.js';
import { unwrap } from '../../dist/src/domain/index.js';
import { baselinePath, referenceRecording } from './fixtures.mjs';
import {
  KEEP_LOW,
  printResult,
  REPORTED,
  runScript,
  takeTurns,
  toMedian,
  withDirectory,
} from './measure.mjs';
import { assertReference, copyReferenceConfig } from './reference.mjs';

const SELF = fileURLToPath(import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).bin.weir);
const ENGINE = join(ROOT, 'test', 'bench', 'engine.mjs');
const WARM = ['--run', 'next-rate'];
const RUNS = 7;
/** The end of a backtest says how long its run phase took. */
const PHASE = /rates in ([\d.]+) s/;
const BLOCK_RATES = 65_536;
/** A time of 8 bytes, four numbers of 4, a symbol of 1. */
const RATE_BYTES = 25;
const BLOCK_RUNS = 5;

const [command = '5000000', argument = '5'] = process.argv.slice(2);
if (command === '--blocks') readBlocks(argument);
else await withDirectory((directory) => compare(Number(command), Number(argument), directory));

async function compare(rates, rounds, directory) {
  const file = referenceRecording(rates);
  const blocks = join(directory, 'blocks');
  await writeBlocks(file, blocks);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const one = {};
    const names = ['node', 'bytes', 'blocks', 'loop', 'weir', 'warm', 'maker'];
    for (const name of takeTurns(round, names)) {
      if (name === 'node') one.node = time(['-e', '0']).milliseconds;
      if (name === 'bytes') one.bytes = toMs(rates, runScript(baselinePath('csv-bytes'), file));
      if (name === 'loop') one.loop = toMs(rates, runScript(baselinePath('loop'), file));
      if (name === 'blocks') one.blocks = runScript(SELF, '--blocks', blocks).milliseconds;
      if (name === 'weir') Object.assign(one, runTwice(file, rates, directory, round));
      if (name === 'warm')
        one.warm = toMs(rates, runScript(ENGINE, ...WARM, file, rates, RUNS, 'full'));
      if (name === 'maker') one.makerPhase = runMaker(file, rates, directory, round);
    }
    results.push(one);
  }
  report(results, { rates, rounds });
}

function toMs(rates, { medianMratesPerSecond, mratesPerSecond = medianMratesPerSecond }) {
  return rates / mratesPerSecond / 1_000;
}

/** Milliseconds of a whole process, and what it said. */
function time(args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return { milliseconds: performance.now() - start, stderr };
}

/** The first and the second run with a cache folder of their own. */
function runTwice(file, rates, directory, round) {
  const cache = join(directory, `cache-${round}`);
  mkdirSync(cache);
  const config = copyReferenceConfig('next-rate', file, directory);
  const run = (name, expected) => {
    const out = join(directory, `${name}-${round}`);
    const args = [CLI, 'backtest', config, '--out', out, '--cache', cache];
    const { milliseconds, stderr } = time(args);
    assertReference(
      'next-rate',
      rates,
      JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')),
    );
    assert.equal(stderr.includes('column cache'), expected, stderr);
    return { [name]: milliseconds, [`${name}Phase`]: toPhase(stderr) };
  };
  return { ...run('first', true), ...run('second', false) };
}

/** Milliseconds from the first rate to the last order of the maker workload, its rates cached. */
function runMaker(file, rates, directory, round) {
  const config = copyReferenceConfig('maker', file, directory);
  const out = join(directory, `maker-${round}`);
  const { stderr } = time([CLI, 'backtest', config, '--out', out, '--cache', directory]);
  const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
  assertReference('maker', rates, summary, file);
  return toPhase(stderr);
}

function toPhase(stderr) {
  return 1_000 * Number(PHASE.exec(stderr)?.[1]);
}

function report(results, details) {
  const ratio = (what, read) => {
    return toMedian(results.map((one) => one[what] / (one.node + one[read] + one.loop)));
  };
  const goals = [
    {
      id: 'P3',
      what: 'file to report, from CSV: time over Node start, byte loop and plain loop',
      ...{ value: ratio('first', 'bytes'), ...KEEP_LOW },
    },
    {
      id: 'P4',
      what: 'second run: time over Node start, block read and plain loop',
      ...{ value: ratio('second', 'blocks'), ...KEEP_LOW },
    },
    {
      id: 'P19',
      what: 'run phase in a fresh process over warm, time',
      ...{ value: toMedian(results.map((one) => one.secondPhase / one.warm)), ...REPORTED },
    },
    {
      id: 'P20',
      what: 'maker run phase in a fresh process, s',
      ...{ value: toMedian(results.map((one) => one.makerPhase / 1_000)) },
      ...{ better: 'low', aim: 'try 0.85 of now' },
    },
  ];
  const median = (key) =>
    toMedian(
      results.map((one) => one[key]),
      0,
    );
  const keys = Object.keys(results[0]);
  const milliseconds = Object.fromEntries(keys.map((key) => [key, median(key)]));
  printResult('file-to-report', goals, { ...details, milliseconds });
}

/** The rates as plain blocks of columns, nothing more. */
async function writeBlocks(file, target) {
  const prepared = unwrap(await prepareRecording(file, {}, 'off'));
  const recording = prepared.open();
  const columns = createColumns(BLOCK_RATES);
  const output = openSync(target, 'w');
  for (;;) {
    const rows = unwrap(recording.read(columns));
    if (rows === 0) break;
    const block = toBlock(new ArrayBuffer(rows * RATE_BYTES), rows);
    block.at.set(columns.at.subarray(0, rows));
    block.bid.set(columns.bidTicks.subarray(0, rows));
    block.offer.set(columns.offerTicks.subarray(0, rows));
    block.bidSize.set(columns.bidUnits.subarray(0, rows));
    block.offerSize.set(columns.offerUnits.subarray(0, rows));
    block.symbol.set(columns.instrument.subarray(0, rows));
    writeSync(output, new Uint8Array(block.at.buffer));
  }
  closeSync(output);
  prepared.close();
}

function toBlock(buffer, rows) {
  return {
    at: new Float64Array(buffer, 0, rows),
    bid: new Int32Array(buffer, 8 * rows, rows),
    offer: new Int32Array(buffer, 12 * rows, rows),
    bidSize: new Int32Array(buffer, 16 * rows, rows),
    offerSize: new Int32Array(buffer, 20 * rows, rows),
    symbol: new Uint8Array(buffer, 24 * rows, rows),
  };
}

/** Reads the blocks and looks at one column; prints the median of some runs. */
function readBlocks(file) {
  const milliseconds = [];
  const sums = new Set();
  for (let run = 0; run < BLOCK_RUNS; run++) {
    const start = performance.now();
    const buffer = new ArrayBuffer(BLOCK_RATES * RATE_BYTES);
    const input = openSync(file, 'r');
    let sum = 0;
    for (;;) {
      const rows = readSync(input, new Uint8Array(buffer)) / RATE_BYTES;
      if (rows === 0) break;
      const { bid } = toBlock(buffer, rows);
      for (let row = 0; row < rows; row++) sum += bid[row];
    }
    closeSync(input);
    sums.add(sum);
    milliseconds.push(performance.now() - start);
  }
  assert.equal(sums.size, 1);
  console.log(JSON.stringify({ milliseconds: toMedian(milliseconds) }));
}
