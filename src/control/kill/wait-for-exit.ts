// Looks on while a bot that was killed ends its own orders.
import type { SessionPorts } from '../../host/index.js';
import type { BotPlace } from '../bot-place.js';
import { askBot } from '../messages.js';
import type { BotStatus } from '../status.js';

/** What the bot's own cancels get to be seen, and time between two looks, milliseconds. */
const GONE_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;

/** Asks the bot until it has no open order; the coIds that are left, if it has told any. */
export async function waitForExit(
  ports: SessionPorts,
  { state }: Pick<BotPlace, 'state'>,
): Promise<readonly string[] | undefined> {
  const { clock } = ports;
  const until = clock.monoMicros() + GONE_WITHIN_MS * 1_000;
  for (let left: readonly string[] | undefined; ;) {
    const asked = await askBot(ports, state.control, { do: 'status' }, GONE_WITHIN_MS);
    if (asked.kind === 'answer' && asked.result.ok) {
      left = (asked.result.value as BotStatus).orders.map(({ coId }) => coId);
    }
    if (left?.length === 0 || clock.monoMicros() > until) return left;
    await new Promise<void>((resolve) => {
      clock.setTimer(LOOK_EVERY_MS, resolve);
    });
  }
}
