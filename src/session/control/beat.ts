// Signs of life in files: the bot's for its guard, the guard's for its bot.
import { isSystemError, type JournalDisk, readWhole } from '../../journal/index.js';
import type { MachineClock } from '../../machine/index.js';

export const BOT_BEAT = 'beat';
export const GUARD_BEAT = 'guard-beat';
/** Machine time between two beats, and after which one that did not change is stale. */
export const BEAT_EVERY_MS = 1_000;
export const STALE_MS = 15_000;

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

/** Judges a beat by this process's own monotonic clock: what it says of time does not count. */
export class BeatWatch {
  readonly #disk: JournalDisk;
  readonly #dir: string;
  readonly #name: string;
  readonly #clock: Pick<MachineClock, 'monoMicros'>;
  #text: string | undefined;
  #changedAt: number;

  constructor(
    disk: JournalDisk,
    dir: string,
    name: string,
    clock: Pick<MachineClock, 'monoMicros'>,
  ) {
    this.#disk = disk;
    this.#dir = dir;
    this.#name = name;
    this.#clock = clock;
    this.#changedAt = clock.monoMicros();
  }

  /** Milliseconds since the beat last changed; what cannot be read has not changed. */
  look(): number {
    const text = this.#read();
    const now = this.#clock.monoMicros();
    if (text !== undefined && text !== this.#text) {
      this.#text = text;
      this.#changedAt = now;
    }
    return (now - this.#changedAt) / 1_000;
  }

  /** Whether there was a beat at all. */
  get hasBeaten(): boolean {
    return this.#text !== undefined;
  }

  #read(): string | undefined {
    try {
      return readWhole(this.#disk, this.#dir, this.#name);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return undefined;
    }
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
  return guard === 'on' || venue?.environment === 'live';
}
