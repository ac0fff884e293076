// Waits while a killed bot cancels its own orders.
import type { SessionPorts } from '../../host/index.js';
import type { BotPlace } from '../bot-place.js';
import { askBot } from '../messages.js';
import type { BotStatus } from '../status.js';

/** Time for the bot's cancels to take effect, and between two status requests, milliseconds. */
const GONE_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;

/**
 * Requests the bot's status until it has no open order. Returns the coIds that are left; undefined
 * if it never answered.
 */
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
