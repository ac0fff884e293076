// The reference recording and the programs that speed is compared with, checked by their hash.
// node fixtures.mjs RATES [DIR]   generates the recording unless it is there, prints its path
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const GENERATOR = fileURLToPath(
  new URL('../fixtures/reference/generate.mjs', import.meta.url),
);
const CACHE = join(tmpdir(), 'weir-reference');
const READ_BYTES = 1 << 20;

const RECORDINGS = new Map([
  [500_000, '81a066c6a7b96a5ccbd1a02aaad03940011ed863de2f5fcc44a87266cbd80a91'],
  [5_000_000, 'ee1991a5d1a66bb7c26d3c04a7f6bfd61fd4262b442fce6100e63b605e46d688'],
]);

const BASELINES = new Map([
  ['append-sync', 'd741116b466dbc75e07dac2522e54a45bee36d0b8f7d4faa46ce7337da87b398'],
  ['csv-bytes', '423dc254efea045e86c78e5a0342a3001d3cbd7db538801bc6532c60173aecaa'],
  ['echo-server', 'da79fbb5cf1ca41b120a468e71924ecb5571322ff735ec1f05b4c0445ee582ee'],
  ['loop', 'b563d44c6f6e93e76f20a04568a48e2ac1a280771cf0e69dca1b5a3f6ea40122'],
  ['maker-oracle', '2d35a7c63a2b428c9edc1b9fdc5a88f820bfc19fe3594bf7dca5afce03d273c3'],
  ['tick-floor', '4de1852db9bad4dfd736c12baaf4f07c0837a27962e194f952e2835fd6695997'],
]);

/**
 * Path of the reference recording with 500,000 or 5,000,000 rates; generated once into `dir` (up to
 * 15 s), so that runs share it.
 */
export function referenceRecording(rates, dir = CACHE) {
  const expected = RECORDINGS.get(rates);
  assert(expected, `expected ${[...RECORDINGS.keys()].join(' or ')} rates, found ${rates}`);
  const file = join(dir, `reference-${rates}.csv`);
  if (!existsSync(file)) {
    mkdirSync(dir, { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    execFileSync(process.execPath, [GENERATOR, String(rates), unfinished]);
    renameSync(unfinished, file);
  }
  assert.equal(hashFile(file), expected, `${file} is not the reference recording: delete it`);
  return file;
}

/** Path of `baselines/NAME.mjs`. */
export function baselinePath(name) {
  const expected = BASELINES.get(name);
  assert(expected, `expected a baseline (${[...BASELINES.keys()].join(', ')}), found ${name}`);
  const path = fileURLToPath(new URL(`baselines/${name}.mjs`, import.meta.url));
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  assert.equal(found, expected, `${path} was changed: figures would not be comparable`);
  return path;
}

function hashFile(file) {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(READ_BYTES);
  const descriptor = openSync(file, 'r');
  for (;;) {
    const read = readSync(descriptor, buffer);
    if (read === 0) break;
    hash.update(buffer.subarray(0, read));
  }
  closeSync(descriptor);
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rates, directory] = process.argv.slice(2);
  console.log(referenceRecording(Number(rates), directory));
}
