// Stops a bot from another process, whether it runs, hangs or is dead: for `weir kill` and the
// watchdog.
import type { Halt } from '../../domain/events/index.js';
import { type Fault, MILLISECOND, ok, isOfWeir, toPrefix } from '../../domain/index.js';
import { isSystemError } from '../../journal/index.js';
import type { SessionPorts } from '../../host/index.js';
import {
  addToLatch,
  type HaltRecord,
  type KillCommand,
  readLatch,
  type StateDirectory,
  toKillRecord,
} from '../../state/index.js';
import type { BotPlace } from '../bot-place.js';
import {
  type CancelReport,
  type CancelWatch,
  cancelOwn,
  listOthers,
  openCancelOnly,
  type OwnScope,
} from '../kill/cancel-own.js';
import { makeKillFile } from '../kill/kill-switch.js';
import { askBot } from '../messages.js';
import { toKnownBook } from '../known-orders.js';
import { type NewRecord, withDeadBot } from './journal.js';
import {
  ENDS_TYPE,
  type EndsData,
  type FoundEnd,
  checkJournal,
  LATCH_TYPE,
  recoverMemory,
} from '../../recovery/index.js';
import type { BotStatus } from '../status.js';

/** Longest that a bot with a free event loop takes to answer, milliseconds. */
const ANSWER_MS = 1_000;
/** Time after which the command writes the latch itself, since the bot may be blocked. */
const LATCH_AFTER_MS = 10;
/** Longest wait for the lock of another command, and time between two tries, milliseconds. */
const LOCKED_MS = 3_000;
const LOCKED_PAUSE_MS = 100;

export interface KillReport {
  /** `bot`: it answered and cancels itself; `outside`: this process has cancelled. */
  readonly by: 'bot' | 'outside';
  readonly status: BotStatus | undefined;
  /** Monotonic milliseconds until the latch was durable; -1: it is not. */
  readonly latchMs: number;
  /** Monotonic milliseconds until this process handed over its first cancel; -1: it had none. */
  readonly firstCancelMs: number;
  readonly cancels: CancelReport | undefined;
  /** A process has the lock of the login but does not answer here: it may run elsewhere. */
  readonly isLocked: boolean;
  /** Failed steps; the kill is in force as long as kill file or latch was written. */
  readonly troubles: readonly string[];
}

/** Latch that the command wrote before it had loaded the rest of its code. */
export interface FirstLatch {
  readonly record: HaltRecord;
  /** The latch has the halt and the kill file exists; otherwise both are written here. */
  readonly isDurable: boolean;
}

/** Stops the bot at a place. Every step runs even if the previous step failed. */
export async function killBot(
  ports: SessionPorts,
  { state, login, profile }: Pick<BotPlace, 'state' | 'login' | 'profile'>,
  order: KillCommand,
  watch?: CancelWatch,
  first?: FirstLatch,
): Promise<KillReport> {
  const { clock } = ports;
  const since = clock.monoMicros();
  const elapsed = () => (clock.monoMicros() - since) / 1_000;
  const troubles: string[] = [];
  const record = first?.record ?? toKillRecord(clock, order);
  const { cause, id, reason, who } = record;
  const request = { do: 'kill', id, cause: order.cause, by: who, reason } as const;
  // Opened while the bot is asked, since loading takes time.
  const opening = login.ok ? openCancelOnly(ports, login.value, profile) : Promise.resolve(login);
  const latch = prepareLatch(ports, state, record, first, { elapsed, troubles });
  // The watchdog writes the latch at once: a silent bot will not.
  makeControl(ports, state);
  if (cause === 'GUARD_STALE') latch.write();
  if (first?.isDurable !== true) {
    const failed = makeKillFile(ports, state.control, { rule: cause, who, reason, id });
    if (failed !== undefined) troubles.push(failed);
  }
  const timer = clock.setTimer(LATCH_AFTER_MS, latch.write);
  const asked = await askBot(ports, state.control, request, ANSWER_MS);
  timer.cancel();
  if (asked.kind === 'answer' && asked.result.ok) {
    // The bot's own disk may have failed: what it could not write is written here.
    const isLatched = hasLatched(ports, state, id);
    if (!isLatched) latch.rewrite();
    const latchMs = isLatched && latch.ms() < 0 ? elapsed() : latch.ms();
    const status = asked.result.value as BotStatus;
    void opening.then((client) => (client.ok ? client.value.close() : undefined));
    const none = { firstCancelMs: -1, cancels: undefined, isLocked: false };
    return { by: 'bot', status, latchMs, ...none, troubles };
  }
  latch.write();
  const startedMs = elapsed();
  const scope = toOwnScope(state, toBookReader(ports, state));
  const cancels = await cancelFromOutside(ports, scope, opening, troubles, watch);
  const firstMs = cancels?.firstCancelMs ?? -1;
  const isDead = asked.kind === 'nobody';
  const fault = isDead ? await journalKill(ports, state, record, cancels?.ends) : undefined;
  const isLocked = fault?.code === 'state.locked';
  if (fault !== undefined) troubles.push(fault.message);
  const times = { latchMs: latch.ms(), firstCancelMs: firstMs < 0 ? -1 : startedMs + firstMs };
  return { by: 'outside', status: undefined, ...times, cancels, isLocked, troubles };
}

/** Writes the latch once, and again where it has been removed since. */
function prepareLatch(
  ports: SessionPorts,
  state: StateDirectory,
  record: HaltRecord,
  first: FirstLatch | undefined,
  { elapsed, troubles }: { elapsed: () => number; troubles: string[] },
) {
  let isTried = first?.isDurable === true;
  let ms = isTried ? 0 : -1;
  const write = () => {
    if (isTried) return;
    isTried = true;
    const trouble = latchBeside(ports, state, record);
    ms = trouble === undefined ? elapsed() : -1;
    if (trouble !== undefined) troubles.push(trouble);
  };
  const rewrite = () => {
    if (ms >= 0) isTried = false;
    write();
  };
  return { write, rewrite, ms: () => ms };
}

/** coIds of other orders on the login, which a kill leaves open; empty when nobody can log in. */
export async function askOthers(
  ports: SessionPorts,
  { login, profile, state }: Pick<BotPlace, 'state' | 'login' | 'profile'>,
): Promise<readonly string[]> {
  const client = login.ok ? await openCancelOnly(ports, login.value, profile) : login;
  if (!client.ok) return [];
  const others = await listOthers(client.value, toOwnScope(state).owns);
  void client.value.close();
  return others;
}

function toEndsRecord(ends: readonly FoundEnd[]): readonly NewRecord[] {
  return ends.length === 0 ? [] : [[ENDS_TYPE, { ends } satisfies EndsData]];
}

/**
 * Journals how the orders of a dead bot ended; returns the fault as text, or undefined. A bot that
 * hangs owns its journal, so nothing is written.
 */
export async function journalEnds(
  ports: SessionPorts,
  state: StateDirectory,
  ends: readonly FoundEnd[],
): Promise<string | undefined> {
  const records = toEndsRecord(ends);
  if (records.length === 0) return undefined;
  const written = await withDeadBot(ports, state, ({ append }) => append(...records));
  return written.ok || written.fault.code === 'state.locked' ? undefined : written.fault.message;
}

/** Reads the open orders of a bot's journal when called. */
export function toBookReader(ports: SessionPorts, state: StateDirectory): OwnScope['readBook'] {
  return () => {
    const recovered = recoverMemory(ports, state.journal, true);
    if (!recovered.ok) return recovered;
    // A journal that has lost records cannot tell which orders are open.
    const whole = checkJournal(ports.disk, state, recovered.value, undefined);
    return whole.ok ? ok(toKnownBook(recovered.value.memory)) : whole;
  };
}

const NO_BOOK: OwnScope['readBook'] = () => ok({ orders: [], positions: null, instruments: [] });

/** Own orders: those with the tag of a state, and those open in its journal. */
export function toOwnScope(
  state: Pick<StateDirectory, 'tag'>,
  readBook: OwnScope['readBook'] = NO_BOOK,
): OwnScope {
  return { owns: (coId) => coId.startsWith(toPrefix(state)), readBook };
}

/** Cancels the bot's own orders; adds a failure to `troubles`. */
export async function cancelFromOutside(
  ports: SessionPorts,
  scope: OwnScope,
  opening: ReturnType<typeof openCancelOnly>,
  troubles: string[],
  watch?: CancelWatch,
): Promise<CancelReport | undefined> {
  const client = await opening;
  if (!client.ok) {
    troubles.push(`own orders were not cancelled: ${client.fault.message}`);
    return undefined;
  }
  const report = await cancelOwn(client.value, scope, ports, watch);
  void client.value.close();
  return report;
}

/**
 * Cancels the orders of all other Weir bots on the login; these bots keep running. Returns the
 * report, or why the login failed.
 */
export async function cancelOtherBots(
  ports: SessionPorts,
  { state, login, profile }: Pick<BotPlace, 'state' | 'login' | 'profile'>,
): Promise<CancelReport | string> {
  const client = login.ok ? await openCancelOnly(ports, login.value, profile) : login;
  if (!client.ok) return client.fault.message;
  const own = toOwnScope(state).owns;
  const owns = (coId: string) => isOfWeir(coId) && !own(coId);
  const report = await cancelOwn(client.value, { owns, readBook: NO_BOOK }, ports);
  void client.value.close();
  return report;
}

/** Latches a halt for a bot that may run; returns the fault as text. */
export function latchBeside(
  ports: SessionPorts,
  { control }: StateDirectory,
  halt: HaltRecord,
): string | undefined {
  const written = addToLatch(ports.disk, control, halt, ports.host.processId);
  return written.ok ? undefined : written.fault.message;
}

/** Whether the latch of a bot has the halt; an unreadable latch halts everything as well. */
export function hasLatched(
  { disk }: Pick<SessionPorts, 'disk'>,
  { control }: StateDirectory,
  id: string,
): boolean {
  const reading = readLatch(disk, control);
  if (reading.kind === 'unreadable') return true;
  return reading.kind === 'read' && reading.halts.some((halt) => halt.id === id);
}

/** Recreates a removed control directory; a failure shows in the writes that follow. */
function makeControl({ disk }: SessionPorts, { control, dir }: StateDirectory): void {
  try {
    const isGone = disk.describe(control) === undefined && disk.describe(dir) !== undefined;
    if (isGone) disk.createDirectory(control);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/**
 * Journals the kill of a dead bot, so that a lost latch file clears nothing, and how its orders
 * ended. Waits for the lock while another kill has it.
 */
async function journalKill(
  ports: SessionPorts,
  state: StateDirectory,
  { cause, id, reason, who }: HaltRecord,
  ends: readonly FoundEnd[] = [],
): Promise<Fault | undefined> {
  const until = ports.clock.monoMicros() + LOCKED_MS * MILLISECOND;
  for (;;) {
    const written = await withDeadBot(ports, state, ({ append, memory }) => {
      const place = { at: memory.lastAt, scope: 'all', strategy: '' } as const;
      const halt: Halt = { ...place, rule: cause, reason, who, id };
      // A `halt` record is an output of the kernel, and a snapshot may already lack this one.
      return append([LATCH_TYPE, halt], ...toEndsRecord(ends));
    });
    if (written.ok) return undefined;
    const isLocked = written.fault.code === 'state.locked';
    if (!isLocked || ports.clock.monoMicros() >= until) return written.fault;
    await new Promise<void>((resolve) => {
      ports.clock.setTimer(LOCKED_PAUSE_MS, resolve);
    });
  }
}
