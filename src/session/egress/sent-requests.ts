// Requests that were handed to the gateway: none is handed over twice in a session, however long.
import type { PlaceCommand, RfsCommand } from '../../domain/index.js';

type Numbered = PlaceCommand | RfsCommand;

export class SentRequests {
  readonly #most: number;
  /** Number of the intent by `X-Request-ID`, oldest first. */
  readonly #recent = new Map<string, number>();
  /** Largest number among those that are not named any more. */
  #forgotten = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(requestId: string, { intentId }: Numbered): void {
    this.#recent.set(requestId, intentId);
    if (this.#recent.size <= this.#most) return;
    for (const [oldest, number] of this.#recent) {
      this.#recent.delete(oldest);
      this.#forgotten = Math.max(this.#forgotten, number);
      return;
    }
  }

  /**
   * Intents are numbered as they come: one that is new has a larger number than all of long ago.
   * Second attempts, and acceptances, which have the number of their request, are held against the
   * state of their order, which has left SENDING by then.
   */
  has(requestId: string, command: Numbered): boolean {
    const isNew = command.kind === 'rfs' || (command.attempt === 1 && command.quote === undefined);
    return (isNew && command.intentId <= this.#forgotten) || this.#recent.has(requestId);
  }

  /** Requests that are still named. */
  get count(): number {
    return this.#recent.size;
  }
}
