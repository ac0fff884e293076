#!/usr/bin/env node
// The command line: one file per command, loaded when it is called.
import yargs, { type Argv } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { CommandError, EXIT } from './output.js';
import { checkCommand, checkOnce, explainUsage } from './usage.js';

const json = { type: 'boolean', default: false, describe: 'one JSON document on stdout' } as const;
const out = {
  type: 'string',
  requiresArg: true,
  describe: 'session folder, new or empty',
} as const;

function configOf(parser: Argv) {
  return parser.positional('config', {
    type: 'string',
    demandOption: true,
    describe: 'configuration file',
  });
}

let exitCode: number = EXIT.done;

const words = hideBin(process.argv);
const OPTIONS = ['out', 'json', 'rates', 'port', 'speed', 'origin', 'help', 'version'];

const parser = yargs(words)
  .scriptName('weir')
  .usage('$0 <command>: execution bots behind a risk gate, on paper, in backtests, over HTTP')
  .command(
    'paper <config>',
    'run strategies against a simulator that is started for them',
    (one) => configOf(one).options({ out, json }),
    async (options) => {
      exitCode = await (await import('./paper.js')).paper(options);
    },
  )
  .command(
    'backtest <config>',
    'run strategies over recorded rates, in process',
    (one) => configOf(one).options({ out, json }),
    async (options) => {
      exitCode = await (await import('./backtest.js')).backtest(options);
    },
  )
  .command(
    'run <config>',
    'run strategies against the venue at the configured base URL',
    (one) => configOf(one).options({ out, json }),
    async (options) => {
      exitCode = await (await import('./run.js')).run(options);
    },
  )
  .command(
    'simulate [config]',
    'serve the simulated venue over HTTP',
    (one) =>
      one.positional('config', { type: 'string', describe: 'simulator file' }).options({
        rates: { type: 'string', requiresArg: true, describe: 'recording to play' },
        port: { type: 'string', requiresArg: true, describe: 'port, 0 for a free one' },
        speed: { type: 'string', requiresArg: true, describe: 'session time over real time' },
        origin: { choices: ['recording', 'now'] as const, describe: 'where session time starts' },
        'from-parent': { type: 'boolean', default: false, hidden: true },
      }),
    async (options) => {
      exitCode = await (await import('./simulate.js')).simulate(options);
    },
  )
  .command(
    'check <config>',
    'check a configuration and all that it names',
    (one) => configOf(one).options({ json }),
    async (options) => {
      exitCode = await (await import('./check.js')).check(options);
    },
  )
  .command(
    'replay <session>',
    'run a session folder again from its journal and compare every output',
    (one) =>
      one
        .positional('session', { type: 'string', demandOption: true, describe: 'session folder' })
        .options({ out, json }),
    async (options) => {
      exitCode = await (await import('./replay.js')).replay(options);
    },
  )
  .command(
    'strategies',
    'list the shipped strategies and their parameters',
    (one) => one.options({ json }),
    async (options) => {
      exitCode = await (await import('./strategies.js')).listStrategies(options);
    },
  )
  .command(
    'generate [root]',
    false, // for those who change Weir itself
    (one) => one.positional('root', { type: 'string', describe: 'root of the repository' }),
    async ({ root }) => {
      exitCode = await (await import('./generate.js')).generate(root === undefined ? {} : { root });
    },
  )
  .example('$0 paper config/paper.yaml', 'TWAP of 5,000,000 EUR over a recorded hour')
  .example('$0 backtest config/backtest.yaml', 'the same strategy in process')
  .example('$0 simulate --port 8787 --speed 10', 'a venue for your own client')
  .example('$0 replay sessions/paper-1', 'prove what a session did')
  .epilogue(
    'Exit codes: 0 done, 1 fault, 2 wrong command line, 3 halted or orders not proven ended.',
  )
  .demandCommand(1, 'expected a command, found none')
  .strict()
  .wrap(100)
  .exitProcess(false)
  .middleware((options) => {
    checkOnce(options);
  })
  .fail((message: string | null, error: Error | undefined) => {
    if (message === null && error !== undefined) throw error;
    throw explainUsage(message ?? '', words[0] ?? '', OPTIONS);
  });

try {
  if (words[0] !== 'generate') checkCommand(words); // which the help does not list
  await parser.parseAsync();
  process.exitCode = exitCode;
} catch (error) {
  if (error instanceof CommandError) {
    if (error.message !== '') process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  } else {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`weir: a bug in Weir, please report it:\n${text}\n`);
    process.exitCode = EXIT.bug;
  }
}
