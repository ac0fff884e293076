// Definitions of the commands that reach a bot in another process, running, hanging or dead.
import { EXIT } from '../output.js';
import {
  type AddCommand,
  by,
  command,
  configOf,
  json,
  out,
  reason,
  state,
} from '../parser/options.js';

/** At least `MIN_REASON` characters, so that somebody can understand the reason later. */
const longReason = {
  ...reason,
  describe: 'why, for the journal, in at least 15 characters',
} as const;

const second = {
  type: 'string',
  requiresArg: true,
  describe: 'second operator who approves: another name of operators',
} as const;

/** Commands to a bot in another process, one entry each; `kill` is RC63. */
export const CONTROLS: Readonly<Record<string, AddCommand>> = {
  // Defined only for the help: kill/kill-messages.ts reads the arguments.
  kill: command(
    'stop a bot and cancel its orders, whether it runs, hangs or is dead',
    (one) =>
      configOf(one).options({
        state,
        reason: { ...reason, demandOption: false, describe: 'why, for the journal, if known' },
        by,
        'all-bots': {
          type: 'boolean',
          default: false,
          describe: 'cancel the orders of the other bots of Weir on the login as well',
        },
        json,
      }),
    () => Promise.resolve(EXIT.usage),
  ),
  watchdog: command(
    'watch a bot: halt it and cancel its orders when its heartbeat stops',
    (one) =>
      configOf(one).options({
        state,
        json,
        'from-parent': { type: 'boolean', default: false, hidden: true },
      }),
    async (options) => (await import('./watchdog.js')).watch(options),
  ),
  status: command(
    'show halts, orders, positions and parents of a bot',
    (one) => configOf(one).options({ state, json }),
    async (options) => (await import('./status.js')).status(options),
  ),
  resume: command(
    'clear a halt after checks; asks you to type its cause',
    (one) =>
      configOf(one).options({
        state,
        reason: longReason,
        json,
        by: { ...by, demandOption: true },
        second,
        halt: {
          type: 'string',
          requiresArg: true,
          describe: 'ids, if several halts are in force',
        },
        support: { type: 'string', requiresArg: true, describe: "the venue's support case" },
        'accept-positions': {
          type: 'boolean',
          default: false,
          describe: "adopt the venue's positions: the difference is trades made by hand",
        },
      }),
    async (options) => (await import('./resume.js')).resume(options),
  ),
  flatten: command(
    "cancel a bot's orders and close its positions; asks you to type a confirmation",
    (one) =>
      configOf(one).options({
        state,
        out,
        reason: longReason,
        json,
        by: { ...by, demandOption: true },
        support: { type: 'string', requiresArg: true, describe: "the venue's support case" },
      }),
    async (options) => (await import('./flatten.js')).flatten(options),
  ),
  resolve: command(
    'state what became of an order of unknown outcome',
    (one) =>
      configOf(one)
        .positional('coId', { type: 'string', demandOption: true, describe: 'order' })
        .options({
          state,
          reason,
          json,
          as: { choices: ['lost', 'live', 'filled'] as const, demandOption: true },
          by: { ...by, demandOption: true },
          'venue-confirmed': {
            type: 'boolean',
            default: false,
            describe: 'the venue confirmed it in writing',
          },
        }),
    async (options) => (await import('./resolve.js')).resolve(options),
  ),
  override: command(
    'allow orders beyond one limit, up to a cap, for at most 15 minutes, or end that',
    (one) =>
      configOf(one).options({
        state,
        reason,
        json,
        by: { ...by, demandOption: true },
        second,
        rule: { type: 'string', requiresArg: true, describe: 'control, for instance RC23' },
        scope: { type: 'string', requiresArg: true, describe: 'symbol:S, strategy:S or all' },
        cap: { type: 'string', requiresArg: true, describe: 'largest value that is allowed' },
        minutes: { type: 'string', requiresArg: true, default: '15', describe: '1 to 15' },
        revoke: { type: 'string', requiresArg: true, describe: 'id of an override to end' },
      }),
    async (options) => (await import('./override.js')).override(options),
  ),
  state: command(
    'rename a state directory of an older version to the name of its login, while no bot runs',
    (one) =>
      configOf(
        one.positional('action', { choices: ['move'] as const, describe: 'what to do' }),
      ).options({ state, json }),
    async (options) => (await import('./state/move.js')).move(options),
  ),
};
