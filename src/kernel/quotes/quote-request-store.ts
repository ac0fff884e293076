// Own requests for quotes that the venue may not have ended, or whose acceptance is not settled.
import { assert } from '../../domain/index.js';
import type { OwnRequest } from './quote-request.js';

/** Of a session at once; strategies are refused far below it. */
const MAX_REQUESTS = 10_000;

export class RequestStore {
  readonly #byCoId = new Map<string, OwnRequest>();

  get size(): number {
    return this.#byCoId.size;
  }

  add(request: OwnRequest): void {
    const { coId } = request.terms;
    assert(this.#byCoId.size < MAX_REQUESTS, 'too many requests for quotes');
    if (this.#byCoId.has(coId)) assert(false, `RC13: id ${coId} of a request is used again`);
    this.#byCoId.set(coId, request);
  }

  remove({ terms }: OwnRequest): void {
    this.#byCoId.delete(terms.coId);
  }

  find(coId: string): OwnRequest | undefined {
    return this.#byCoId.get(coId);
  }

  findByIntent(intentId: number): OwnRequest | undefined {
    for (const request of this.#byCoId.values()) {
      if (request.terms.intentId === intentId) return request;
    }
    return undefined;
  }

  /** Oldest first. */
  values(): readonly OwnRequest[] {
    return [...this.#byCoId.values()];
  }
}
