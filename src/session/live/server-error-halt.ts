// Finds responses after which everything halts (RC52), whichever call got them.
import { toCallGroup } from '../../policy/index.js';
import type { Halt, PollEvent } from '../../domain/events/index.js';
import { ok } from '../../domain/index.js';
import { isFatalServerError } from '../../domain/venue/index.js';
import type { FinishedCall } from '../../client/index.js';
import type { LiveSession } from './live-session.js';
import {
  cancelFromOutside,
  describeCancels,
  openCancelOnly,
  toKnownBook,
  toOwnScope,
} from '../../control/index.js';
import { isManualHalt } from '../../risk/gate/index.js';
import { formatHalt } from './output-observer.js';
import { findProfile, type Plan, type LoginSettings } from '../../plan/index.js';
import type { SessionPorts, SessionClock } from '../../host/index.js';
import { type OpenedBot, toHaltRecord } from '../../recovery/index.js';

/** Passes each fatal response to the session before the caller gets it. */
export class ServerErrorHalt {
  readonly #findSession: () => Pick<LiveSession, 'take'> | undefined;
  readonly #before: PollEvent[] = [];

  constructor(findSession: () => Pick<LiveSession, 'take'> | undefined) {
    this.#findSession = findSession;
  }

  /** Fatal responses from before the session existed, oldest first. */
  get before(): readonly PollEvent[] {
    return this.#before;
  }

  /** Takes in a call that has ended. */
  see({ route, exchange: { status } }: Pick<FinishedCall, 'route' | 'exchange'>): void {
    if (!isFatalServerError(status)) return;
    const key = toCallGroup(route);
    const what = { type: 'poll', subject: 'call', outcome: 'failed', message: '' } as const;
    const event: PollEvent = { ...what, key, status };
    const session = this.#findSession();
    if (session === undefined) this.#before.push(event);
    else session.take(event);
  }
}

/**
 * Halts a start that failed before trading: latches the halt for the next start and cancels own
 * orders of the previous run. Returns messages on the result.
 */
export async function haltStart(
  faults: readonly PollEvent[],
  bot: OpenedBot,
  clock: SessionClock,
  plan: Plan,
  { ports, login }: { readonly ports: SessionPorts; readonly login: LoginSettings },
): Promise<readonly string[]> {
  const problems = [...latchFaults(faults, bot, clock, ports)];
  const hasOrders = (bot.memory.kernel?.orders.length ?? 0) > 0;
  const { halts } = bot.latch;
  const byHand = halts.some(({ cause, scope }) => isManualHalt({ rule: cause, scope }));
  const isFrozen = plan.policy.policy.freezes && !byHand;
  if (faults.length === 0 || !hasOrders || isFrozen) return problems;
  const opening = openCancelOnly(ports, login, findProfile(plan));
  const scope = toOwnScope(bot.state, () => ok(toKnownBook(bot.memory)));
  const cancels = await cancelFromOutside(ports, scope, opening, problems);
  return [...problems, ...describeCancels(cancels)];
}

function latchFaults(
  faults: readonly PollEvent[],
  { epoch, journal, latch }: OpenedBot,
  clock: SessionClock,
  ports: Pick<SessionPorts, 'clock' | 'host'>,
): readonly string[] {
  const [first] = faults;
  if (first === undefined) return [];
  const stamp = {
    session: clock.now(),
    wall: ports.clock.wallMillis(),
    mono: ports.clock.monoMicros(),
    boot: ports.host.boot,
  };
  const reason = `the venue answered HTTP ${String(first.status)} on ${first.key} during the start`;
  const halt: Halt = { at: stamp.session, scope: 'all', strategy: '', rule: 'RC52', reason };
  const appended = journal.append(stamp, 'halt', halt);
  latch.add(toHaltRecord(halt, epoch, journal.seq, stamp));
  const written = [appended, journal.sync(), latch.write()];
  const troubles = written.flatMap((one) => (one.ok ? [] : [one.fault.message]));
  return [formatHalt(halt), ...troubles];
}
