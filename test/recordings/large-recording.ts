// A recording so large that a cache of it is kept, and what tests do with it.
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type PreparedRecording,
  prepareRecording,
  type RecordingOptions,
} from '../../src/recordings/index.js';
import { unwrap } from '../../src/domain/index.js';
import { HEADER, toScratchPath, writeText } from './recordings.js';

/** More than a block, so that a cache is kept. */
export const RATES = 70_000;
export const START = 1_783_944_000_000;

export function toLine(i: number, price = 114_000 + (i % 700)): string {
  const at = START + 40 * i;
  const symbol = i % 3 === 0 ? 'USD/JPY' : 'EUR/USD';
  const [bid, offer] = [price, price + 4].map((ticks) => (ticks / 1_000).toFixed(3));
  return `${String(at)},${symbol},${bid ?? ''},${offer ?? ''},${String(1_000 * (i % 9))},5000`;
}

export const TEXT = [HEADER, ...Array.from({ length: RATES }, (_, i) => toLine(i)), ''].join('\n');

/** A large recording in a folder of its own. */
export function writeLarge(text = TEXT): string {
  const folder = `${toScratchPath()}.d`;
  mkdirSync(folder);
  return writeText(text, join(folder, 'rates.csv'));
}

export function listCaches(file: string): readonly string[] {
  return readdirSync(dirname(file)).filter((name) => name !== 'rates.csv');
}

export async function prepare(
  file: string,
  options: RecordingOptions = {},
): Promise<PreparedRecording> {
  return unwrap(await prepareRecording(file, options));
}

export function findCache({ caches }: PreparedRecording): string {
  return caches[0]?.file ?? '';
}
