// What the build compiled beforehand is taken by a new engine: without it each start compiles anew.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BUNDLES = ['weir.cjs', 'weir-backtest.cjs', 'weir-simulate.cjs'];

/** As src/cli/start.cts loads it. */
const LOAD = `
  const { readFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const [, bundle] = process.argv;
  const { basename } = require('node:path');
  const cachedData = readFileSync(bundle + '.cache');
  const options = { filename: 'dist/' + basename(bundle), cachedData };
  const script = new Script(readFileSync(bundle, 'latin1'), options);
  process.stdout.write(String(script.cachedDataRejected));
`;

it.each(BUNDLES)('second start of %s uses its code cache', (name) => {
  const bundle = fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
  const args = ['-e', LOAD, bundle];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('false');
});
