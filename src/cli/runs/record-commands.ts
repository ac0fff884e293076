// Definitions of the commands that read the files of past sessions.
import { type AddCommand, command, json, out } from '../parser/options.js';

/** One entry per command. */
export const RECORDS: Readonly<Record<string, AddCommand>> = {
  journal: command(
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
    async (options) => (await import('./journal.js')).journal(options),
  ),
  replay: command(
    'run a session folder again from its journal and compare every output',
    (one) =>
      one
        .positional('session', { type: 'string', demandOption: true, describe: 'session folder' })
        .options({ out, json }),
    async (options) => (await import('./replay.js')).replay(options),
  ),
  parity: command(
    'run the rates of a paper or live session through the backtester and explain each difference',
    (one) =>
      one
        .positional('session', { type: 'string', demandOption: true, describe: 'session folder' })
        .options({
          models: {
            type: 'string',
            requiresArg: true,
            describe: 'file whose `models:` replace those of the session',
          },
          price: {
            type: 'string',
            requiresArg: true,
            default: '0',
            describe: 'largest price difference that counts as equal, pips',
          },
          time: {
            type: 'string',
            requiresArg: true,
            default: '1s',
            describe: 'largest time difference that counts as equal',
          },
          out,
          json,
        }),
    async (options) => (await import('./parity.js')).parity(options),
  ),
  report: command(
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
    async (options) => (await import('./report.js')).report(options),
  ),
};
