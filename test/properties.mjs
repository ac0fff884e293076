// node test/properties.mjs [FILE...]: properties once more, with cases that no run had before.
//
// Draws a seed, prints it and the command that repeats the run, and runs the tests that take cases
// from fast-check, or those named. `PROPERTY_SEED=N` takes that seed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
/** More than vitest allows by itself: cases that others are may take longer. */
const LONGEST_TEST_MS = 600_000;

const seed = process.env.PROPERTY_SEED ?? String(randomInt(2, 2 ** 31));
const named = process.argv.slice(2);
const files = named.length > 0 ? named : listFiles();
console.log(`${files.length} files; again: PROPERTY_SEED=${seed} npm run test:properties`);
const words = [VITEST, 'run', '--configLoader', 'runner', '--reporter=dot'];
const { status } = spawnSync(
  process.execPath,
  [...words, `--testTimeout=${LONGEST_TEST_MS}`, ...files],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PROPERTY_SEED: seed } },
);
if (status !== 0) console.log(`failed; again: PROPERTY_SEED=${seed} npm run test:properties`);
process.exitCode = status ?? 1;

/** Test files that take their cases from fast-check, themselves or by what they import. */
function listFiles() {
  const all = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
  return all
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('process'))
    .map((file) => join('test', file))
    .filter((file) => /from 'fast-check'|-arbitrary|order-machine|hostile/.test(read(file)));
}

function read(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}
