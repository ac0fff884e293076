// Options shared by commands, and the interface for adding a command to the parser.
import type { ArgumentsCamelCase, Argv } from 'yargs';

export const json = {
  type: 'boolean',
  default: false,
  describe: 'one JSON document on stdout',
} as const;
export const workers = {
  type: 'string',
  requiresArg: true,
  describe: 'worker threads, as many as processors by default; 0 runs all in one thread',
} as const;
export const out = {
  type: 'string',
  requiresArg: true,
  describe: 'session folder, new or empty',
} as const;

export const cache = {
  type: 'string',
  requiresArg: true,
  describe: 'folder for the column cache of a large recording, or off; beside it when absent',
} as const;

export const state = {
  type: 'string',
  requiresArg: true,
  describe: 'state directory of this login: journal, halts, lock; one of this user when absent',
} as const;

export function configOf(parser: Argv) {
  return parser.positional('config', {
    type: 'string',
    demandOption: true,
    describe: 'configuration file',
  });
}

export const reason = {
  type: 'string',
  requiresArg: true,
  demandOption: true,
  describe: 'why, for the journal',
} as const;
export const by = {
  type: 'string',
  requiresArg: true,
  describe: 'your name, for the journal',
} as const;

/** What adding a command needs besides its parser. */
export interface Context {
  readonly words: readonly string[];
  /** Sets the work that the command line requests. */
  readonly choose: (work: () => Promise<number>) => void;
  /** Takes the parser once it has the options of the command, for suggestions. */
  readonly learn: (parser: Argv) => void;
}

/** Adds a command to a parser under a name with its arguments; `$0` is the parser's own. */
export type AddCommand = (parser: Argv, usage: string, context: Context) => Argv;

/** Defines a command; `run` loads the command's own file. */
export function command<O>(
  text: string,
  build: (one: Argv) => Argv<O>,
  run: (options: ArgumentsCamelCase<O>) => Promise<number>,
): AddCommand {
  return (parser, usage, { choose, learn }) =>
    parser.command(
      usage,
      text,
      (one) => {
        const built = build(one);
        learn(one);
        return built;
      },
      (options) => {
        choose(() => run(options));
      },
    );
}

export const drillLog = {
  type: 'string',
  requiresArg: true,
  describe: 'file that records the drills; drills.jsonl beside the state directories when absent',
} as const;
