// weir torture bugs: checks that torture finds every planted defect. Needs a checkout with them.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CommandError, EXIT } from '../output.js';

export interface BugsArguments {
  readonly only?: string | undefined;
  readonly most?: string | undefined;
  readonly json: boolean;
}

/** Path of the runner, relative to the sources or to a build. */
const PLACES = ['../../../test/bugs/run.mjs', '../../../../test/bugs/run.mjs'];

/** Returns the runner's exit code: 1 if a defect was not found. */
export function tortureBugs({ json, only, most }: BugsArguments): Promise<number> {
  const files = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const runner = files.find((file) => existsSync(file));
  if (runner === undefined) {
    const expected = 'expected a checkout of Weir with its defects in test/bugs';
    throw new CommandError(`torture bugs: ${expected}, found a package without them`, EXIT.fault);
  }
  const args = [
    ...(only === undefined ? [] : ['--only', only]),
    ...(most === undefined ? [] : ['--most', most]),
    ...(json ? ['--json'] : []),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [runner, ...args], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => {
      resolve(code ?? EXIT.fault);
    });
  });
}
