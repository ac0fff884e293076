// Definition of weir venue; the options of a call are its own parameters.
import {
  type AddCommand,
  configFile,
  confirm,
  extras,
  json,
  out,
  state,
} from '../parser/options.js';

export const addVenue: AddCommand = (parser, name, { words, choose, learn }) =>
  parser.command(
    `${name} [area] [call]`,
    "make one call of the venue's interface, list them, or test it (conformance)",
    async (one) => {
      const { listOptions } = await import('./venue-flags.js');
      const flags = listOptions(words);
      learn(Object.keys(flags));
      return one
        .positional('area', { type: 'string', describe: 'area of the interface' })
        .positional('call', { type: 'string', describe: 'call of the area' })
        .options({ config: configFile, out, state, confirm, ...extras, json, ...flags });
    },
    (options) => {
      choose(async () => (await import('./venue.js')).venue(options));
    },
  );
