// Ids of a request that may be sent more than once: each attempt has an `X-Request-ID` of its own,
// which is journaled before it leaves.
import type { BotEvent, RetryIdEvent } from '../../domain/events/index.js';

type Emit = (event: BotEvent) => void;

export class RetryRequestIds {
  readonly #kind: RetryIdEvent['kind'];
  readonly #coId: string;
  #id: string;
  #tries = 0;
  readonly #unused: string[] = [];

  /** `id` is that of the command. */
  constructor(kind: RetryIdEvent['kind'], coId: string, id: string) {
    this.#kind = kind;
    this.#coId = coId;
    this.#id = id;
  }

  /** A second command joins: later attempts use its id. */
  rename(id: string): void {
    if (this.#tries === 0) this.#unused.push(this.#id);
    this.#id = id;
    this.#tries = 0;
  }

  /** Id of the next attempt; from the second on it is journaled before the attempt leaves. */
  take(emit: Emit): string {
    this.#tries += 1;
    if (this.#tries === 1) return this.#id;
    const requestId = `${this.#id}.${String(this.#tries)}`;
    this.#tell(emit, 'send-again', requestId);
    return requestId;
  }

  /** No more attempts: reports the ids that were not used. */
  end(emit: Emit): void {
    if (this.#tries === 0) this.#unused.push(this.#id);
    for (const requestId of this.#unused) this.#tell(emit, 'send-unused', requestId);
  }

  #tell(emit: Emit, type: RetryIdEvent['type'], requestId: string): void {
    emit({ type, kind: this.#kind, coId: this.#coId, requestId });
  }
}
