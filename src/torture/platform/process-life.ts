// One life of a virtual process: what it waits for dies with it, or waits while it is frozen.
import type { Micros } from '../../domain/index.js';

export class Life {
  readonly number: number;
  /** Processes of one host share names and sockets. */
  readonly host: number;
  /** Time that has passed for the world and not for this process's machine. */
  lost: Micros = 0;
  #isOver = false;
  /** What has become due while it is frozen; undefined while it runs. */
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

  /** As SIGKILL does: code may still run to its next wait, but reaches nothing any more. */
  end(): void {
    this.#isOver = true;
  }

  /** Nothing of it runs from now on. */
  freeze(): void {
    this.#due ??= [];
  }

  /** It runs again after so long, of which its machine knows nothing; what is due now. */
  thaw(span: Micros): readonly (() => void)[] {
    const due = this.#due ?? [];
    this.#due = undefined;
    this.lost += span;
    return due;
  }

  /** The action of a living process; later for a frozen one, nothing once it is dead. */
  guard(action: () => void): () => void {
    const run = () => {
      if (this.#isOver) return;
      if (this.#due === undefined) action();
      else this.#due.push(run);
    };
    return run;
  }
}
