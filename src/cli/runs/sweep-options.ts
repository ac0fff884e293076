// Definition of weir sweep and its options.
import { type AddCommand, cache, configOf, json, out, workers } from '../parser/options.js';

const resume = {
  type: 'boolean',
  default: false,
  describe: 'continue the sweep in --out DIR: only missing runs are made',
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
