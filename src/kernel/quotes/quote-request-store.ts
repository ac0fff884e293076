// Own quote requests that the venue may not have ended, or whose acceptance is not closed.
import { assert } from '../../domain/index.js';
import type { QuoteRequest } from './quote-request.js';

/** Maximum of requests at once; strategies are refused far below it. */
const MAX_REQUESTS = 10_000;

export class QuoteRequestStore {
  readonly #byCoId = new Map<string, QuoteRequest>();

  get size(): number {
    return this.#byCoId.size;
  }

  add(request: QuoteRequest): void {
    const { coId } = request.terms;
    assert(this.#byCoId.size < MAX_REQUESTS, 'too many quote requests');
    if (this.#byCoId.has(coId)) assert(false, `RC13: id ${coId} of a quote request is used again`);
    this.#byCoId.set(coId, request);
  }

  remove({ terms }: QuoteRequest): void {
    this.#byCoId.delete(terms.coId);
  }

  find(coId: string): QuoteRequest | undefined {
    return this.#byCoId.get(coId);
  }

  findByIntent(intentId: number): QuoteRequest | undefined {
    for (const request of this.#byCoId.values()) {
      if (request.terms.intentId === intentId) return request;
    }
    return undefined;
  }

  /** Oldest first. */
  values(): readonly QuoteRequest[] {
    return [...this.#byCoId.values()];
  }
}
