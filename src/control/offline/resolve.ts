// `weir resolve` from another process: the running bot takes the resolution, or the next start
// does.
import { fail, type Result } from '../../domain/index.js';
import { type PendingResolution, RESOLUTION_TYPE } from '../../recovery/index.js';
import { signBy } from '../../plan/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { BotPlace } from '../bot-place.js';
import { askBot, parseRequest } from '../messages.js';
import { failBlocked } from './command-bot.js';
import { withDeadBot } from './journal.js';
import { readStatus } from './stopped-bot.js';
import type { BotStatus } from '../status.js';

const ANSWER_MS = 5_000;

/**
 * Returns the bot's status afterwards. Fault codes `control.request`, `control.order`,
 * `control.blocked`, and those of `withDeadBot`.
 */
export async function resolveBot(
  ports: SessionPorts,
  place: Pick<BotPlace, 'plan' | 'state'>,
  word: PendingResolution,
): Promise<Result<BotStatus>> {
  const signed = signBy(place.plan.config, word);
  if (!signed.ok) return signed;
  const request = { do: 'resolve', ...word } as const;
  const asked = await askBot(ports, place.state.control, request, ANSWER_MS);
  if (asked.kind === 'answer') return asked.result as Result<BotStatus>;
  if (asked.kind === 'silent') return failBlocked();
  const checked = parseRequest(JSON.stringify(request));
  if (!checked.ok) return checked;
  const kept = await withDeadBot(ports, place.state, ({ append, memory }) => {
    const { coId } = word;
    const isOpen = memory.kernel?.orders.some((order) => order.coId === coId) === true;
    if (isOpen) return append([RESOLUTION_TYPE, word]);
    return fail('control.order', `expected the coId of an open order, found ${coId}`);
  });
  return kept.ok ? readStatus(ports, place, 'dead') : kept;
}
