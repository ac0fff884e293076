// One life of a virtual process: what it waits for dies with it.

export class Life {
  readonly number: number;
  #isOver = false;

  constructor(number: number) {
    this.number = number;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** As SIGKILL does: code may still run to its next wait, but reaches nothing any more. */
  end(): void {
    this.#isOver = true;
  }

  /** The action of a living process; nothing once it is dead. */
  guard(action: () => void): () => void {
    return () => {
      if (!this.#isOver) action();
    };
  }
}
