// The option --workers: number of worker threads of a command with many runs.
import { availableParallelism } from 'node:os';
import { parseNumber } from './parser/usage.js';

const MAX_WORKERS = 256;

/** Number of processors by default. */
export function readWorkers(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  const expected = `a whole number from 0 to ${String(MAX_WORKERS)}`;
  const isValid = (value: number) => Number.isInteger(value) && value >= 0 && value <= MAX_WORKERS;
  return parseNumber('--workers', text, expected, isValid);
}
