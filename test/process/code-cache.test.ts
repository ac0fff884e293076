// What the build compiled beforehand is taken by a new engine: without it each start compiles anew.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BUNDLE = fileURLToPath(new URL('../../dist/weir.cjs', import.meta.url));

/** As src/cli/start.cts loads it. */
const LOAD = `
  const { readFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const [, bundle] = process.argv;
  const options = { filename: 'dist/weir.cjs', cachedData: readFileSync(bundle + '.cache') };
  const script = new Script(readFileSync(bundle, 'latin1'), options);
  process.stdout.write(String(script.cachedDataRejected));
`;

it('the code cache of the bundle is taken', () => {
  expect(execFileSync(process.execPath, ['-e', LOAD, BUNDLE], { encoding: 'utf8' })).toBe('false');
});
