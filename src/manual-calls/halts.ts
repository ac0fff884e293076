// How the halts that a single call brought outlive it: journal, latch, own orders, a running bot.
import { type Halt, ok } from '../domain/index.js';
import type { Stamp } from '../journal/index.js';
import type { CallBotOptions } from './bot-state.js';
import type { CallVerdict } from './policy.js';
import {
  cancelFromOutside,
  hasLatched,
  killBot,
  latchBeside,
  openSafety,
  toKnownBook,
  toOwnScope,
} from '../control/index.js';
import { findProfile } from '../session/index.js';
import { type OpenedBot, toHaltRecord } from '../recovery/index.js';
import type { SessionPorts } from '../host/index.js';
import { toIdentity } from '../recovery/index.js';
import {
  type HaltRecord,
  type KillCause,
  openStateDirectory,
  type StateDirectory,
} from '../state/index.js';

/** Time after which a write of others is seen that had begun before ours; tries to be the last. */
const LOOK_AGAIN_MS = 50;
const MOST_TRIES = 5;

/** Who latched them, for people. */
const WHO = 'weir venue';

/** Of a call that has the login's state to itself. Tells what went wrong; the halts hold anyway. */
export async function haltOwn(
  { ports, plan, login }: CallBotOptions,
  { epoch, journal, latch, memory, state }: OpenedBot,
  { halts, cancels }: CallVerdict,
  stamp: Stamp,
): Promise<readonly string[]> {
  const results = halts.map((halt) => {
    const latched = { ...halt, who: WHO };
    const appended = journal.append(stamp, 'halt', latched);
    latch.hold(toHaltRecord(latched, epoch, journal.seq, stamp));
    return appended;
  });
  const durable = [...results, journal.sync(), latch.write()];
  const troubles = durable.flatMap((one) => (one.ok ? [] : [one.fault.message]));
  if (!cancels) return troubles;
  const opening = openSafety(ports, login, findProfile(plan));
  const scope = toOwnScope(state, () => ok(toKnownBook(memory)));
  const report = await cancelFromOutside(ports, scope, opening, troubles);
  if (report?.isProven === false) {
    troubles.push(`own orders are not proven ended: ${report.trouble}`);
  }
  return troubles;
}

/** Of a call beside the bot that runs, or hangs: that one is stopped as by `weir kill`. */
export async function haltBeside(
  { ports, plan, login, state: dir }: Omit<CallBotOptions, 'folder'>,
  { halts }: CallVerdict,
  stamp: Stamp,
): Promise<readonly string[]> {
  const { disk, host } = ports;
  const { drawTag, userId } = host;
  const statePorts = { disk, userId, drawTag };
  const state = openStateDirectory(statePorts, dir, toIdentity(plan, login));
  if (!state.ok) return [state.fault.message];
  const place = { state: state.value, login: ok(login), profile: findProfile(plan) };
  const troubles: string[] = [];
  for (const [index, halt] of halts.entries()) {
    if (halt.scope === 'all') {
      const order = { cause: halt.rule as KillCause, who: WHO, reason: halt.reason };
      troubles.push(...(await killBot(ports, place, order)).troubles);
    } else {
      const record = toBesideRecord(halt, index, stamp);
      troubles.push(...(await latchForSure(ports, state.value, record)));
    }
  }
  return troubles;
}

/**
 * The bot, or another command, may write the file from what it read before this halt was in it:
 * whether it is still there is seen a moment later.
 */
async function latchForSure(
  ports: SessionPorts,
  state: StateDirectory,
  record: HaltRecord,
): Promise<readonly string[]> {
  for (let tries = 1; ; tries++) {
    const trouble = latchBeside(ports, state, record);
    if (trouble !== undefined) return [trouble];
    await new Promise<void>((resolve) => {
      ports.clock.setTimer(LOOK_AGAIN_MS, resolve);
    });
    if (hasLatched(ports, state, record.id)) return [];
    if (tries === MOST_TRIES) return [`halt ${record.id} is not in control/halt: others write it`];
  }
}

/** The journal of the login is the bot's: each halt of a verdict has a name of its own. */
function toBesideRecord(halt: Halt, index: number, stamp: Stamp) {
  const id = `call-${String(stamp.wall)}-${String(index + 1)}`;
  return { ...toHaltRecord({ ...halt, id, who: WHO }, 0, 0, stamp), evidence: '' };
}
