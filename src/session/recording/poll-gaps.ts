// Finds gaps between answered polls of a symbol that are longer than the poll interval allows.
import { formatInstant, type Instant, type Micros, MILLISECOND } from '../../domain/index.js';

export interface PollGap {
  readonly symbol: string;
  readonly from: string;
  /** Absent while the gap lasts. */
  readonly to?: string;
  readonly milliseconds: number;
}

/** Most gaps kept; count and total go on beyond it. */
const MAX_GAPS = 1_000;
/** A gap is longer than this many poll intervals. */
const FACTOR = 3;

interface Sight {
  at: Instant;
  /** The gap was reported and lasts. */
  isOpen: boolean;
}

export class PollGaps {
  readonly #least: Micros;
  readonly #tell: (message: string) => void;
  readonly #seen = new Map<string, Sight>();
  readonly gaps: PollGap[] = [];
  count = 0;
  total: Micros = 0;

  /** `notify` gets a gap when it is found open, and when it ends. */
  constructor(interval: Micros, notify: (message: string) => void) {
    this.#least = FACTOR * interval;
    this.#tell = notify;
  }

  /**
   * Takes the time of an answered poll of the symbol, of the previous run's last one, or of the
   * first poll.
   */
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

  /** Gaps that last at `now`. */
  findOpen(now: Instant): readonly PollGap[] {
    return [...this.#seen]
      .filter(([, { at }]) => now - at > this.#least)
      .map(([symbol, { at }]) => toGap(symbol, at, now));
  }

  /** Reports each lasting gap once. */
  tellOpen(now: Instant): void {
    for (const { from, symbol } of this.findOpen(now)) {
      const sight = this.#seen.get(symbol);
      if (sight === undefined || sight.isOpen) continue;
      sight.isOpen = true;
      this.#tell(`no rate of ${symbol} since ${from}`);
    }
  }

  /** Ends all lasting gaps. */
  finish(at: Instant): void {
    for (const symbol of this.#seen.keys()) this.see(symbol, at);
  }
}

function toGap(symbol: string, from: Instant, to: Instant): PollGap {
  const milliseconds = Math.round((to - from) / MILLISECOND);
  return { symbol, from: formatInstant(from), milliseconds };
}
