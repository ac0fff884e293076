// What benches share: children that print one JSON line, medians, and the form of a result.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longest child of a bench, milliseconds. */
const MOST_MS = 600_000;

/** What a figure is to do: not to become worse, or nothing. */
export const KEEP_LOW = { better: 'low', aim: 'keep' };
export const KEEP_HIGH = { better: 'high', aim: 'keep' };
export const REPORTED = { better: 'high', aim: 'reported' };

/** Runs a script of ours and returns the JSON line that it prints. */
export function runScript(script, ...args) {
  const options = { encoding: 'utf8', timeout: MOST_MS, stdio: ['ignore', 'pipe', 'inherit'] };
  return JSON.parse(execFileSync(process.execPath, [script, ...args.map(String)], options));
}

/** The names in turn: the order changes from round to round, so that none is always first. */
export function takeTurns(round, names) {
  const first = round % names.length;
  return [...names.slice(first), ...names.slice(0, first)];
}

export function toMedian(values, decimals = 2) {
  const sorted = [...values].sort((a, b) => a - b);
  return Number(sorted[sorted.length >> 1].toFixed(decimals));
}

/** The value below which a share of the values lies. */
export function toQuantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)];
}

/**
 * Prints the line of a bench. A goal is `{ id, what, value, better, aim }`, with `id` and `what` as
 * in docs/performance.md: `better` is `low` or `high`, and what is to `keep` is compared with
 * another checkout by `run.mjs --against`.
 */
export function printResult(bench, goals, details) {
  console.log(JSON.stringify({ bench, goals, ...details }));
}

/** Calls `use` with a scratch directory that is gone afterwards. */
export async function withDirectory(use, parent = tmpdir()) {
  const directory = mkdtempSync(join(parent, 'weir-bench-'));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
