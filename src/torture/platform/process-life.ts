// One life of a virtual process: its pending actions die with it, or wait while it is frozen.
import type { Micros } from '../../domain/index.js';

export class Life {
  readonly number: number;
  /** Processes of one host share lock names and sockets. */
  readonly host: number;
  /** World time that this process's machine did not count, µs. */
  lost: Micros = 0;
  #isOver = false;
  /** Actions that came due while the process is frozen; undefined while it runs. */
  #due: (() => void)[] | undefined;

  constructor(number: number, host = 1) {
    this.number = number;
    this.host = host;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isFrozen(): boolean {
    return this.#due !== undefined;
  }

  /** Ends the process as SIGKILL does: running code continues to its next wait, without effect. */
  end(): void {
    this.#isOver = true;
  }

  /** Stops the process: nothing of it runs from now on. */
  freeze(): void {
    this.#due ??= [];
  }

  /**
   * Resumes the process after `span`, which its clock does not count; returns the actions that are
   * due.
   */
  thaw(span: Micros): readonly (() => void)[] {
    const due = this.#due ?? [];
    this.#due = undefined;
    this.lost += span;
    return due;
  }

  /**
   * Wraps an action: it runs while the process lives, waits while it is frozen, else is dropped.
   */
  guard(action: () => void): () => void {
    const run = () => {
      if (this.#isOver) return;
      if (this.#due === undefined) action();
      else this.#due.push(run);
    };
    return run;
  }
}
