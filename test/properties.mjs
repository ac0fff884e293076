// node test/properties.mjs [FILE...]: properties once more, with cases that no run had before.
//
// Draws a seed, prints it and the command that repeats the run, and runs the tests that take cases
// from fast-check, or those named. `PROPERTY_SEED=N` takes that seed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

const seed = process.env.PROPERTY_SEED ?? String(randomInt(2, 2 ** 31));
console.log(`again: PROPERTY_SEED=${seed} npm run test:properties`);
const words = [VITEST, 'run', '--configLoader', 'runner', '--mode', 'properties'];
const { status } = spawnSync(
  process.execPath,
  [...words, '--reporter=dot', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PROPERTY_SEED: seed } },
);
if (status !== 0) console.log(`failed; again: PROPERTY_SEED=${seed} npm run test:properties`);
process.exitCode = status ?? 1;
