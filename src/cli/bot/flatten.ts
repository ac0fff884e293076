// weir flatten CONFIG --by NAME --reason TEXT: closes all positions of a bot, running or dead.
import {
  askBot,
  type BotPlace,
  type BotStatus,
  checkResume,
  findFlattenFault,
  listFailedChecks,
  findShortReason,
  type FlattenReport,
  type FlatView,
  readStatus,
  toFlattenWord,
  verifyFlat,
} from '../../control/index.js';
import { signBy } from '../../plan/index.js';
import { realPorts } from '../../host/index.js';
import { findApprovedTexts } from './approval.js';
import { type BotArguments, formatStatus, locateBot, readLine } from './bot-command.js';
import { findWatchdog } from './watchdog-process.js';
import {
  CommandError,
  EXIT,
  print,
  printText,
  printNote,
  toCommandError,
  unwrap,
} from '../output.js';
import { readPlan } from '../read-plan.js';
import { loadRegistry } from '../registry.js';
import { checkFiles, checkPlace } from './start-controls.js';
import { Signals } from '../signals.js';

export interface FlattenArguments extends BotArguments {
  readonly by: string;
  readonly reason: string;
  readonly out?: string | undefined;
  readonly support?: string | undefined;
  readonly json: boolean;
}

/** Time-outs for the bot's response and for closing its positions, milliseconds. */
const ANSWER_MS = 5_000;
const CLOSED_WITHIN_MS = 900_000;

export async function flatten(options: FlattenArguments): Promise<number> {
  const { by, reason, support = '' } = options;
  checkWords(findShortReason(reason));
  const place = locateBot(options);
  unwrap(signBy(place.plan.config, options));
  const asked = await askBot(realPorts, place.state.control, { do: 'status' }, ANSWER_MS);
  if (asked.kind === 'silent') throw blocked();
  if (asked.kind === 'answer' && !asked.result.ok) throw toCommandError(asked.result.fault);
  const isRunning = asked.kind === 'answer';
  const status = isRunning
    ? unwrap(asked.result as { readonly ok: true; readonly value: BotStatus })
    : unwrap(readStatus(realPorts, place, 'dead'));
  for (const line of formatStatus(status).split('\n')) printNote(line);
  printNote(`type ${toFlattenWord(status.halts)} to cancel all orders and close these positions:`);
  const cause = await readLine();
  checkWords(findFlattenFault(status.halts, { reason, cause }));
  const trouble = isRunning
    ? await closeRunning(place, { by, reason, cause, support, shown: status.shown })
    : await closeDead(place, status, options);
  if (trouble !== '') printNote(`NOT FLAT: ${trouble}`);
  const view = await verifyFlat(realPorts, place);
  if (options.json) printText(JSON.stringify({ ...view, trouble }, undefined, 2));
  else print(describeFlat(view));
  return view.isFlat && trouble === '' ? EXIT.done : EXIT.halted;
}

function describeFlat({ found, isFlat, isKnown }: FlatView): string {
  if (!isKnown) return `NOT KNOWN whether the bot is flat, the venue could not be read: ${found}`;
  return isFlat ? `flat at the venue: ${found}` : `NOT FLAT at the venue: ${found}`;
}

function checkWords(fault: string | undefined): void {
  if (fault !== undefined) throw new CommandError(`${fault} (control.words)`, EXIT.fault);
}

function blocked(): CommandError {
  const message =
    'the bot is alive but does not respond: run `weir kill`, end its process, then flatten again';
  return new CommandError(`${message} (control.blocked)`, EXIT.fault);
}

/** Asks the running bot to close its positions; returns what went wrong, or an empty text. */
async function closeRunning(
  { state }: BotPlace,
  order: {
    readonly by: string;
    readonly reason: string;
    readonly cause: string;
    readonly support: string;
    readonly shown: BotStatus['shown'];
  },
): Promise<string> {
  printNote('the bot cancels and closes, even if you end this command, which waits for the result');
  const request = { do: 'flatten', ...order } as const;
  const asked = await askBot(realPorts, state.control, request, CLOSED_WITHIN_MS);
  if (asked.kind !== 'answer') return 'the bot did not report the result';
  if (!asked.result.ok) throw toCommandError(asked.result.fault);
  return (asked.result.value as FlattenReport).trouble;
}

/** Checks that the session's own start makes; the halt's cool-down does not count. */
const LEFT_TO_START = {
  orders: [],
  positions: { difference: '' },
  accepted: '',
  haltedMs: Infinity,
  disk: '',
  strangers: '',
  dailyLoss: '',
  drawdown: '',
  login: '',
};

/**
 * Closes the positions of a dead bot in a session of its own: recovers, cancels, closes and ends
 * without starting a strategy.
 */
async function closeDead(
  place: BotPlace,
  { halts, packs, shown }: BotStatus,
  { by, config, json, out, reason, support = '' }: FlattenArguments,
): Promise<string> {
  const failed = listFailedChecks(checkResume({ halts, packs, support, ...LEFT_TO_START }));
  if (failed !== '')
    throw new CommandError(`cannot flatten: checks failed: ${failed} (control.checks)`, 1);
  const login = unwrap(place.login);
  checkFiles();
  const registry = await loadRegistry();
  const plan = await readPlan(config, registry, undefined, findApprovedTexts);
  checkPlace(plan);
  const seen = { halts: halts.map(({ id }) => id), file: shown.file };
  let trouble = 'the session ended before it could flatten';
  const { runLive } = await import('./live.js');
  await runLive({
    mode: 'run',
    signals: new Signals(),
    plan,
    login,
    out,
    state: place.state.dir,
    json: false,
    isSilent: json,
    ...findWatchdog(plan, login),
    instead: (session, held) => {
      if (held !== undefined) {
        trouble = `${held.rule}: ${held.reason}`;
        session.stop(trouble);
        return;
      }
      void session.flatten({ who: by, reason, seen }).then((end) => {
        ({ trouble } = end);
        session.stop('the flatten command is done');
      });
    },
  });
  return trouble;
}
