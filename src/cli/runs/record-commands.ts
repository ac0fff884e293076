// Definitions of the commands that read the files of past sessions.
import { type AddCommand, json, out, tolerance } from '../parser/options.js';

/** One entry per command. */
export const RECORDS: Readonly<Record<string, AddCommand>> = {
  journal: (parser, name, { choose }) =>
    parser.command(
      `${name} <action> <folder>`,
      'verify or export a journal, or list journals past their retention; only reads',
      (one) =>
        one
          .positional('action', {
            choices: ['verify', 'export', 'expired'] as const,
            demandOption: true,
            describe: 'verify the chain and its states, print every record, or list old journals',
          })
          .positional('folder', {
            type: 'string',
            demandOption: true,
            describe: 'state directory, session folder or journal; expired: all journals below it',
          })
          .options({
            json,
            years: {
              type: 'string',
              requiresArg: true,
              default: '5',
              describe: 'expired: how long journals are kept',
            },
          }),
      (options) => {
        choose(async () => (await import('./journal.js')).journal(options));
      },
    ),
  replay: (parser, name, { choose }) =>
    parser.command(
      `${name} <session>`,
      'run a session folder again from its journal and compare every output',
      (one) =>
        one
          .positional('session', { type: 'string', demandOption: true, describe: 'session folder' })
          .options({ out, json }),
      (options) => {
        choose(async () => (await import('./replay.js')).replay(options));
      },
    ),
  parity: (parser, name, { choose }) =>
    parser.command(
      `${name} <session>`,
      'run the rates of a paper or live session through the backtester and explain each difference',
      (one) =>
        one
          .positional('session', { type: 'string', demandOption: true, describe: 'session folder' })
          .options({ ...tolerance, out, json }),
      (options) => {
        choose(async () => (await import('./parity.js')).parity(options));
      },
    ),
  report: (parser, name, { choose }) =>
    parser.command(
      `${name} <sessions..>`,
      'make the report of a session again from its journal, or compare several sessions',
      (one) =>
        one
          .positional('sessions', {
            type: 'string',
            array: true,
            demandOption: true,
            describe: 'session folders',
          })
          .options({ out, json }),
      (options) => {
        choose(async () => (await import('./report.js')).report(options));
      },
    ),
};
