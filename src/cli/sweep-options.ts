// The options of weir sweep.
import { type AddCommand, cache, configOf, json, out } from './options.js';

const resume = {
  type: 'boolean',
  default: false,
  describe: 'go on with the sweep in --out DIR: only what is missing is run',
} as const;
const workers = {
  type: 'string',
  requiresArg: true,
  describe: 'worker threads, as many as processors by default; 0 runs all in one thread',
} as const;

export const addSweep: AddCommand = (parser, name, { choose }) =>
  parser.command(
    `${name} <config>`,
    'backtest a session with many values of its parameters, and rank them',
    (one) => configOf(one).options({ out, resume, workers, cache, json }),
    (options) => {
      choose(async () => (await import('./sweep.js')).sweep(options));
    },
  );
