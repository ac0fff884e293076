// Reads of the venue that fail, and since when.
import { type Instant, type Micros, SECOND } from '../../domain/index.js';
import type { SymbolState } from '../../risk/gate/index.js';

/** A read still fails when its last failure is at most this old and no success came since. */
const STILL: Micros = 15 * SECOND;
/** Maximum of reads that are remembered; a new one replaces the oldest. */
const MAX_FAILING = 1_000;

interface FailingRead {
  readonly since: Instant;
  readonly last: Instant;
}

/** Keys are the name of a read; `symbol` is the symbol whose rate is read. */
export class ReadFailures {
  readonly #reads = new Map<string, FailingRead>();

  /** Notes a failure; returns since when the read has been failing. */
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

  /** True when the read has been failing since that time and still does. */
  fails(name: string, since: Instant, now: Instant, symbol: SymbolState | undefined): boolean {
    const read = this.#reads.get(name);
    if (read?.since !== since || hasWorked(read, symbol)) return false;
    return now - read.last <= STILL;
  }
}

/** A rate of the symbol arrived after the failure. */
function hasWorked({ last }: FailingRead, symbol: SymbolState | undefined): boolean {
  return (symbol?.receivedAt ?? 0) > last;
}
