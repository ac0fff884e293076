// `weir override` from another process: works only for a running bot.
import { fail, type Result } from '../../domain/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { BotPlace } from '../bot-place.js';
import { askBot, type ControlRequest } from '../messages.js';
import { failBlocked } from './command-bot.js';
import type { BotStatus } from '../status.js';

const ANSWER_MS = 5_000;

/**
 * Returns the bot's status afterwards. Fault codes `control.blocked` and those of
 * `OverrideCommands`.
 */
export async function overrideBot(
  ports: SessionPorts,
  { state }: Pick<BotPlace, 'state'>,
  request: Extract<ControlRequest, { readonly do: 'override' | 'revoke' }>,
): Promise<Result<BotStatus>> {
  const asked = await askBot(ports, state.control, request, ANSWER_MS);
  if (asked.kind === 'answer') return asked.result as Result<BotStatus>;
  if (asked.kind === 'silent') return failBlocked();
  const why = 'overrides end with the run of their bot; change the limits before the next start';
  return fail('control.mode', `no bot is running: ${why}`);
}
