// Requests that left the bots of a world, and the client ids that its journal cannot know.
import { createHash } from 'node:crypto';
import type { Micros } from '../../domain/index.js';
import { findSentId } from '../platform/request-kinds.js';
import type { WireCall } from '../platform/wire-types.js';
import type { Bot } from './bot.js';

/** A request that a client handed to a lane. */
export interface Handing {
  readonly at: Micros;
  readonly call: WireCall;
}

/** A request that left a process. */
export interface Departure extends Handing {
  /** The sender; undefined for a command of the operator. */
  readonly bot: Bot | undefined;
  /** Whether everything was halted in the sender. */
  readonly wasHalted: boolean;
}

/** Lists to which a check of requests adds itself. */
export interface RequestWatchers {
  /** Called with each request that a client hands to a lane. */
  readonly handWatchers: ((handing: Handing) => void)[];
  /** Called with each request before its bytes leave. */
  readonly watchers: ((departure: Departure) => void)[];
}

/** What left in a world, and from which runs. */
interface Departed {
  readonly departures: readonly Departure[];
  readonly others: readonly Bot[];
  readonly forgotten: ReadonlySet<string>;
  isOnOwnState(bot: Bot): boolean;
}

/** Whether the request left from a run on the bot's own state. */
export function isOfState(
  world: Pick<Departed, 'isOnOwnState'>,
  { bot }: Pick<Departure, 'bot'>,
): boolean {
  return bot !== undefined && world.isOnOwnState(bot);
}

/**
 * Client ids that left from runs on the bot's own state and whose start record is not in `starts`.
 */
export function listLost(world: Departed, starts: string): readonly string[] {
  return world.departures
    .filter((departure) => isOfState(world, departure))
    .map(({ call }) => ({ coId: findSentId(call) ?? '', bytes: call.request.body }))
    .filter(({ coId, bytes }) => coId !== '' && !starts.includes(toHash(bytes)))
    .map(({ coId }) => coId);
}

const toHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Client ids of clones' orders, and of orders that the journal has lost. */
export function listGoneCoIds(world: Departed): ReadonlySet<string> {
  const { departures, forgotten, others } = world;
  if (others.length === 0) return forgotten;
  const gone = new Set(forgotten);
  for (const departure of departures) {
    if (departure.bot === undefined || isOfState(world, departure)) continue;
    const coId = findSentId(departure.call);
    if (coId !== undefined) gone.add(coId);
  }
  return gone;
}
