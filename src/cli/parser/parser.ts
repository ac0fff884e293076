// Parser of the command line: each command's file is loaded only when the command is called.
import yargs, { type Argv } from 'yargs';
import { CONTROLS } from '../bot/control-commands.js';
import { addData } from '../data/data-options.js';
import { addDoctor } from '../bot/doctor/add-doctor.js';
import { addLimits } from '../check/limits-options.js';
import { addGlossary } from '../check/glossary-options.js';
import {
  acceptance,
  type AddCommand,
  approval,
  cache,
  configOf,
  drillLog,
  events,
  type Context,
  explain,
  history,
  json,
  live,
  out,
  policy,
  recording,
  records,
  resumed,
  state,
} from './options.js';
import type { FirstKill } from '../bot/kill/latch-first.js';
import { RECORDS } from '../runs/record-commands.js';
import { addSweep } from '../runs/sweep-options.js';
import { replaceFormerNames } from './former-names.js';
import { OPTIONS } from './option-names.js';
import { printNote } from '../output.js';
import { addTorture } from '../dev/torture-options.js';
import { addList } from '../list-command.js';
import { checkCommand, checkOnce, checkSwitches, explainUsage } from './usage.js';
import { addVenue } from '../venue/venue-options.js';

/** Commands that run strategies. */
const SESSIONS: Readonly<Record<string, AddCommand>> = {
  paper: (parser, name, { choose }) =>
    parser.command(
      `${name} <config>`,
      'run strategies against a simulator that is started for them',
      (one) => configOf(one).options({ out, ...resumed, json }),
      (options) => {
        choose(async () => (await import('../bot/paper.js')).paper(options));
      },
    ),
  backtest: (parser, name, { choose }) =>
    parser.command(
      `${name} <config>`,
      'run strategies over recorded rates, in process',
      (one) => configOf(one).options({ out, cache, events, json }),
      (options) => {
        choose(async () => (await import('../runs/backtest.js')).backtest(options));
      },
    ),
  sweep: addSweep,
  run: (parser, name, { choose }) =>
    parser.command(
      `${name} <config>`,
      'run strategies against the venue at the configured base URL',
      (one) => configOf(one).options({ out, state, live, ...acceptance, json }),
      (options) => {
        choose(async () => (await import('../bot/run.js')).run(options));
      },
    ),
};

/** Other commands for sessions. */
const OTHERS: Readonly<Record<string, AddCommand>> = {
  record: (parser, name, { choose }) =>
    parser.command(
      `${name} <config>`,
      'record the polled rates of the venue at the configured base URL; only reads',
      (one) => configOf(one).options({ ...recording, json }),
      (options) => {
        choose(async () => (await import('../data/record.js')).record(options));
      },
    ),
  simulate: (parser, name, { choose }) =>
    parser.command(
      `${name} [config]`,
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
      (options) => {
        choose(async () => (await import('../venue/simulate.js')).simulate(options));
      },
    ),
  check: (parser, name, { choose }) =>
    parser.command(
      `${name} [config]`,
      'check a file and all files that it names, or explain a policy',
      (one) =>
        one
          .positional('config', { type: 'string', describe: 'configuration file' })
          .options({ policy, explain, state, ...approval, json }),
      (options) => {
        choose(async () => (await import('../check/check.js')).check(options));
      },
    ),
};

/** Commands that test the bot. */
const TESTS: Readonly<Record<string, AddCommand>> = {
  torture: (parser, name, { choose }) => addTorture(parser, name, choose),
  drill: (parser, name, { choose }) =>
    parser.command(
      `${name} <path>`,
      'measure the kill path, or the recovery from a crash, against a simulator',
      (one) =>
        one
          .positional('path', {
            choices: ['kill', 'crash'] as const,
            demandOption: true,
            describe: 'what to measure',
          })
          .options({ records, log: drillLog, json }),
      (options) => {
        choose(async () => (await import('../dev/drill.js')).drill(options));
      },
    ),
  doctor: addDoctor,
};

const LISTS: Readonly<Record<string, AddCommand>> = {
  data: addData,
  limits: addLimits,
  strategies: (parser, name, { choose }) =>
    addList(parser, name, 'list the shipped strategies and their parameters', (options) => {
      choose(async () => (await import('../check/strategies.js')).listStrategies(options));
    }),
  glossary: addGlossary,
  controls: (parser, name, { choose }) =>
    parser.command(
      `${name} [config]`,
      'list the risk controls: limit, action, tests, owner, what they did, drills',
      (one) =>
        one
          .positional('config', {
            type: 'string',
            describe: 'configuration whose limits and owners to show',
          })
          .options({ state: history, drills: drillLog, json }),
      (options) => {
        choose(async () => (await import('../check/controls.js')).showControls(options));
      },
    ),
};

/** Started by other commands. */
const PARTS: Readonly<Record<string, AddCommand>> = {
  'sweep-worker': (parser, name, { choose }) =>
    parser.command(name, false, {}, () => {
      choose(async () => (await import('../runs/sweep-worker.js')).serveSweep());
    }),
  'torture-worker': (parser, name, { choose }) =>
    parser.command(name, false, {}, () => {
      choose(async () => (await import('../dev/torture-threads.js')).serveTorture());
    }),
};

/** Commands that the help does not list. */
const HIDDEN: readonly string[] = ['sweep-worker', 'torture-worker'];
const HELP_WORDS = ['--help', '-h', 'help'];

const ALL: Readonly<Record<string, AddCommand>> = {
  ...SESSIONS,
  ...CONTROLS,
  ...OTHERS,
  ...RECORDS,
  ...TESTS,
  ...LISTS,
  ...PARTS,
  venue: addVenue,
};

/** Runs a command line and returns its exit code; `first` is the result of the first kill step. */
export async function runCommandLine(given: readonly string[], first?: FirstKill): Promise<number> {
  const words = replaceFormerNames(given, printNote);
  const [word = ''] = words;
  const killed = word === 'kill' ? (first ?? (await latch(words))) : undefined;
  if (killed?.words.help === false) return runKill(killed);
  if (!HIDDEN.includes(word)) checkCommand(words);
  checkSwitches(words);
  let chosen = (): Promise<number> => Promise.resolve(0);
  const known = [...(OPTIONS[word] ?? []), 'help', 'version'];
  const context: Context = {
    words,
    choose: (work) => {
      chosen = work;
    },
    learn: (options) => known.push(...options),
  };
  const ownHelp = word === 'venue';
  const needsHelp = !ownHelp && words.some((one) => HELP_WORDS.includes(one));
  const add = needsHelp || !Object.hasOwn(ALL, word) ? undefined : ALL[word];
  const parser = add === undefined ? createParser(context) : createCommandParser(add, context);
  let read: Readonly<Record<string, unknown>>;
  try {
    read = await setUp(parser, words, known).parseAsync();
  } catch (error) {
    // Commands with options that are loaded late report errors here instead of through `fail`.
    if (!(error instanceof Error) || error.name !== 'YError') throw error;
    throw explainUsage(error.message, words, known);
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
    (some, [name, add]) => add(some, name, context),
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
  return add(yargs(rest), '$0', context).scriptName(`weir ${word}`);
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
