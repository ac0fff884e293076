// Definition of `weir torture` and its options.
import { command, json, workers } from '../parser/options.js';

const TORTURE_OPTIONS = {
  seed: { type: 'string', requiresArg: true, describe: 'one world' },
  seeds: { type: 'string', requiresArg: true, describe: 'worlds A..B; absent: 1..100' },
  config: { type: 'string', requiresArg: true, describe: 'session file; absent: the shipped one' },
  minutes: { type: 'string', requiresArg: true, describe: 'run new worlds for this long' },
  fault: { type: 'string', requiresArg: true, describe: 'groups (N V P D C X H), or ids, or none' },
  depth: { type: 'string', requiresArg: true, describe: 'crash: 1 crash in a run, or 2' },
  most: { type: 'string', requiresArg: true, describe: 'crash: most runs; bugs: most worlds' },
  only: { type: 'string', requiresArg: true, describe: 'bugs: only these defects, such as 01,22' },
  workers,
  first: { type: 'boolean', default: false, describe: 'stop at the first failure' },
  json,
  trace: { type: 'boolean', default: false, describe: 'print every event' },
} as const;

export const addTorture = command(
  'run the bot in seeded worlds with injected faults, and check invariants',
  (one) =>
    one
      .positional('work', {
        choices: ['crash', 'bugs', 'coverage'] as const,
        describe: 'crash at every effect, find planted defects, or count reached situations',
      })
      .options(TORTURE_OPTIONS),
  async (options) => (await import('./torture.js')).torture(options),
);
