// What must hold in every world; each is one file, checked when the list of invariants says.
import type { OrderView } from '../../domain/index.js';
import type { SessionEnd } from '../../session/index.js';
import type { JournalRecord } from '../../journal/index.js';
import type { Bot } from '../simulation/bot.js';
import type { Departure, Handing } from '../simulation/wire.js';
import type { World } from '../simulation/world.js';

export interface Invariant {
  /** As in the list of invariants. */
  readonly number: number;
  readonly title: string;
  /** What is wrong when a client hands this request to a lane, or undefined. */
  readonly onHand?: (world: World, handing: Handing) => string | undefined;
  /** What is wrong when this request leaves, or undefined. */
  readonly onLeave?: (world: World, departure: Departure) => string | undefined;
  /** What is wrong with the state that the bot now holds an order to be in, or undefined. */
  readonly onOrder?: (world: World, view: OrderView) => string | undefined;
  /** What is wrong with what a session says of its end, or undefined. */
  readonly onEnd?: (world: World, end: SessionEnd, bot: Bot) => string | undefined;
  /** What is wrong once faults have stopped and the bot has had its time, or undefined. */
  readonly whenCalm?: (world: World) => string | undefined;
  /** What `atQuiet` says holds at any time: it is asked after the recovery from each crash, too. */
  readonly holdsAlways?: boolean;
  /** What is wrong when all is at rest, or undefined. */
  readonly atQuiet?: (world: World, records: Records) => string | undefined;
}

/** The journal over all lives, as the disk holds it. */
export type Records = readonly JournalRecord[];

/** A broken invariant. */
export interface Breach {
  readonly invariant: number;
  readonly title: string;
  /** Microseconds since the world began. */
  readonly at: number;
  readonly found: string;
}

export type Data = Readonly<Record<string, unknown>>;

/** Data of all records of a type. */
export function* listData(records: Records, type: string): Iterable<Data> {
  for (const record of records) if (record.type === type) yield record.data as Data;
}
