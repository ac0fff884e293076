// What a watchdog does about a silent bot: latches a halt, cancels its orders, verifies their end
// and reports.
import type { BotPlace } from '../bot-place.js';
import { type CancelReport, openCancelOnly } from './cancel-own.js';
import type { SessionPorts } from '../../host/index.js';
import { BEAT_EVERY_MS, HeartbeatMonitor, BOT_HEARTBEAT_FILE, STALE_MS } from './heartbeat.js';
import { askBot } from '../messages.js';
import {
  cancelFromOutside,
  journalEnds,
  killBot,
  type KillReport,
  toBookReader,
  toOwnScope,
} from '../offline/kill.js';
import type { BotStatus } from '../status.js';
import { waitForExit } from './wait-for-exit.js';

/**
 * Most rounds of cancels, and time between two: each needs a login, and three are allowed in ten
 * minutes.
 */
const MAX_ROUNDS = 5;
const ROUND_EVERY_MS = 240_000;
/** Longest wait for the response of a bot that may hang, milliseconds. */
const ANSWER_MS = 1_000;

export interface WatchdogActionEnd {
  /** The venue showed that none of the bot's orders is left. */
  readonly isProven: boolean;
}

export interface WatchdogActionParts {
  readonly ports: SessionPorts;
  readonly place: BotPlace;
  readonly notify: (message: string) => void;
}

/** Stops the bot and ends its orders; calls `beat` once a second meanwhile. */
export async function stopSilentBot(
  parts: WatchdogActionParts,
  beat: () => void,
): Promise<WatchdogActionEnd> {
  const { ports, place, notify } = parts;
  const seconds = String(STALE_MS / 1_000);
  const reason = `the bot has sent no heartbeat for ${seconds} s`;
  notify(`GUARD_STALE: ${reason}: latching the halt, cancelling its orders`);
  const since = ports.clock.monoMicros();
  const isOver = beatOn(ports, beat);
  const struck = findEpoch(ports, place);
  try {
    const report = await killBot(ports, place, { cause: 'GUARD_STALE', who: 'guard', reason });
    describe(report).forEach(notify);
    let { cancels } = report;
    let isProven = cancels?.isProven === true;
    if (report.by === 'bot') isProven = (await waitForExit(ports, place))?.length === 0;
    for (let round = 1; !isProven && round < MAX_ROUNDS; round += 1) {
      // After a serious error cancels were repeated for ten minutes already: the operator has to
      // act.
      if (cancels?.isSlow === true) break;
      if (round > 1 || report.by === 'outside') await pause(ports, ROUND_EVERY_MS);
      if (report.by === 'outside' && (await isTakenOver(ports, place, struck))) {
        notify('a new bot was started meanwhile: it manages the orders of the previous run');
        break;
      }
      cancels = await cancelAgain(parts);
      isProven = cancels?.isProven === true;
    }
    const took = ((ports.clock.monoMicros() - since) / 1_000).toFixed(0);
    notify(
      isProven
        ? `the venue confirmed the end of every order of the bot after ${took} ms; ` +
            'weir resume clears the halt'
        : 'NOT PROVEN ENDED: check the orders at the venue before anything else',
    );
    return { isProven };
  } finally {
    isOver();
  }
}

/** Epoch of the bot that sent the last heartbeat. */
function findEpoch({ clock, disk }: SessionPorts, { state }: BotPlace): number | undefined {
  return new HeartbeatMonitor(disk, state.control, BOT_HEARTBEAT_FILE, clock).epoch;
}

/** An operator has resumed and started a new bot: more cancels would hit its orders. */
async function isTakenOver(
  ports: SessionPorts,
  place: BotPlace,
  struck: number | undefined,
): Promise<boolean> {
  const asked = await askBot(ports, place.state.control, { do: 'status' }, ANSWER_MS);
  if (asked.kind !== 'answer' || !asked.result.ok) return false;
  // The bot that hung may run again.
  return (asked.result.value as BotStatus).epoch !== struck;
}

async function cancelAgain({
  ports,
  place,
  notify,
}: WatchdogActionParts): Promise<CancelReport | undefined> {
  const { login, profile } = place;
  const troubles: string[] = [];
  const opening = login.ok ? openCancelOnly(ports, login.value, profile) : Promise.resolve(login);
  const scope = toOwnScope(place.state, toBookReader(ports, place.state));
  const cancels = await cancelFromOutside(ports, scope, opening, troubles);
  const unwritten = await journalEnds(ports, place.state, cancels?.ends ?? []);
  if (unwritten !== undefined) troubles.push(unwritten);
  [...troubles, ...describeCancels(cancels)].forEach(notify);
  return cancels;
}

function describe({
  by,
  cancels,
  firstCancelMs,
  latchMs,
  troubles,
}: KillReport): readonly string[] {
  const latch = latchMs >= 0 ? `latch durable in ${latchMs.toFixed(1)} ms` : 'latch NOT WRITTEN';
  const who = by === 'bot' ? 'the bot answered and halted itself' : 'the bot did not answer';
  const first = firstCancelMs < 0 ? [] : [`first cancel after ${firstCancelMs.toFixed(1)} ms`];
  return [[`${who}; ${latch}`, ...first].join('; '), ...troubles, ...describeCancels(cancels)];
}

/** Messages on what was cancelled and what is left. */
export function describeCancels(cancels: CancelReport | undefined): readonly string[] {
  if (cancels === undefined) return [];
  const { cancelled, left, trouble } = cancels;
  const done = `${String(cancelled.length)} own orders cancelled: ${cancelled.join(' ') || 'none'}`;
  return cancels.isProven ? [done] : [done, `left: ${left.join(' ') || 'unknown'}: ${trouble}`];
}

/**
 * Sends heartbeats once a second until the result is called, so that a bot that runs again is not
 * paused as well.
 */
function beatOn({ clock }: SessionPorts, beat: () => void): () => void {
  let timer: { cancel(): void } | undefined;
  const next = () => {
    timer = clock.setTimer(BEAT_EVERY_MS, () => {
      beat();
      next();
    });
  };
  next();
  return () => {
    timer?.cancel();
  };
}

function pause({ clock }: SessionPorts, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(ms, resolve);
  });
}
