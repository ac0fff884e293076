// Times without an answered poll of a symbol, longer than polls are apart.
import { formatInstant, type Instant, type Micros, MILLISECOND } from '../../domain/index.js';

export interface PollGap {
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  readonly milliseconds: number;
}

/** Gaps that are kept; sums go on beyond. */
const MAX_GAPS = 1_000;
/** More than so many intervals between two answers is a gap. */
const FACTOR = 3;

export class PollGaps {
  readonly #least: Micros;
  readonly #tell: (gap: PollGap) => void;
  readonly #seenAt = new Map<string, Instant>();
  readonly gaps: PollGap[] = [];
  count = 0;
  total: Micros = 0;

  /** `tell` hears of each gap once it has ended. */
  constructor(interval: Micros, tell: (gap: PollGap) => void) {
    this.#least = FACTOR * interval;
    this.#tell = tell;
  }

  /** An answer that told of the symbol, or the last one of a run before. */
  see(symbol: string, at: Instant): void {
    const before = this.#seenAt.get(symbol);
    this.#seenAt.set(symbol, at);
    if (before === undefined || at - before <= this.#least) return;
    const milliseconds = Math.round((at - before) / MILLISECOND);
    const gap = { symbol, from: formatInstant(before), to: formatInstant(at), milliseconds };
    this.count++;
    this.total += at - before;
    if (this.gaps.length < MAX_GAPS) this.gaps.push(gap);
    this.#tell(gap);
  }

  /** The last answers of all symbols, for gaps that have not ended. */
  finish(at: Instant): void {
    for (const symbol of this.#seenAt.keys()) this.see(symbol, at);
  }
}
