// Definition of weir venue.
import type { AddCommand } from '../parser/options.js';
import { OPTIONS } from './venue-options.js';

export const addVenue: AddCommand = (parser, usage, { words, choose, learn }) =>
  parser.command(
    usage,
    "make one call of the venue's interface, list them, or test it (conformance)",
    async (one) => {
      const { listOptions } = await import('./venue-flags.js');
      const built = one
        .positional('area', { type: 'string', describe: 'area of the interface' })
        .positional('call', { type: 'string', describe: 'call of the area' })
        .options({ ...OPTIONS, ...listOptions(words) });
      learn(one);
      return built;
    },
    (options) => {
      choose(async () => (await import('./venue.js')).venue(options));
    },
  );
