// Virtual time: a heap of events, fired one at a time; code runs to its rest between two events.
import type { Micros } from '../../domain/index.js';
import { createRandom, type Random, Scheduler } from '../../determinism/index.js';

/** An event that the caller can cancel. */
export interface Pending {
  cancel(): void;
}

/** Maximum random delay that separates events of the same time, drawn from the seed. */
const MOST_JITTER: Micros = 50;

/** Taken before `banGlobals` can replace the platform's timers. */
const turn = setImmediate;

/**
 * Resolves when no promise can continue without an event: the platform drains all microtasks before
 * the next turn of its event loop.
 */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    turn(resolve);
  });
}

export class VirtualTime {
  readonly #scheduler = new Scheduler(0);
  readonly #jitter: Random;
  #wakesCode = false;

  constructor(seed: number) {
    this.#jitter = createRandom(seed, 'world/jitter');
  }

  /** Microseconds since the world began. */
  get now(): Micros {
    return this.#scheduler.now;
  }

  /**
   * Runs `action` at `dueAt` or up to 50 µs later; code that awaits it runs before the next event.
   */
  at(dueAt: Micros, action: () => void): Pending {
    return this.#set(dueAt, () => {
      this.#wakesCode = true;
      action();
    });
  }

  /** As `at`, for actions that resolve no promise: saves the wait for rest after them. */
  quietlyAt(dueAt: Micros, action: () => void): Pending {
    return this.#set(dueAt, action);
  }

  after(span: Micros, action: () => void): Pending {
    return this.at(this.now + span, action);
  }

  /** Lets time pass while code runs, as a disk does that blocks the process. */
  block(span: Micros): void {
    this.#scheduler.moveTo(this.now + span);
  }

  /** Fires the events due until `until`, one at a time; stops early when `isOver` returns true. */
  async runTo(until: Micros, isOver: () => boolean = () => false): Promise<void> {
    await rest();
    while (!isOver() && this.#scheduler.fireNext(until)) {
      if (!this.#wakesCode) continue;
      this.#wakesCode = false;
      await rest();
    }
    if (!isOver()) this.#scheduler.moveTo(until);
  }

  #set(dueAt: Micros, action: () => void): Pending {
    return this.#scheduler.at(Math.ceil(dueAt + this.#jitter() * MOST_JITTER), action);
  }
}
