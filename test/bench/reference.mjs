// The reference workloads: their shipped configurations over a generated recording, and results.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baselinePath } from './fixtures.mjs';

const CONFIG = fileURLToPath(new URL('../../config', import.meta.url));
const SYMBOLS = ['EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/USD', 'USD/CHF'];

/** Exact results, computed without Weir; P&L in the term currency at the last mid. */
const TABLES = new Map([
  [
    500_000,
    {
      orders: [1_468, 1_347, 1_486, 1_394, 1_454],
      positions: [-100_000, -100_000, -100_000, -100_000, 100_000],
      'next-rate': ['-6410.50', '-8369.50', '-828150', '-7983.50', '-10386.50'],
      '20ms': ['-6396.50', '-8593.50', '-859850', '-8009.50', '-10610.50'],
    },
  ],
  [
    5_000_000,
    {
      orders: [14_043, 14_539, 14_288, 14_389, 14_219],
      positions: [100_000, -100_000, -100_000, 100_000, -100_000],
      'next-rate': ['-54674.50', '-106046.50', '-7639150', '-88355.50', '-102017.00'],
      '20ms': ['-55630.50', '-106668.50', '-7758450', '-89589.50', '-103491.00'],
    },
  ],
]);

/**
 * Writes `config/reference-NAME.yaml` (`next-rate`, `20ms` or `maker`) into `directory` with `recording` for
 * its recording, and returns the path of the copy. `recordingLines` are more lines below `file:`.
 */
export function copyReferenceConfig(name, recording, directory, recordingLines = []) {
  const text = readFileSync(join(CONFIG, `reference-${name}.yaml`), 'utf8')
    .replace(/^ {2}file: .*$/m, ['  file: ' + quote(recording), ...recordingLines].join('\n  '))
    .replace(
      /(limits|strategy): (.+)/g,
      (_, key, path) => `${key}: ${quote(resolve(CONFIG, path))}`,
    );
  const copy = join(directory, `reference-${name}.yaml`);
  writeFileSync(copy, text);
  return copy;
}

/** Whether there is a table of the exact results over so many rates. */
export const hasReference = (rates) => TABLES.has(rates);

/** Asserts that a summary is that of a workload over so many rates, those of `file`. */
export function assertReference(name, rates, summary, file) {
  if (name === 'maker') assertMaker(readMaker(file), summary);
  else assertTable(name, rates, summary);
  assert.equal(summary.rates, rates);
  assert.equal(summary.refused, 0);
  assert.deepEqual(summary.halts, []);
}

/** What the oracle of the maker workload computes, without Weir. */
export function readMaker(file) {
  const oracle = baselinePath('maker-oracle');
  return JSON.parse(execFileSync(process.execPath, [oracle, file], { encoding: 'utf8' }));
}

/** The end of the recording cancels what the workload leaves working. */
function assertMaker({ symbols }, summary) {
  const found = summary.rows.map(({ symbol, orders, fills, position, pnl, orderStates }) => {
    return [symbol, { orders, fills, position, pnl: Number(pnl), orderStates }];
  });
  const expected = Object.entries(symbols).map(([symbol, one]) => {
    const { orders, fills, cancels, working, position, profit } = one;
    const orderStates = { CANCELED: cancels + working, FILLED: fills };
    return [symbol, { orders, fills, position, pnl: Number(profit), orderStates }];
  });
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected));
}

function assertTable(name, rates, summary) {
  const table = TABLES.get(rates);
  assert(table, `expected ${[...TABLES.keys()].join(' or ')} rates, found ${rates}`);
  const expected = SYMBOLS.map((symbol, i) => {
    const orders = table.orders[i];
    const result = { symbol, orders, position: table.positions[i], pnl: table[name][i] };
    return { ...result, orderStates: { FILLED: orders } };
  });
  const found = summary.rows.map(({ symbol, orders, position, pnl, orderStates }) => {
    return { symbol, orders, position, pnl, orderStates };
  });
  const sort = (rows) => rows.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  assert.deepEqual(sort(found), sort(expected));
}

function quote(path) {
  return JSON.stringify(path);
}
