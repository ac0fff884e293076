// Quote requests of one user by requestId or clOrderId; ended ones are dropped after a time.
import type { RfsRequest } from './rfs-request.js';

export class RequestList {
  readonly #maxEnded: number;
  readonly #byId = new Map<string, RfsRequest>();
  readonly #byClientId = new Map<string, RfsRequest>();
  /** In the order of their end. */
  readonly #ended = new Set<RfsRequest>();

  constructor(maxEnded: number) {
    this.#maxEnded = maxEnded;
  }

  get openCount(): number {
    return this.#byId.size - this.#ended.size;
  }

  add(request: RfsRequest): void {
    this.#byId.set(request.requestId, request);
    this.#byClientId.set(request.terms.request.clOrderId, request);
  }

  findById(requestId: string): RfsRequest | undefined {
    return this.#byId.get(requestId);
  }

  findByClientId(clOrderId: string): RfsRequest | undefined {
    return this.#byClientId.get(clOrderId);
  }

  end(request: RfsRequest): void {
    this.#ended.add(request);
    if (this.#ended.size <= this.#maxEnded) return;
    const [oldest] = this.#ended;
    if (oldest === undefined) return;
    this.#ended.delete(oldest);
    this.#byId.delete(oldest.requestId);
    this.#byClientId.delete(oldest.terms.request.clOrderId);
  }
}
