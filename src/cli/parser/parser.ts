// Parser of the command line: each command's file is loaded only when the command is called.
import yargs, { type Argv } from 'yargs';
import { CONTROLS } from '../bot/control-commands.js';
import { addData } from '../data/add-data.js';
import {
  type AddCommand,
  by,
  cache,
  command,
  configOf,
  type Context,
  drillLog,
  json,
  out,
  reason,
  state,
  workers,
} from './options.js';
import type { FirstKill } from '../bot/kill/latch-first.js';
import { RECORDS } from '../runs/record-commands.js';
import { replaceFormerNames } from './former-names.js';
import { printNote } from '../output.js';
import { addTorture } from '../dev/torture-options.js';
import { checkCommand, checkOnce, checkSwitches, explainUsage, findArguments } from './usage.js';
import { addVenue } from '../venue/add-venue.js';

/** Commands that run strategies. */
const SESSIONS: Readonly<Record<string, AddCommand>> = {
  paper: command(
    'run strategies against a simulator that is started for them',
    (one) =>
      configOf(one).options({
        out,
        resume: {
          type: 'boolean',
          default: false,
          describe: 'continue the paper session in --out DIR: its venue, journal and parents',
        },
        json,
      }),
    async (options) => (await import('../bot/paper.js')).paper(options),
  ),
  backtest: command(
    'run strategies over recorded rates, in process',
    (one) =>
      configOf(one).options({
        out,
        cache,
        events: {
          type: 'boolean',
          default: false,
          describe: 'write every order, fill, refusal, note and halt to events.ndjson too',
        },
        json,
      }),
    async (options) => (await import('../runs/backtest.js')).backtest(options),
  ),
  sweep: command(
    'backtest a session with many values of its parameters, and rank them',
    (one) =>
      configOf(one).options({
        out,
        resume: {
          type: 'boolean',
          default: false,
          describe: 'continue the sweep in --out DIR: only missing runs are made',
        },
        workers,
        cache,
        json,
      }),
    async (options) => (await import('../runs/sweep.js')).sweep(options),
  ),
  run: command(
    'run strategies against the venue at the configured base URL',
    (one) =>
      configOf(one).options({
        out,
        state,
        live: {
          type: 'boolean',
          default: false,
          describe: 'confirm that the venue is live; asks you to type the account',
        },
        'accept-limit-increase': {
          type: 'boolean',
          default: false,
          describe: 'start with looser limits than the previous run; with --by and --reason',
        },
        'accept-lost-journal': {
          type: 'boolean',
          default: false,
          describe: 'start although the journal has lost records; with --by and --reason',
        },
        by,
        reason: { ...reason, demandOption: false },
        json,
      }),
    async (options) => (await import('../bot/run.js')).run(options),
  ),
};

/** Other commands for sessions. */
const OTHERS: Readonly<Record<string, AddCommand>> = {
  record: command(
    'record the polled rates of the venue at the configured base URL; only reads',
    (one) =>
      configOf(one).options({
        out: {
          type: 'string',
          requiresArg: true,
          describe: 'folder, new or of an earlier recording',
        },
        part: {
          type: 'string',
          requiresArg: true,
          default: '16',
          describe: 'size at which a part is closed and compacted, megabytes',
        },
        json,
      }),
    async (options) => (await import('../data/record.js')).record(options),
  ),
  simulate: command(
    'serve the simulated venue over HTTP',
    (one) =>
      one.positional('config', { type: 'string', describe: 'simulator file' }).options({
        rates: { type: 'string', requiresArg: true, describe: 'recording to play' },
        port: { type: 'string', requiresArg: true, describe: 'port, 0 for a free one' },
        speed: {
          type: 'string',
          requiresArg: true,
          describe: 'seconds of session time in a real second',
        },
        origin: { choices: ['recording', 'now'] as const, describe: 'where session time starts' },
        scenario: { type: 'string', requiresArg: true, describe: 'file of faults to inject' },
        save: { type: 'string', requiresArg: true, describe: 'write the state here at the end' },
        restore: { type: 'string', requiresArg: true, describe: 'saved state to continue from' },
        json,
        'from-parent': { type: 'boolean', default: false, hidden: true },
      }),
    async (options) => (await import('../venue/simulate.js')).simulate(options),
  ),
  check: command(
    'check a file and all files that it names, or explain a policy',
    (one) =>
      one.positional('config', { type: 'string', describe: 'configuration file' }).options({
        policy: {
          type: 'string',
          requiresArg: true,
          describe: 'policy file: print all its rules, or the one for the case of --explain',
        },
        explain: {
          type: 'string',
          requiresArg: true,
          describe:
            'a case, e.g. "place 400 RequestValidationError.amount": its rule, line and counters',
        },
        state,
        approve: {
          type: 'boolean',
          default: false,
          describe: 'approve the session as it is now, for live; with --by and --reason',
        },
        by,
        reason: { ...reason, demandOption: false },
        json,
      }),
    async (options) => (await import('../check/check.js')).check(options),
  ),
};

/** Commands that test the bot. */
const TESTS: Readonly<Record<string, AddCommand>> = {
  torture: addTorture,
  drill: command(
    'measure the kill path, or the recovery from a crash, against a simulator',
    (one) =>
      one
        .positional('path', {
          choices: ['kill', 'crash'] as const,
          demandOption: true,
          describe: 'what to measure',
        })
        .options({
          records: {
            type: 'string',
            requiresArg: true,
            describe: 'crash: records in the journal, up to 10000000',
          },
          log: drillLog,
          json,
        }),
    async (options) => (await import('../dev/drill.js')).drill(options),
  ),
  doctor: command(
    'find within 10 s what prevents a session from trading: clock, network, login, disk, state',
    (one) => configOf(one).options({ state, json }),
    async (options) => (await import('../bot/doctor/doctor.js')).doctor(options),
  ),
};

const LISTS: Readonly<Record<string, AddCommand>> = {
  data: addData,
  limits: command(
    'suggest limits that refuse no order of a session, from its backtest',
    (one) =>
      configOf(
        one.positional('action', { choices: ['suggest'] as const, describe: 'what to do' }),
      ).options({ json }),
    async (options) => (await import('../check/limits.js')).suggest(options),
  ),
  strategies: command(
    'list the shipped strategies and their parameters',
    (one) => one.options({ json }),
    async (options) => (await import('../check/strategies.js')).listStrategies(options),
  ),
  glossary: command(
    'explain a term of tables and pages, or list all terms',
    (one) =>
      one
        .positional('word', { type: 'string', array: true, describe: 'term to explain' })
        .options({ json }),
    async (options) => (await import('../check/glossary.js')).glossary(options),
  ),
  controls: command(
    'list the risk controls: limit, action, tests, owner, what they did, drills',
    (one) =>
      one
        .positional('config', {
          type: 'string',
          describe: 'configuration whose limits and owners to show',
        })
        .options({
          state: {
            type: 'string',
            requiresArg: true,
            describe:
              'state directory or session folder: list what its controls did, from its journal',
          },
          drills: drillLog,
          json,
        }),
    async (options) => (await import('../check/controls.js')).showControls(options),
  ),
};

/** Worker threads, which other commands start. */
const WORKERS: Readonly<Record<string, () => Promise<number>>> = {
  'sweep-worker': async () => (await import('../runs/sweep-worker.js')).serveSweep(),
  'torture-worker': async () => (await import('../dev/torture-threads.js')).serveTorture(),
};

const HELP_WORDS = ['--help', '-h', 'help'];

const ALL: Readonly<Record<string, AddCommand>> = {
  ...SESSIONS,
  ...CONTROLS,
  ...OTHERS,
  ...RECORDS,
  ...TESTS,
  ...LISTS,
  venue: addVenue,
};

/** Runs a command line and returns its exit code; `first` is the result of the first kill step. */
export async function runCommandLine(given: readonly string[], first?: FirstKill): Promise<number> {
  const args = replaceFormerNames(given, printNote);
  const [word = ''] = args;
  const killed = word === 'kill' ? (first ?? (await latch(args))) : undefined;
  if (killed?.words.help === false) return runKill(killed);
  const serve = Object.hasOwn(WORKERS, word) ? WORKERS[word] : undefined;
  if (serve !== undefined) return serve();
  checkCommand(args);
  checkSwitches(args);
  let chosen = (): Promise<number> => Promise.resolve(0);
  const known = ['help', 'version'];
  const context: Context = {
    words: args,
    choose: (work) => {
      chosen = work;
    },
    learn: (parser) => known.push(...listOptionNames(parser, word)),
  };
  const ownHelp = word === 'venue';
  const needsHelp = !ownHelp && args.some((one) => HELP_WORDS.includes(one));
  const add = needsHelp || !Object.hasOwn(ALL, word) ? undefined : ALL[word];
  const parser = add === undefined ? createParser(context) : createCommandParser(add, context);
  let read: Readonly<Record<string, unknown>>;
  try {
    read = await setUp(parser, args, known).parseAsync();
  } catch (error) {
    // Commands with options that are loaded late report errors here instead of through `fail`.
    if (!(error instanceof Error) || error.name !== 'YError') throw error;
    throw explainUsage(error.message, args, known);
  }
  try {
    return await chosen();
  } catch (error) {
    throw await (await import('../explain-file-kind.js')).explainPath(error, word, read);
  }
}

async function latch([, ...words]: readonly string[]): Promise<FirstKill> {
  return (await import('../bot/kill/latch-first.js')).latchFirst(words, performance.now());
}

/** Bypasses the parser: no argument may prevent a kill. */
async function runKill(first: FirstKill): Promise<number> {
  const [config] = first.words.configs;
  try {
    return await (await import('../bot/kill.js')).kill(first);
  } catch (error) {
    throw await (await import('../explain-file-kind.js')).explainPath(error, 'kill', { config });
  }
}

/** The text of `weir --help`. */
export function renderHelp(): Promise<string> {
  const context = { words: [], choose: () => undefined, learn: () => undefined };
  return setUp(createParser(context), [], []).getHelp();
}

/** The parser of all commands, for general help and for options before a command. */
function createParser(context: Context): Argv {
  const parser = Object.entries(ALL).reduce(
    (some, [name, add]) => add(some, withArguments(name, name), context),
    yargs([...context.words]),
  );
  return parser
    .scriptName('weir')
    .usage('$0 <command>: execution bots behind a risk gate, on paper, in backtests, over HTTP')
    .example('$0 paper config/paper.yaml', 'TWAP of 5,000,000 EUR over a recorded hour')
    .example('$0 backtest config/backtest.yaml', 'the same strategy in process')
    .example('$0 simulate --port 8787 --speed 10', 'a venue for your own client')
    .example('$0 replay sessions/paper-1', 'prove what a session did')
    .example('$0 report sessions/paper-1 sessions/paper-2', 'compare two sessions')
    .epilogue(
      'Exit codes: 0 done, 1 fault, 2 wrong command line, 3 halted or orders not proven ended.',
    )
    .demandCommand(1, 'expected a command, found none');
}

/**
 * The parser of a single command: faster, since all commands would build their help in every run.
 */
function createCommandParser(add: AddCommand, context: Context): Argv {
  const [word = '', ...rest] = context.words;
  return add(yargs(rest), withArguments('$0', word), context).scriptName(`weir ${word}`);
}

/** Arguments that may be left out, though messages demand them or do not name them. */
const OPTIONAL: Readonly<Record<string, string>> = { check: '[config]', torture: '[work]' };

const argumentsOf = (word: string): string => OPTIONAL[word] ?? findArguments(word);

function withArguments(name: string, word: string): string {
  return `${name} ${argumentsOf(word)}`.trim();
}

/** What yargs knows of its options; its types lack it. */
interface WithOptions {
  getOptions(): { readonly key: object; readonly hiddenOptions: readonly string[] };
}

/** Names of the options that a parser shows, without those of arguments. */
function listOptionNames(parser: Argv, word: string): readonly string[] {
  const { hiddenOptions, key } = (parser as Argv & WithOptions).getOptions();
  const names = [...argumentsOf(word).matchAll(/\w+/g)].map(([name]) => name);
  return Object.keys(key).filter((one) => !hiddenOptions.includes(one) && !names.includes(one));
}

function setUp(parser: Argv, words: readonly string[], known: readonly string[]): Argv {
  return parser
    .alias('help', 'h')
    .strict()
    .wrap(100)
    .exitProcess(false)
    .middleware((options) => {
      checkOnce(options);
    })
    .fail((message: string | null, error: Error | undefined) => {
      if (message === null && error !== undefined) throw error;
      throw explainUsage(message ?? '', words, known);
    });
}
