// Trace of a world: hashes all lines and keeps the last ones to print.
import { createHash } from 'node:crypto';
import type { OrderState, OrderView } from '../../domain/events/index.js';
import type { Micros } from '../../domain/index.js';

/** Number of lines kept to print. */
const MOST_KEPT = 60;

export class Trace {
  readonly #hash = createHash('sha256');
  readonly #kept: string[] = [];
  readonly #tell: ((line: string) => void) | undefined;
  /** Last state of each order in the bot, by client order id. */
  readonly #states = new Map<string, OrderState>();

  /** `notify` gets every line as it is added. */
  constructor(notify?: (line: string) => void) {
    this.#tell = notify;
  }

  /**
   * Adds a line. `text` must not depend on the epoch: worlds that differ only in it have equal
   * traces. `isKept: false` hashes the line but does not print it. `message` is printed but not
   * hashed, as Weir's messages may be reworded.
   */
  add(at: Micros, text: string, { isKept = true, message = '' } = {}): void {
    const line = `${(at / 1_000_000).toFixed(6)} ${text}`;
    this.#hash.update(`${line}\n`);
    const shown = message === '' ? line : `${line}: ${message}`;
    this.#tell?.(shown);
    if (!isKept) return;
    this.#kept.push(shown);
    if (this.#kept.length > 2 * MOST_KEPT) this.#kept.splice(0, MOST_KEPT);
  }

  /** Adds an order's state if it changed. */
  order(at: Micros, { coId, state }: OrderView): void {
    if (this.#states.get(coId) === state) return;
    this.#states.set(coId, state);
    this.add(at, `order ${coId} is ${state}`);
  }

  get last(): readonly string[] {
    return this.#kept.slice(-MOST_KEPT);
  }

  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 32);
  }
}
