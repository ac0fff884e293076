// The parser of the command line: one file per command, loaded when it is called.
import yargs, { type Argv } from 'yargs';
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

/** Options by command, for the nearest known name. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  paper: ['out', 'json'],
  backtest: ['out', 'json'],
  run: ['out', 'json'],
  simulate: ['rates', 'port', 'speed', 'origin'],
  check: ['json'],
  replay: ['out', 'json'],
  strategies: ['json'],
};

/** What a command line came to. */
interface Outcome {
  exitCode: number;
}

/** Runs a command line and returns its exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  if (words[0] !== 'generate') checkCommand(words); // which the help does not list
  const outcome: Outcome = { exitCode: 0 };
  await createParser(words, outcome).parseAsync();
  return outcome.exitCode;
}

/** The text of `weir --help`. */
export function renderHelp(): Promise<string> {
  return createParser([], { exitCode: 0 }).getHelp();
}

function createParser(words: readonly string[], outcome: Outcome): Argv {
  return addCommands(yargs([...words]), outcome)
    .scriptName('weir')
    .usage('$0 <command>: execution bots behind a risk gate, on paper, in backtests, over HTTP')
    .example('$0 paper config/paper.yaml', 'TWAP of 5,000,000 EUR over a recorded hour')
    .example('$0 backtest config/backtest.yaml', 'the same strategy in process')
    .example('$0 simulate --port 8787 --speed 10', 'a venue for your own client')
    .example('$0 replay sessions/paper-1', 'prove what a session did')
    .epilogue(
      'Exit codes: 0 done, 1 fault, 2 wrong command line, 3 halted or orders not proven ended.',
    )
    .demandCommand(1, 'expected a command, found none')
    .alias('help', 'h')
    .strict()
    .wrap(100)
    .exitProcess(false)
    .middleware((options) => {
      checkOnce(options);
    })
    .fail((message: string | null, error: Error | undefined) => {
      if (message === null && error !== undefined) throw error;
      const [command = ''] = words;
      throw explainUsage(message ?? '', command, [...(OPTIONS[command] ?? []), 'help', 'version']);
    });
}

function addCommands(parser: Argv, outcome: Outcome): Argv {
  return addLists(addOthers(addSessions(parser, outcome), outcome), outcome);
}

/** Commands that run strategies. */
function addSessions(parser: Argv, outcome: Outcome): Argv {
  return parser
    .command(
      'paper <config>',
      'run strategies against a simulator that is started for them',
      (one) => configOf(one).options({ out, json }),
      async (options) => {
        outcome.exitCode = await (await import('./paper.js')).paper(options);
      },
    )
    .command(
      'backtest <config>',
      'run strategies over recorded rates, in process',
      (one) => configOf(one).options({ out, json }),
      async (options) => {
        outcome.exitCode = await (await import('./backtest.js')).backtest(options);
      },
    )
    .command(
      'run <config>',
      'run strategies against the venue at the configured base URL',
      (one) => configOf(one).options({ out, json }),
      async (options) => {
        outcome.exitCode = await (await import('./run.js')).run(options);
      },
    );
}

/** Commands around them. */
function addOthers(parser: Argv, outcome: Outcome): Argv {
  return parser
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
        outcome.exitCode = await (await import('./simulate.js')).simulate(options);
      },
    )
    .command(
      'check <config>',
      'check a configuration and all that it names',
      (one) => configOf(one).options({ json }),
      async (options) => {
        outcome.exitCode = await (await import('./check.js')).check(options);
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
        outcome.exitCode = await (await import('./replay.js')).replay(options);
      },
    );
}

/** Commands that list and write. */
function addLists(parser: Argv, outcome: Outcome): Argv {
  return parser
    .command(
      'strategies',
      'list the shipped strategies and their parameters',
      (one) => one.options({ json }),
      async (options) => {
        outcome.exitCode = await (await import('./strategies.js')).listStrategies(options);
      },
    )
    .command(
      'generate [root]',
      false, // for those who change Weir itself
      (one) => one.positional('root', { type: 'string', describe: 'root of the repository' }),
      async ({ root }) => {
        outcome.exitCode = await (
          await import('./generate.js')
        ).generate(root === undefined ? {} : { root });
      },
    );
}
