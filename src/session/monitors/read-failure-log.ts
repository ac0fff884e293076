// Reports reads that keep failing: at once, then once a minute.
import type { PollEvent } from '../../domain/events/index.js';
import { type Micros, SECOND } from '../../domain/index.js';
import type { HostClock } from '../../determinism/index.js';

/** Monotonic time between two messages on the same read. */
const TELL_EVERY: Micros = 60 * SECOND;
/** Most reads remembered. */
const MAX_READS = 1_000;

export class ReadFailureLog {
  readonly #clock: HostClock;
  readonly #tell: (message: string) => void;
  readonly #reportedAt = new Map<string, number>();

  constructor(clock: HostClock, notify: (message: string) => void) {
    this.#clock = clock;
    this.#tell = notify;
  }

  see({ subject, key, outcome, message }: PollEvent): void {
    const read = `${subject} ${key}`;
    const reportedAt = this.#reportedAt.get(read);
    if (outcome === 'unchanged') {
      this.#reportedAt.delete(read);
      return;
    }
    const now = this.#clock.monoMicros();
    if (outcome !== 'failed' || (reportedAt !== undefined && now - reportedAt < TELL_EVERY)) return;
    if (this.#reportedAt.size >= MAX_READS) this.#reportedAt.clear();
    this.#reportedAt.set(read, now);
    this.#tell(
      `${reportedAt === undefined ? 'failed' : 'still failing'}: read of ${read}: ${message}`,
    );
  }
}
