// What happened in a world, as lines: a hash over all of them, and the last of them to look at.
import { createHash } from 'node:crypto';
import type { Micros, OrderState, OrderView } from '../../domain/index.js';

/** Lines that are kept for a person. */
const MOST_KEPT = 60;

export class Trace {
  readonly #hash = createHash('sha256');
  readonly #kept: string[] = [];
  readonly #tell: ((line: string) => void) | undefined;
  /** By coId: what the bot last held of it. */
  readonly #states = new Map<string, OrderState>();
  #lines = 0;

  /** `tell` gets every line as it comes. */
  constructor(notify?: (line: string) => void) {
    this.#tell = notify;
  }

  /**
   * Texts must not depend on the epoch: two worlds that differ in it alone are the same. What comes
   * all the time is not kept for a person. `message` is shown and not hashed: Weir's own sentences
   * may be reworded.
   */
  add(at: Micros, text: string, { isKept = true, message = '' } = {}): void {
    const line = `${(at / 1_000_000).toFixed(6)} ${text}`;
    this.#hash.update(`${line}\n`);
    this.#lines += 1;
    const shown = message === '' ? line : `${line}: ${message}`;
    this.#tell?.(shown);
    if (!isKept) return;
    this.#kept.push(shown);
    if (this.#kept.length > 2 * MOST_KEPT) this.#kept.splice(0, MOST_KEPT);
  }

  /** What the bot now holds of an order, where that is new. */
  order(at: Micros, { coId, state }: OrderView): void {
    if (this.#states.get(coId) === state) return;
    this.#states.set(coId, state);
    this.add(at, `order ${coId} is ${state}`);
  }

  get lines(): number {
    return this.#lines;
  }

  get last(): readonly string[] {
    return this.#kept.slice(-MOST_KEPT);
  }

  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 32);
  }
}
