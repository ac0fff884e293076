// The `X-Request-ID` of a request that may be sent more than once: each time under a name of its
// own, which the journal has before it leaves.
import type { BotEvent, SendAgainEvent } from '../domain/index.js';

export class RequestName {
  readonly #kind: SendAgainEvent['kind'];
  readonly #coId: string;
  #id: string;
  #tries = 0;

  /** `id` is that of the command. */
  constructor(kind: SendAgainEvent['kind'], coId: string, id: string) {
    this.#kind = kind;
    this.#coId = coId;
    this.#id = id;
  }

  /** Another command for the same: what is sent from here on bears its name. */
  rename(id: string): void {
    this.#id = id;
    this.#tries = 0;
  }

  /** The name of the next try; of one after the first it is told, before it is handed over. */
  take(emit: (event: BotEvent) => void): string {
    this.#tries += 1;
    if (this.#tries === 1) return this.#id;
    const requestId = `${this.#id}.${String(this.#tries)}`;
    emit({ type: 'send-again', kind: this.#kind, coId: this.#coId, requestId });
    return requestId;
  }
}
