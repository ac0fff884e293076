// The `X-Request-ID` of a request that may be sent more than once: each time under a name of its
// own, which the journal has before it leaves.
import type { BotEvent, RetryIdEvent } from '../../domain/index.js';

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

  /** Another command for the same: what is sent from here on bears its name. */
  rename(id: string): void {
    if (this.#tries === 0) this.#unused.push(this.#id);
    this.#id = id;
    this.#tries = 0;
  }

  /** The name of the next try; of one after the first it is told, before it is handed over. */
  take(emit: Emit): string {
    this.#tries += 1;
    if (this.#tries === 1) return this.#id;
    const requestId = `${this.#id}.${String(this.#tries)}`;
    this.#tell(emit, 'send-again', requestId);
    return requestId;
  }

  /** Nothing is sent any more: tells the names under which nothing was. */
  end(emit: Emit): void {
    if (this.#tries === 0) this.#unused.push(this.#id);
    for (const requestId of this.#unused) this.#tell(emit, 'send-unused', requestId);
  }

  #tell(emit: Emit, type: RetryIdEvent['type'], requestId: string): void {
    emit({ type, kind: this.#kind, coId: this.#coId, requestId });
  }
}
