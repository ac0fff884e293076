// weir data ACTION FILE: how the command line takes recordings, and how they are to be read.
import type { AddCommand } from './options.js';
import { json } from './options.js';

const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const;

/** Keys of `recording:` of a configuration, for files without one. */
export const DATA_OPTIONS = {
  symbol: text('symbol of all rates, in a file that names none'),
  spread: text('what the offer is above the bid, in a file with one price only'),
  bar: text('length of bars, such as 1m, in a file that does not say it'),
  size: text('displayed size of rates that state none: units of the base, or unlimited'),
  'bad-rows': {
    type: 'string',
    requiresArg: true,
    choices: ['stop', 'skip'],
    describe: 'end at the first bad row, or set bad rows aside and count them (inspect)',
  },
  from: text('first instant that is read, such as 2026-07-13T12:00:00Z'),
  to: text('reading stops before this instant'),
  out: text('folder for the page with pictures, inspect.html, and inspect.json'),
} as const;

export const addData: AddCommand = (parser, name, { choose }) =>
  parser.command(
    `${name} <action> <file>`,
    'look at recorded rates: what is in a file, and what is wrong with it',
    (one) =>
      one
        .positional('action', {
          choices: ['inspect'] as const,
          demandOption: true,
          describe: 'what is done',
        })
        .positional('file', {
          type: 'string',
          demandOption: true,
          describe: 'a recording, or a configuration with one',
        })
        .options({ ...DATA_OPTIONS, json }),
    (options) => {
      choose(async () => (await import('./data.js')).data(options));
    },
  );
