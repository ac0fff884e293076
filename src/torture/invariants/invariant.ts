// Contract of an invariant, which must hold in every world; each invariant is one file.
import type { OrderView } from '../../domain/events/index.js';
import type { SessionEnd } from '../../session/index.js';
import type { JournalRecord } from '../../journal/index.js';
import type { Bot } from '../simulation/bot.js';
import type { Departure, Handing } from '../simulation/departures.js';
import type { World } from '../simulation/world.js';

export interface Invariant {
  /** Number in the list of invariants. */
  readonly number: number;
  readonly title: string;
  /** Violation when a client hands this request to a lane, or undefined. */
  readonly onHand?: (world: World, handing: Handing) => string | undefined;
  /** Violation when this request leaves, or undefined. */
  readonly onLeave?: (world: World, departure: Departure) => string | undefined;
  /** Violation by the state that the bot now assigns to an order, or undefined. */
  readonly onOrder?: (world: World, view: OrderView) => string | undefined;
  /** Violation by what a session reports at its end, or undefined. */
  readonly onEnd?: (world: World, end: SessionEnd, bot: Bot) => string | undefined;
  /** Violation after the faults and the calm phase, or undefined. */
  readonly whenCalm?: (world: World) => string | undefined;
  /** `atQuiet` holds at any time: it is also called after the recovery from each crash. */
  readonly holdsAlways?: boolean;
  /** Violation when the world is quiescent, or undefined. */
  readonly atQuiet?: (world: World, records: Records) => string | undefined;
}

/** The journal over all runs, as the disk has it. */
export type Records = readonly JournalRecord[];

/** Violation of an invariant. */
export interface Breach {
  readonly invariant: number;
  readonly title: string;
  /** Microseconds since the world began. */
  readonly at: number;
  readonly found: string;
}

export type Data = Readonly<Record<string, unknown>>;

/** Data of all records of this type. */
export function* listData(records: Records, type: string): Iterable<Data> {
  for (const record of records) if (record.type === type) yield record.data as Data;
}
