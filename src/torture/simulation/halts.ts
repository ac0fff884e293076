// Halts of a strategy or symbol, the orders they cover, and what a later run must respect.
import type { Halt } from '../../domain/events/index.js';
import { readJournal } from '../../journal/index.js';
import type { LiveSession } from '../../session/index.js';
import type { VirtualDisk } from '../platform/disk.js';
import { findCoId, findQuoteCoId } from '../platform/request-kinds.js';
import type { WireCall } from '../platform/wire-types.js';
import { type Bot, JOURNAL_DIR, type LastingDuty } from './bot.js';

/** What the runs of a world have left for the next one. */
interface Legacy {
  readonly disk: VirtualDisk;
  readonly faults: readonly string[];
  /** The newest run. */
  readonly bot: Bot | undefined;
  latched: string | undefined;
  paused: LastingDuty | undefined;
  readonly latchedParts: Halt[];
}

/** Strategy and symbol of an order, as far as its request and the bot's state show them. */
export interface Owner {
  readonly strategy: string | undefined;
  readonly symbol: string | undefined;
}

export function findOwner(session: LiveSession, call: WireCall): Owner {
  const coId = findCoId(call) || findQuoteCoId(call);
  const order = session.snapshot().orders.find((one) => one.coId === coId);
  const [, symbol] = /"symbol":"([^"]+)"/.exec(call.request.body.toString()) ?? [];
  return { strategy: order?.strategy, symbol: order?.symbol ?? symbol };
}

export function isWithin({ scope, strategy, symbol }: Halt, owner: Owner): boolean {
  if (scope === 'all') return true;
  return scope === 'strategy' ? strategy === owner.strategy : symbol === owner.symbol;
}

/** Notes at the end of a run which durable halts the next run must respect. */
export function noteHalts(world: Legacy, bot: Bot): void {
  const { end, hasSeenFailure, isResumed, session } = bot;
  const isSynced = hasSeenFailure && !world.faults.some((id) => id.startsWith('D'));
  if (end?.kind === 'not-opened' && isSynced) world.latched ??= 'a start ended with HTTP 500';
  if (session === undefined || isResumed) return;
  const isDurable = ({ reason }: Pick<Halt, 'reason'>) =>
    world.disk.holdsDurably(JOURNAL_DIR, `"reason":${JSON.stringify(reason)}`);
  const { halt } = session.view();
  if (halt !== undefined && isDurable(halt)) world.latched ??= halt.reason;
  const parts = session.snapshot().gate.halts.filter(({ scope }) => scope !== 'all');
  world.latchedParts.push(...parts.filter(isDurable));
}

/** Notes a pause that only an operator ends, if the next run finds its cause in the journal. */
export function notePause(world: Legacy): void {
  const pause = world.bot?.mustPause ?? world.paused;
  world.paused = pause && hasRejection(world, pause.coId) ? pause : undefined;
}

function hasRejection({ disk }: Legacy, coId: string): boolean {
  for (const record of readJournal(JOURNAL_DIR, disk)) {
    if (!record.ok) return false;
    const { data, type } = record.value;
    if (type !== 'send-result') continue;
    const sent = data as { readonly class: unknown; readonly coId: unknown };
    if (sent.coId === coId && sent.class === 'rejected') return true;
  }
  return false;
}
