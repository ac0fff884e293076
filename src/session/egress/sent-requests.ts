// Remembers which requests were handed to the gateway, so that none is handed over twice in a
// session of any length.
import type { PlaceCommand, RfsCommand } from '../../domain/orders/index.js';

type Numbered = PlaceCommand | RfsCommand;

export class SentRequests {
  readonly #most: number;
  /** Intent number by `X-Request-ID`, oldest first. */
  readonly #recent = new Map<string, number>();
  /** Largest intent number among the forgotten requests. */
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
   * Intents have rising numbers: a new one has a larger number than every forgotten one. A second
   * attempt or an acceptance reuses its number; for these the order's state is the check, since it
   * has left SENDING by then.
   */
  has(requestId: string, command: Numbered): boolean {
    const isNew = command.kind === 'rfs' || (command.attempt === 1 && command.quote === undefined);
    return (isNew && command.intentId <= this.#forgotten) || this.#recent.has(requestId);
  }

  /** Requests that are still remembered. */
  get count(): number {
    return this.#recent.size;
  }
}
