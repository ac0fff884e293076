// Reads that fail, and since when without having worked.
import { type Instant, type Micros, SECOND } from '../../domain/index.js';
import type { SymbolState } from '../../risk/index.js';

/** A read that failed no longer ago than this, and did not work since, still fails. */
const STILL: Micros = 15 * SECOND;
/** Reads that are remembered; the oldest is forgotten for a new one. */
const MAX_FAILING = 1_000;

interface FailingRead {
  readonly since: Instant;
  readonly last: Instant;
}

/** By name of the read; `symbol` is the one whose rate is read. */
export class ReadFailures {
  readonly #reads = new Map<string, FailingRead>();

  /** A read failed; since when it has been failing. */
  note(name: string, last: Instant, symbol: SymbolState | undefined): Instant {
    const known = this.#reads.get(name);
    if (known === undefined && this.#reads.size >= MAX_FAILING) {
      const [oldest = ''] = this.#reads.keys();
      this.#reads.delete(oldest);
    }
    const since = known === undefined || hasWorked(known, symbol) ? last : known.since;
    this.#reads.set(name, { since, last });
    return since;
  }

  worked(name: string): void {
    if (this.#reads.size > 0) this.#reads.delete(name);
  }

  /** Whether it has been failing since that time, and still does. */
  fails(name: string, since: Instant, now: Instant, symbol: SymbolState | undefined): boolean {
    const read = this.#reads.get(name);
    if (read?.since !== since || hasWorked(read, symbol)) return false;
    return now - read.last <= STILL;
  }
}

/** A rate came after the read of it had failed. */
function hasWorked({ last }: FailingRead, symbol: SymbolState | undefined): boolean {
  return (symbol?.receivedAt ?? 0) > last;
}
