// Sends an operator's command to the running bot, or applies it to the state of one that does not
// run.
import { fail, type Result } from '../../domain/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { BotPlace } from '../bot-place.js';
import { clearHalts, type ResumeView, viewHalts } from '../clear-halts.js';
import { askBot, type ControlRequest, readRequest } from '../messages.js';
import { readMemory, withDeadBot } from './journal.js';
import { toCommandedBot, toViewedBot } from './stopped-bot.js';

/** Result of each command. */
interface Answers {
  readonly checks: ResumeView;
  readonly resume: unknown;
}

type Command = Extract<ControlRequest, { readonly do: keyof Answers }>;

/** Longest that a bot takes to answer, milliseconds; for `checks` it queries the venue. */
const ANSWER_MS: Readonly<Record<keyof Answers, number>> = { checks: 15_000, resume: 15_000 };

/**
 * Fault codes `control.blocked`, those of the request and of its command, and for a bot that does
 * not run those of `withDeadBot`.
 */
export async function commandBot<C extends Command>(
  ports: SessionPorts,
  place: BotPlace,
  request: C,
): Promise<Result<Answers[C['do']]>> {
  const asked = await askBot(ports, place.state.control, request, ANSWER_MS[request.do]);
  if (asked.kind === 'silent') return failBlocked();
  const result = asked.kind === 'answer' ? asked.result : await commandState(ports, place, request);
  return result as Result<Answers[C['do']]>;
}

async function commandState(
  ports: SessionPorts,
  place: BotPlace,
  command: Command,
): Promise<Result<unknown>> {
  const read = readRequest(place.plan.config, JSON.stringify(command));
  if (!read.ok) return read;
  const request = read.value as Command;
  if (request.do === 'checks') return viewStopped(ports, place, request);
  return withDeadBot(ports, place.state, (stopped) => {
    return clearHalts(toCommandedBot(ports, place, stopped), request);
  });
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
export function failBlocked() {
  const message =
    'the process of the bot is alive but does not answer: end it (its id is in the lock ' +
    'file of the state directory), then run this command again';
  return fail('control.blocked', message);
}
