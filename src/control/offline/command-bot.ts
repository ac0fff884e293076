// Sends an operator's command to the running bot, or applies it to the state of one that does not
// run.
import { fail, type Result } from '../../domain/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { BotPlace } from '../bot-place.js';
import { clearHalts, type ResumeView, viewHalts } from '../clear-halts.js';
import { askBot, type ControlRequest, readRequest } from '../messages.js';
import { resolveOrder } from '../resolve-order.js';
import type { BotStatus } from '../status.js';
import { readMemory, withDeadBot } from './journal.js';
import { toCommandedBot, toViewedBot } from './stopped-bot.js';

/** Result of each command. */
interface Answers {
  readonly checks: ResumeView;
  readonly resume: unknown;
  readonly resolve: BotStatus;
  readonly override: BotStatus;
  readonly revoke: BotStatus;
}

type Command = Extract<ControlRequest, { readonly do: keyof Answers }>;

/** Longest that a bot takes to answer, milliseconds; checks query the venue. */
const ANSWER_MS: Readonly<Record<keyof Answers, number>> = {
  checks: 15_000,
  resume: 15_000,
  resolve: 5_000,
  override: 5_000,
  revoke: 5_000,
};

/**
 * Fault codes `control.blocked`, those of `readRequest` and of the command, and for a bot that does
 * not run those of `withDeadBot`.
 */
export async function commandBot<C extends Command>(
  ports: SessionPorts,
  place: BotPlace,
  command: C,
): Promise<Result<Answers[C['do']]>> {
  const read = readRequest(place.plan.config, JSON.stringify(command));
  if (!read.ok) return read;
  const asked = await askBot(ports, place.state.control, command, ANSWER_MS[command.do]);
  if (asked.kind === 'silent') return failBlocked();
  const result =
    asked.kind === 'answer'
      ? asked.result
      : await commandStopped(ports, place, read.value as Command);
  return result as Result<Answers[C['do']]>;
}

async function commandStopped(
  ports: SessionPorts,
  place: BotPlace,
  request: Command,
): Promise<Result<unknown>> {
  switch (request.do) {
    case 'checks':
      return viewStopped(ports, place, request);
    case 'resume':
      return withDeadBot(ports, place.state, (stopped) => {
        return clearHalts(toCommandedBot(ports, place, stopped), request);
      });
    case 'resolve':
      return withDeadBot(ports, place.state, (stopped) => {
        return resolveOrder(toCommandedBot(ports, place, stopped), request);
      });
    case 'override':
    case 'revoke': {
      const why =
        'overrides end with the run of their bot; change the limits before the next start';
      return fail('control.mode', `no bot is running: ${why}`);
    }
  }
}

async function viewStopped(
  ports: SessionPorts,
  place: BotPlace,
  request: Extract<Command, { readonly do: 'checks' }>,
): Promise<Result<ResumeView>> {
  const memory = readMemory(ports, place.state);
  if (!memory.ok) return memory;
  const bot = toViewedBot(ports, place, memory.value);
  const { killFile } = bot.show();
  const view = await viewHalts(bot, request);
  if (view.ok || killFile === '') return view;
  // No halt covers the kill file yet.
  const hint = `control/KILL exists (${killFile}): the next start halts for it, resume that halt`;
  return fail('control.halt', `${view.fault.message}; ${hint}`);
}

/** Fault code `control.blocked`. */
function failBlocked() {
  const message =
    'the process of the bot is alive but does not answer: end it (its id is in the lock ' +
    'file of the state directory), then run this command again';
  return fail('control.blocked', message);
}
