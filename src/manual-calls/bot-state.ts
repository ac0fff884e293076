// State that a manual call shares with the bot of its login: lock, halt latch, epoch, journal.
import { type CallAnswer, OPERATOR, toCallGroup } from '../policy/index.js';
import { join } from 'node:path';
import { ok, type Result } from '../domain/index.js';
import { createJournal, isSystemError, type Journal, type Stamp } from '../journal/index.js';
import type { Route } from '../protocol/index.js';
import { haltBeside, haltOwn } from './halts.js';
import type { CallVerdict } from './policy.js';
import { type Kill, KillSwitch } from '../control/index.js';
import type { SessionPorts } from '../host/index.js';
import { LOST_JOURNAL, openBot, toIdentity, toIntegrity } from '../recovery/index.js';
import { SessionCopy } from '../session/index.js';
import { findLack, type HaltRecord, type StateDirectory } from '../state/index.js';
import type { CallBotOptions } from './options.js';

/** Rule of a refusal by a latched halt. */
const LATCH = 'RC69';

export interface CallBot {
  readonly journal: Journal;
  /** Why the call must not leave, or undefined. */
  readonly findRefusal: (route: Route, symbol: string) => CallRefusal | undefined;
  /** Results of earlier calls, oldest first. */
  readonly before: readonly CallAnswer[];
  /**
   * Latches the halts of a verdict for the login's bot as well, and stops a running bot. Returns
   * what failed.
   */
  readonly halt: (verdict: CallVerdict, stamp: Stamp) => Promise<readonly string[]>;
  /** Ends the call and completes the journal of its folder. */
  readonly close: () => Result<void>;
}

export interface CallRefusal {
  readonly rule: string;
  readonly message: string;
}

const LOCK_LOST: CallRefusal = {
  rule: 'RC60',
  message: 'the instance lock of the login is lost',
};

/**
 * Opens the state of the login for one call. While its bot runs, only a call that reduces risk may
 * leave, with a journal of its own. Fault codes: those of `openBot`, and `session.out`.
 */
export async function openCallBot(options: CallBotOptions, route: Route): Promise<Result<CallBot>> {
  const { ports, plan, login, state, folder } = options;
  const copy = new SessionCopy(ports.disk, join(state, 'journal'), folder);
  const opened = await openBot(ports, {
    dir: state,
    identity: toIdentity(plan, login),
    integrity: toIntegrity(plan),
    onSegment: (name) => {
      copy.add(name);
    },
  });
  if (!opened.ok) {
    const isClosed = [LOST_JOURNAL, 'state.locked'].includes(opened.fault.code);
    return isClosed && onlyReducesRisk(route) ? openAlone(options) : opened;
  }
  const { journal, latch, lock, memory, remarks, segment, state: found } = opened.value;
  for (const remark of remarks) options.notify(remark);
  const killSwitch = new KillSwitch(ports.disk, found.control);
  const begun = copy.begin(segment);
  if (!begun.ok) {
    journal.close();
    lock.release();
    return begun;
  }
  return ok({
    journal,
    before: memory.calls ?? [],
    halt: (verdict, stamp) => haltOwn(options, opened.value, verdict, stamp),
    findRefusal: (asked, symbol) => {
      if (onlyReducesRisk(asked)) return undefined;
      if (!lock.check()) return LOCK_LOST;
      latch.adopt();
      const kill = toKilled(killSwitch.look());
      return kill ?? toRefusal(latch.find(OPERATOR, symbol)) ?? findFull(ports, found);
    },
    close: () => {
      journal.close();
      lock.release();
      return copy.finish();
    },
  });
}

function openAlone(options: CallBotOptions): Result<CallBot> {
  const { ports, folder } = options;
  const created = createJournal(join(folder, 'journal'), { disk: ports.disk });
  if (!created.ok) return created;
  const journal = created.value;
  return ok({
    journal,
    before: [],
    halt: (verdict, stamp) => haltBeside(options, verdict, stamp),
    findRefusal: () => undefined,
    close: () => {
      journal.close();
      return ok(undefined);
    },
  });
}

/** A call that a full disk cannot record is refused, as a bot's orders are (RC59). */
function findFull(
  { disk }: Pick<SessionPorts, 'disk'>,
  { identity, journal }: StateDirectory,
): CallRefusal | undefined {
  const refuse = (message: string) => ({ rule: 'RC59', message });
  try {
    const lack = findLack(disk, journal, identity.environment === 'live');
    return lack === '' ? undefined : refuse(lack);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return refuse(`cannot read the free space of the journal's disk: ${error.message}`);
  }
}

function toKilled(kill: Kill | undefined): CallRefusal | undefined {
  return kill && { rule: kill.rule, message: `${kill.reason} (${kill.who})` };
}

function toRefusal(halt: HaltRecord | undefined): CallRefusal | undefined {
  if (halt === undefined) return undefined;
  const message = `halt ${halt.id} is in force until weir resume: ${halt.cause}: ${halt.reason}`;
  return { rule: LATCH, message };
}

/** Cancels of orders, quote requests and trades pass under every halt. */
export function onlyReducesRisk(route: Route): boolean {
  return toCallGroup(route) === 'cancel' || route.id === 'cancelTrades';
}
