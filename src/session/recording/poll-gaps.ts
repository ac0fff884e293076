// Times without an answered poll of a symbol, longer than polls are apart.
import { formatInstant, type Instant, type Micros, MILLISECOND } from '../../domain/index.js';

export interface PollGap {
  readonly symbol: string;
  readonly from: string;
  /** Absent while there is still no answer. */
  readonly to?: string;
  readonly milliseconds: number;
}

/** Gaps that are kept; sums go on beyond. */
const MAX_GAPS = 1_000;
/** More than so many intervals between two answers is a gap. */
const FACTOR = 3;

interface Sight {
  at: Instant;
  /** Its gap has been told and has not ended. */
  isOpen: boolean;
}

export class PollGaps {
  readonly #least: Micros;
  readonly #tell: (message: string) => void;
  readonly #seen = new Map<string, Sight>();
  readonly gaps: PollGap[] = [];
  count = 0;
  total: Micros = 0;

  /** `tell` hears of a gap when it is found open, and when it ends. */
  constructor(interval: Micros, notify: (message: string) => void) {
    this.#least = FACTOR * interval;
    this.#tell = notify;
  }

  /** An answer that told of the symbol, the last one of a run before, or the start of polls. */
  see(symbol: string, at: Instant): void {
    const before = this.#seen.get(symbol);
    this.#seen.set(symbol, { at, isOpen: false });
    if (before === undefined || at - before.at <= this.#least) return;
    const to = formatInstant(at);
    const gap = { ...toGap(symbol, before.at, at), to };
    this.count++;
    this.total += at - before.at;
    if (this.gaps.length < MAX_GAPS) this.gaps.push(gap);
    this.#tell(`no rate of ${symbol} for ${String(gap.milliseconds)} ms, ${gap.from} to ${to}`);
  }

  /** Gaps that have not ended by now. */
  findOpen(now: Instant): readonly PollGap[] {
    return [...this.#seen]
      .filter(([, { at }]) => now - at > this.#least)
      .map(([symbol, { at }]) => toGap(symbol, at, now));
  }

  /** Tells each gap that has not ended, once. */
  tellOpen(now: Instant): void {
    for (const { from, symbol } of this.findOpen(now)) {
      const sight = this.#seen.get(symbol);
      if (sight === undefined || sight.isOpen) continue;
      sight.isOpen = true;
      this.#tell(`no rate of ${symbol} since ${from}`);
    }
  }

  /** The last answers of all symbols: gaps that have not ended do so now. */
  finish(at: Instant): void {
    for (const symbol of this.#seen.keys()) this.see(symbol, at);
  }
}

function toGap(symbol: string, from: Instant, to: Instant): PollGap {
  const milliseconds = Math.round((to - from) / MILLISECOND);
  return { symbol, from: formatInstant(from), milliseconds };
}
