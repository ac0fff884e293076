// The journal of a live session: stamps and appends records, syncs them, and rejects all further
// records after a failure.
import { fail, type Instant, ok, type Result } from '../domain/index.js';
import type { Journal, Stamp } from '../journal/index.js';
import type { SessionPorts, SessionClock } from '../host/index.js';

/** Inputs that the venue delivers only once: durable before any use. */
const GIVEN_ONCE: ReadonlySet<string> = new Set(['stp']);
/** Wall time between two records after which another process may have taken over, milliseconds. */
const STOOD_STILL_MS = 5_000;

/** Wall clock, monotonic clock and boot id of a stamp. */
type Machine = Pick<SessionPorts, 'clock' | 'host'>;

export class SessionJournal {
  readonly #journal: Journal;
  readonly #clock: SessionClock;
  readonly #machine: Machine;
  readonly #isFenced: () => boolean;
  #lastAt: Instant;
  #lastWall: number;
  #fault: string | undefined;
  #isClosed = false;

  /** `isFenced` is true once a later epoch has begun; this process may not write from then on. */
  constructor(
    journal: Journal,
    clock: SessionClock,
    machine: Machine,
    startAt: Instant,
    isFenced: () => boolean = () => false,
  ) {
    this.#journal = journal;
    this.#clock = clock;
    this.#machine = machine;
    this.#isFenced = isFenced;
    this.#lastAt = startAt;
    this.#lastWall = machine.clock.wallMillis();
  }

  /** Why the journal failed, or undefined. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Number of the last record. */
  get seq(): number {
    return this.#journal.seq;
  }

  /** Number of the last durable record. */
  get synced(): number {
    return this.#journal.synced;
  }

  /** Hash of the last record. */
  get head(): string {
    return this.#journal.head;
  }

  /** Session time of the last stamp. */
  get lastAt(): Instant {
    return this.#lastAt;
  }

  /** Session time never goes back, even if the clock does. */
  stamp(): Stamp {
    this.#lastAt = Math.max(this.#lastAt, this.#clock.now());
    const { clock, host } = this.#machine;
    const [wall, mono] = [clock.wallMillis(), clock.monoMicros()];
    return { session: this.#lastAt, wall, mono, boot: host.boot };
  }

  /** Fault code `journal.write-failed`, once; later calls do nothing and report nothing. */
  append(stamp: Stamp, type: string, data: unknown): Result<void> {
    return this.#guard(() => {
      const fenced = this.#checkFence(stamp);
      if (fenced !== undefined) return fenced;
      const appended = this.#journal.append(stamp, type, data);
      return appended.ok && GIVEN_ONCE.has(type) ? this.#journal.sync() : appended;
    });
  }

  /** Delays the records of a step until `release` or `sync`, for one write. */
  hold(): void {
    if (this.#fault === undefined) this.#journal.hold();
  }

  release(): Result<void> {
    return this.#guard(() => this.#journal.release());
  }

  sync(): Result<void> {
    return this.#guard(() => this.#journal.sync());
  }

  close(): void {
    this.#isClosed = true;
    this.#journal.close();
  }

  /** It accepts no more records. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** After a suspension of the process or host, checks for a later epoch before it writes. */
  #checkFence({ wall }: Stamp): Result<never> | undefined {
    const passed = Math.abs(wall - this.#lastWall);
    this.#lastWall = wall;
    if (passed < STOOD_STILL_MS || !this.#isFenced()) return undefined;
    const message =
      'the process was suspended for ' +
      `${String(passed)} ms, and a newer bot was started meanwhile`;
    return fail('journal.write-failed', message);
  }

  #guard(write: () => Result<unknown>): Result<void> {
    if (this.#fault !== undefined) return ok(undefined);
    const written = write();
    if (written.ok) return ok(undefined);
    this.#fault = written.fault.message;
    return fail(written.fault.code, written.fault.message, written.fault.where);
  }
}
