// The journal of a live session: stamps, appends, makes durable, and stays failed once it failed.
import { fail, type Instant, ok, type Result } from '../domain/index.js';
import type { Journal, Stamp } from '../journal/index.js';
import type { SessionPorts } from '../host/index.js';
import type { SessionClock } from '../host/index.js';

/** Inputs that the venue gives once only: durable before anybody uses them. */
const GIVEN_ONCE: ReadonlySet<string> = new Set(['stp']);
/** Wall time between two records after which another process may have taken over, milliseconds. */
const STOOD_STILL_MS = 5_000;

/** What stamps records with machine time. */
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

  /** `isFenced` tells whether a later epoch has begun, which alone may write from then on. */
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

  /** Why the journal cannot be relied on any more, or undefined. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Number of the last record. */
  get seq(): number {
    return this.#journal.seq;
  }

  /** Number of the last record that is durable. */
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

  /** Session time never goes back, whatever the clock does. */
  stamp(): Stamp {
    this.#lastAt = Math.max(this.#lastAt, this.#clock.now());
    const { clock, host } = this.#machine;
    const [wall, mono] = [clock.wallMillis(), clock.monoMicros()];
    return { session: this.#lastAt, wall, mono, boot: host.boot };
  }

  /** Fault code `journal.write-failed`, once; later calls do nothing and say nothing. */
  append(stamp: Stamp, type: string, data: unknown): Result<void> {
    return this.#guard(() => {
      const fenced = this.#checkFence(stamp);
      if (fenced !== undefined) return fenced;
      const appended = this.#journal.append(stamp, type, data);
      return appended.ok && GIVEN_ONCE.has(type) ? this.#journal.sync() : appended;
    });
  }

  /** The records of a step wait until its end, for one write: `release` or `sync`. */
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

  /** It takes no record any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** One that stood still, with its machine or alone, looks before it goes on. */
  #checkFence({ wall }: Stamp): Result<never> | undefined {
    const passed = Math.abs(wall - this.#lastWall);
    this.#lastWall = wall;
    if (passed < STOOD_STILL_MS || !this.#isFenced()) return undefined;
    const message = `the process stood still for ${String(passed)} ms, and a later epoch has begun`;
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
