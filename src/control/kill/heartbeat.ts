// Heartbeats in files: the bot's for its watchdog, the watchdog's for its bot.
import { isSystemError, type JournalDisk, readWhole } from '../../journal/index.js';
import type { Micros } from '../../domain/index.js';
import type { HostClock } from '../../determinism/index.js';

export const BOT_HEARTBEAT_FILE = 'beat';
export const WATCHDOG_HEARTBEAT_FILE = 'guard-beat';
/** Monotonic milliseconds between two heartbeats, and after which an unchanged one is stale. */
export const BEAT_EVERY_MS = 1_000;
export const STALE_MS = 15_000;
/** Most silence that one check adds, monotonic time. */
const MAX_LOOK_GAP: Micros = 2_000 * BEAT_EVERY_MS;

/**
 * Writes a heartbeat, a text that differs from the last one. Not durable: after a crash of the host
 * no process sends heartbeats. False when the disk failed.
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

/** Follows the epoch in the last heartbeat of a bot whose orders are proven ended. */
const ENDED = 'ended';

function saysEnded(text: string | undefined): boolean {
  return text?.trimEnd().endsWith(` ${ENDED}`) === true;
}

/** Whether the last bot of a control directory ended with all of its orders proven ended. */
export function hasProvenEnd(disk: JournalDisk, control: string): boolean {
  return saysEnded(readBeat(disk, control, BOT_HEARTBEAT_FILE));
}

/** Text of a heartbeat; undefined when it cannot be read. */
export function readBeat(disk: JournalDisk, dir: string, name: string): string | undefined {
  try {
    return readWhole(disk, dir, name);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return undefined;
  }
}

/** Heartbeat of a bot; the last one has no count. */
export function toBeat(epoch: number, count?: number): string {
  return `${String(epoch)} ${count === undefined ? ENDED : String(count)}`;
}

/**
 * Measures the silence of a heartbeat by this process's own monotonic clock; times in the file do
 * not count. A text from before the watch is no heartbeat. Time in which the watching process hung
 * or slept adds little silence.
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

  /** Milliseconds since the heartbeat last changed; an unreadable file counts as unchanged. */
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

  /** Whether a heartbeat was seen to change. */
  get hasBeaten(): boolean {
    return this.#hasBeaten;
  }

  /** Epoch of the last bot that sent a heartbeat; undefined where none did. */
  get epoch(): number | undefined {
    const epoch = Number.parseInt(this.#text ?? '', 10);
    return Number.isSafeInteger(epoch) ? epoch : undefined;
  }

  /** The bot ended with its orders proven ended. */
  get hasEnded(): boolean {
    return saysEnded(this.#text);
  }
}

/** Whether a watchdog has to monitor the bot of a configuration: in live, or where it says so. */
export function wantsWatchdog({
  watchdog,
  venue,
}: {
  readonly watchdog?: 'on' | 'off';
  readonly venue?: { readonly environment: string } | undefined;
}): boolean {
  return watchdog === 'on' || (watchdog !== 'off' && venue?.environment === 'live');
}
