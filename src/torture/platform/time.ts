// Virtual time: a heap of future events, fired one at a time, the code between two run to its rest.
import type { Micros } from '../../domain/index.js';
import { createRandom, type Random, Scheduler } from '../../determinism/index.js';

/** Something of the caller's to be cancelled. */
export interface Pending {
  cancel(): void;
}

/** Events that are due together are told apart by up to so much, drawn from the seed. */
const MOST_JITTER: Micros = 50;

/** Kept from before anybody may take the platform's timers away. */
const turn = setImmediate;

/**
 * Resolves when no promise is left that can go on without an event: microtasks run out before the
 * platform turns its loop.
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

  /** Runs `action` at or a little after an instant; code that waits for it runs before the next. */
  at(dueAt: Micros, action: () => void): Pending {
    return this.#set(dueAt, () => {
      this.#wakesCode = true;
      action();
    });
  }

  /** As `at`, for what lets no promise go on: the world need not come to rest after it. */
  quietlyAt(dueAt: Micros, action: () => void): Pending {
    return this.#set(dueAt, action);
  }

  after(span: Micros, action: () => void): Pending {
    return this.at(this.now + span, action);
  }

  /** Time goes on while code runs, as when a disk blocks the process. */
  block(span: Micros): void {
    this.#scheduler.moveTo(this.now + span);
  }

  /** Fires what is due until then, one at a time, and stops early when `isOver` says so. */
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
