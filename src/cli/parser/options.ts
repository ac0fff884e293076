// Options shared by commands, and the interface for adding a command to the parser.
import type { Argv } from 'yargs';

export const json = {
  type: 'boolean',
  default: false,
  describe: 'one JSON document on stdout',
} as const;
export const configFile = {
  type: 'string',
  requiresArg: true,
  describe: 'session file with the venue and the login',
} as const;
export const confirm = {
  type: 'string',
  requiresArg: true,
  describe: 'confirmation phrase of a call that moves trades or money',
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

export const events = {
  type: 'boolean',
  default: false,
  describe: 'write every order, fill, refusal, note and halt to events.ndjson too',
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

export const orders = {
  type: 'boolean',
  default: false,
  describe: 'venue conformance: also place orders of the least size and request quotes',
} as const;

export const backOffice = {
  type: 'boolean',
  default: false,
  describe:
    'venue conformance --orders: also book trades of the least size as a broker or sales-dealer ' +
    'user, change them and cancel them',
} as const;
export const stp = {
  type: 'boolean',
  default: false,
  describe:
    'venue conformance: also download up to 10 STP records, which no other reader then gets, and ' +
    'make the venue send the records of those dates again',
} as const;
export const limits = {
  type: 'boolean',
  default: false,
  describe:
    'venue conformance: also send requests until the venue rejects them: 50 reads a second, ' +
    '8 logins, 25 long failed logins; a venue may lock the user or the address for that',
} as const;
export const extras = { orders, 'back-office': backOffice, stp, limits } as const;

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

/** Options of a start that needs an operator's acceptance. */
export const acceptance = {
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
} as const;

/** An operator's approval of all parts of a live start. */
export const approval = {
  approve: {
    type: 'boolean',
    default: false,
    describe: 'approve the session as it is now, for live; with --by and --reason',
  },
  by,
  reason: { ...reason, demandOption: false },
} as const;
export const live = {
  type: 'boolean',
  default: false,
  describe: 'confirm that the venue is live; asks you to type the account',
} as const;

/** Continues a paper session where it ended or was killed. */
export const resumed = {
  resume: {
    type: 'boolean',
    default: false,
    describe: 'continue the paper session in --out DIR: its venue, journal and parents',
  },
} as const;

/** What adding a command needs besides its parser. */
export interface Context {
  readonly words: readonly string[];
  /** Sets the work that the command line requests. */
  readonly choose: (work: () => Promise<number>) => void;
  /** Registers options that only this command line has, for suggestions. */
  readonly learn: (options: readonly string[]) => void;
}

/** Adds a command to a parser under a name; `$0` is the parser's own. */
export type AddCommand = (parser: Argv, name: string, context: Context) => Argv;

export const policy = {
  type: 'string',
  requiresArg: true,
  describe: 'policy file: print all its rules, or the one for the case of --explain',
} as const;

export const explain = {
  type: 'string',
  requiresArg: true,
  describe: 'a case, e.g. "place 400 RequestValidationError.amount": its rule, line and counters',
} as const;

/** Folder and part size of a recording. */
export const recording = {
  out: { type: 'string', requiresArg: true, describe: 'folder, new or of an earlier recording' },
  part: {
    type: 'string',
    requiresArg: true,
    default: '16',
    describe: 'size at which a part is closed and compacted, megabytes',
  },
} as const;

/** Tolerated differences between a session and its backtest. */
export const tolerance = {
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
} as const;

export const records = {
  type: 'string',
  requiresArg: true,
  describe: 'crash: records in the journal, up to 10000000',
} as const;
export const history = {
  type: 'string',
  requiresArg: true,
  describe: 'state directory or session folder: list what its controls did, from its journal',
} as const;
export const drillLog = {
  type: 'string',
  requiresArg: true,
  describe: 'file that records the drills; drills.jsonl beside the state directories when absent',
} as const;
