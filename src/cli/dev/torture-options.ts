// Definition of `weir torture` and its options.
import type { Argv } from 'yargs';
import { json, workers } from '../options.js';

export const TORTURE_OPTIONS = {
  seed: { type: 'string', requiresArg: true, describe: 'one world' },
  seeds: { type: 'string', requiresArg: true, describe: 'worlds A..B; absent: 1..100' },
  config: { type: 'string', requiresArg: true, describe: 'session file; absent: the shipped one' },
  minutes: { type: 'string', requiresArg: true, describe: 'go on for so long' },
  fault: { type: 'string', requiresArg: true, describe: 'groups (N V P D C X H), or ids, or none' },
  depth: { type: 'string', requiresArg: true, describe: 'of crash: 1, or 2 to die again' },
  most: { type: 'string', requiresArg: true, describe: 'of crash: runs at most; of bugs: worlds' },
  only: { type: 'string', requiresArg: true, describe: 'of bugs: these defects, such as 01,22' },
  workers,
  first: { type: 'boolean', default: false, describe: 'stop at the first failure' },
  json,
  trace: { type: 'boolean', default: false, describe: 'print all that happens' },
} as const;

export function addTorture(
  parser: Argv,
  name: string,
  choose: (work: () => Promise<number>) => void,
): Argv {
  return parser.command(
    `${name} [work]`,
    'run the bot through seeded worlds full of faults, and check what must hold',
    (one) =>
      one
        .positional('work', {
          choices: ['crash', 'bugs', 'coverage'] as const,
          describe: 'die at every effect, find every planted defect, or count what worlds reach',
        })
        .options(TORTURE_OPTIONS),
    (options) => {
      choose(async () => (await import('./torture.js')).torture(options));
    },
  );
}
