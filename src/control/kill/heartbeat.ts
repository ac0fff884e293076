// Signs of life in files: the bot's for its guard, the guard's for its bot.
import { isSystemError, type JournalDisk, readWhole } from '../../journal/index.js';
import type { Micros } from '../../domain/index.js';
import type { HostClock } from '../../determinism/index.js';

export const BOT_HEARTBEAT_FILE = 'beat';
export const WATCHDOG_HEARTBEAT_FILE = 'guard-beat';
/** Machine time between two beats, and after which one that did not change is stale. */
export const BEAT_EVERY_MS = 1_000;
export const STALE_MS = 15_000;
/** What one look adds to the silence at most, machine time. */
const MAX_LOOK_GAP: Micros = 2_000 * BEAT_EVERY_MS;

/**
 * Writes a beat: a text that differs from the last one. Not durable, because after a crash of the
 * machine nobody beats. False when the disk did not take it.
 */
export function writeBeat(disk: JournalDisk, dir: string, name: string, text: string): boolean {
  const temporary = `${name}.new`;
  try {
    disk.remove(dir, temporary);
    const file = disk.create(dir, temporary);
    try {
      file.write(Buffer.from(`${text}\n`));
    } finally {
      file.close();
    }
    disk.rename(dir, temporary, name);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
}

/** What follows the epoch in the last beat of a bot whose orders are proven ended. */
const ENDED = 'ended';

function saysEnded(text: string | undefined): boolean {
  return text?.trimEnd().endsWith(` ${ENDED}`) === true;
}

/** Whether the last bot of a control directory ended with its orders proven ended. */
export function hasProvenEnd(disk: JournalDisk, control: string): boolean {
  return saysEnded(readBeat(disk, control, BOT_HEARTBEAT_FILE));
}

/** The text of a beat; undefined when it cannot be read. */
export function readBeat(disk: JournalDisk, dir: string, name: string): string | undefined {
  try {
    return readWhole(disk, dir, name);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}

/** A bot's beat; without a count its last one. */
export function toBeat(epoch: number, count?: number): string {
  return `${String(epoch)} ${count === undefined ? ENDED : String(count)}`;
}

/**
 * Judges a beat by this process's own monotonic clock: what it says of time does not count. A text
 * that was there before the watch began is no sign of life. Time that the watcher itself did not
 * look, because it hung or slept, does not count against the other.
 */
export class HeartbeatMonitor {
  readonly #disk: JournalDisk;
  readonly #dir: string;
  readonly #name: string;
  readonly #clock: Pick<HostClock, 'monoMicros'>;
  #text: string | undefined;
  #hasBeaten = false;
  #silentMicros = 0;
  #lookedAt: number;

  constructor(disk: JournalDisk, dir: string, name: string, clock: Pick<HostClock, 'monoMicros'>) {
    this.#disk = disk;
    this.#dir = dir;
    this.#name = name;
    this.#clock = clock;
    this.#text = readBeat(disk, dir, name);
    this.#lookedAt = clock.monoMicros();
  }

  /** Milliseconds since the beat last changed; what cannot be read has not changed. */
  look(): number {
    const text = readBeat(this.#disk, this.#dir, this.#name);
    const now = this.#clock.monoMicros();
    this.#silentMicros += Math.min(now - this.#lookedAt, MAX_LOOK_GAP);
    this.#lookedAt = now;
    if (text !== undefined && text !== this.#text) {
      this.#text = text;
      this.#hasBeaten = true;
      this.#silentMicros = 0;
    }
    return this.#silentMicros / 1_000;
  }

  /** Whether a beat was seen to change. */
  get hasBeaten(): boolean {
    return this.#hasBeaten;
  }

  /** The epoch of the bot that beat last; undefined where none did. */
  get epoch(): number | undefined {
    const epoch = Number.parseInt(this.#text ?? '', 10);
    return Number.isSafeInteger(epoch) ? epoch : undefined;
  }

  /** The bot said that it has ended, its orders proven ended. */
  get hasEnded(): boolean {
    return saysEnded(this.#text);
  }
}

/** Whether a guard has to watch over the bot of a configuration: in live, or where it says so. */
export function hasGuard({
  guard,
  venue,
}: {
  readonly guard?: 'on' | 'off';
  readonly venue?: { readonly environment: string } | undefined;
}): boolean {
  return guard === 'on' || (guard !== 'off' && venue?.environment === 'live');
}
