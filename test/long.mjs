// npm run test:long: what takes hours, by hand. The deep suite at its large size, a real process
// that dies at every effect of a run, and a bot that dies at every effect of every scenario.
// Goes on after a failure; ends with 1 when there was one.
import { spawnSync } from 'node:child_process';

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--configLoader', 'runner'];
const weir = ['dist/src/cli/main.js', 'torture'];
const STEPS = {
  'deep suite at its large size': [...vitest, '--mode', 'long'],
  'every effect of a real process': [...vitest, '--mode', 'long-process'],
  'every crash point': [...weir, 'crash'],
  'crash points of depth 2': [...weir, 'crash', '--depth', '2', '--most', '9000'],
};

let failed = 0;
for (const [name, words] of Object.entries(STEPS)) {
  const from = performance.now();
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  if (status !== 0) failed += 1;
  const seconds = Math.round((performance.now() - from) / 1_000);
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'failed'}, ${seconds} s`);
}
process.exitCode = failed === 0 ? 0 : 1;
