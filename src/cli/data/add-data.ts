// Definition of weir data.
import { command } from '../parser/options.js';
import { ACTIONS, DATA_OPTIONS } from './data-options.js';

export const addData = command(
  'recorded rates: inspect, check, convert, merge and cut them, list a folder',
  (one) =>
    one
      .positional('action', { choices: ACTIONS, demandOption: true, describe: 'what to do' })
      .positional('files', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'recordings, or a configuration with them; catalog: folders; extract: a session',
      })
      .options(DATA_OPTIONS),
  async (options) => (await import('./data.js')).data(options),
);
