// Reads that keep failing are told once, and then now and then: never silently, never in a flood.
import type { PollEvent } from '../domain/index.js';

/** Machine time between two remarks on the same read, milliseconds. */
const TELL_EVERY_MS = 60_000;
/** Reads that are remembered. */
const MAX_READS = 1_000;

export class FaultTeller {
  readonly #tell: (message: string) => void;
  readonly #toldAt = new Map<string, number>();

  constructor(tell: (message: string) => void) {
    this.#tell = tell;
  }

  see({ subject, key, outcome, message }: PollEvent): void {
    const read = `${subject} ${key}`;
    const toldAt = this.#toldAt.get(read);
    if (outcome === 'unchanged') {
      this.#toldAt.delete(read);
      return;
    }
    const now = performance.now();
    if (outcome !== 'failed' || (toldAt !== undefined && now - toldAt < TELL_EVERY_MS)) return;
    if (this.#toldAt.size >= MAX_READS) this.#toldAt.clear();
    this.#toldAt.set(read, now);
    this.#tell(`${toldAt === undefined ? 'failed' : 'still failing'}: read of ${read}: ${message}`);
  }
}
