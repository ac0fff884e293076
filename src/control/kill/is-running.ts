// Whether a bot of this state directory runs.
import type { SessionPorts } from '../../host/index.js';
import type { StateDirectory } from '../../state/index.js';
import { BOT_HEARTBEAT_FILE, readBeat } from './heartbeat.js';
import { askBot } from '../messages.js';

/** Time that a bot has to open its socket or send a heartbeat, and time between two checks. */
const SHOWS_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 250;

/** Looks for a socket with a listener or a heartbeat that changes, for ten seconds. */
export async function isRunning(
  ports: SessionPorts,
  { control }: Pick<StateDirectory, 'control'>,
): Promise<boolean> {
  const { clock, disk } = ports;
  const until = clock.monoMicros() + SHOWS_WITHIN_MS * 1_000;
  const first = readBeat(disk, control, BOT_HEARTBEAT_FILE);
  for (;;) {
    const asked = await askBot(ports, control, { do: 'status' }, LOOK_EVERY_MS);
    if (asked.kind !== 'nobody' || readBeat(disk, control, BOT_HEARTBEAT_FILE) !== first)
      return true;
    if (clock.monoMicros() > until) return false;
    await new Promise<void>((resolve) => {
      clock.setTimer(LOOK_EVERY_MS, resolve);
    });
  }
}
