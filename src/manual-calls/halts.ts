// Makes the halts of a manual call outlive it: journal, latch, own orders, a running bot.
import type { Halt } from '../domain/events/index.js';
import { ok } from '../domain/index.js';
import type { Stamp } from '../journal/index.js';
import type { CallBotOptions } from './options.js';
import type { CallVerdict } from './policy.js';
import {
  cancelFromOutside,
  hasLatched,
  killBot,
  latchBeside,
  openCancelOnly,
  toKnownBook,
  toOwnScope,
} from '../control/index.js';
import { findProfile } from '../plan/index.js';
import { type OpenedBot, toHaltRecord, toIdentity } from '../recovery/index.js';
import type { SessionPorts } from '../host/index.js';
import {
  type HaltRecord,
  type KillCause,
  openStateDirectory,
  type StateDirectory,
} from '../state/index.js';

/**
 * Wait until an overlapping write of another process is visible, milliseconds, and most attempts.
 */
const LOOK_AGAIN_MS = 50;
const MOST_TRIES = 5;

/** Source of the halts, for display. */
const WHO = 'weir venue';

/**
 * Halts by a call that has the login's state to itself. Returns what failed; the halts are in force
 * anyway.
 */
export async function haltOwn(
  { ports, plan, login }: CallBotOptions,
  { epoch, journal, latch, memory, state }: OpenedBot,
  { halts, cancels }: CallVerdict,
  stamp: Stamp,
): Promise<readonly string[]> {
  const results = halts.map((halt) => {
    const latched = { ...halt, who: WHO };
    const appended = journal.append(stamp, 'halt', latched);
    latch.add(toHaltRecord(latched, epoch, journal.seq, stamp));
    return appended;
  });
  const durable = [...results, journal.sync(), latch.write()];
  const troubles = durable.flatMap((one) => (one.ok ? [] : [one.fault.message]));
  if (!cancels) return troubles;
  const opening = openCancelOnly(ports, login, findProfile(plan));
  const scope = toOwnScope(state, () => ok(toKnownBook(memory)));
  const report = await cancelFromOutside(ports, scope, opening, troubles);
  if (report?.isProven === false) {
    troubles.push(`own orders are not proven ended: ${report.trouble}`);
  }
  return troubles;
}

/** Halts by a call beside a bot that runs or hangs: the bot is stopped as by `weir kill`. */
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
 * Another process may overwrite the file with what it read before this halt was added, so this
 * function checks again a moment later.
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
    if (tries === MOST_TRIES)
      return [`halt ${record.id} is not in control/halt: other processes overwrite the file`];
  }
}

/** The login's journal belongs to the bot, so each halt gets an id of its own. */
function toBesideRecord(halt: Halt, index: number, stamp: Stamp) {
  const id = `call-${String(stamp.wall)}-${String(index + 1)}`;
  return { ...toHaltRecord({ ...halt, id, who: WHO }, 0, 0, stamp), evidence: '' };
}
