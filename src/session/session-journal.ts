// The journal of a live session: stamps, appends, makes durable, and stays failed once it failed.
import { fail, type Instant, ok, type Result } from '../domain/index.js';
import type { Journal, Stamp } from '../journal/index.js';
import { BOOT, readMachineTime, type SessionClock } from './session-clock.js';

export class SessionJournal {
  readonly #journal: Journal;
  readonly #clock: SessionClock;
  #lastAt: Instant;
  #fault: string | undefined;

  constructor(journal: Journal, clock: SessionClock, startAt: Instant) {
    this.#journal = journal;
    this.#clock = clock;
    this.#lastAt = startAt;
  }

  /** Why the journal cannot be relied on any more, or undefined. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Hash of the last record. */
  get head(): string {
    return this.#journal.head;
  }

  /** Session time of the last stamp. */
  get lastAt(): Instant {
    return this.#lastAt;
  }

  /** Session time never goes back, whatever the clock does. */
  stamp(): Stamp {
    this.#lastAt = Math.max(this.#lastAt, this.#clock.now());
    return { session: this.#lastAt, wall: Date.now(), mono: readMachineTime(), boot: BOOT };
  }

  /** Fault code `journal.write-failed`, once; later calls do nothing and say nothing. */
  append(stamp: Stamp, type: string, data: unknown): Result<void> {
    return this.#guard(() => this.#journal.append(stamp, type, data));
  }

  sync(): Result<void> {
    return this.#guard(() => this.#journal.sync());
  }

  close(): void {
    this.#journal.close();
  }

  #guard(write: () => Result<unknown>): Result<void> {
    if (this.#fault !== undefined) return ok(undefined);
    const written = write();
    if (written.ok) return ok(undefined);
    this.#fault = written.fault.message;
    return fail(written.fault.code, written.fault.message, written.fault.where);
  }
}
