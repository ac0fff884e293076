// Definition of weir limits and its options.
import { type AddCommand, configOf, json } from '../parser/options.js';

export const addLimits: AddCommand = (parser, name, { choose }) =>
  parser.command(
    `${name} <action> <config>`,
    'suggest limits that refuse no order of a session, from its backtest',
    (one) =>
      configOf(
        one.positional('action', { choices: ['suggest'] as const, describe: 'what to do' }),
      ).options({ json }),
    (options) => {
      choose(async () => (await import('./limits.js')).suggest(options));
    },
  );
