// Latency models: a constant one-way time, or one drawn from a table of quantiles.
import { formatDuration, type Instant, type Micros, NEVER } from '../../domain/index.js';
import { createRandom, type Random } from '../../determinism/index.js';

/**
 * Quantiles of the latency: one message in a hundred takes longer than `p99`. Times between two
 * quantiles are distributed uniformly.
 */
export interface LatencyTable {
  readonly min: Micros;
  readonly p50: Micros;
  readonly p90: Micros;
  readonly p99: Micros;
  readonly max: Micros;
}

export type LatencyTerm = Micros | LatencyTable;

export interface Latency {
  /** From the venue's rate to its visibility in queries and streams. */
  readonly rates: LatencyTerm;
  /** From the acceptance of a request to its arrival at the matching engine. */
  readonly orders: LatencyTerm;
  /** From a change of an order to its visibility in queries and streams. */
  readonly replies: LatencyTerm;
}

export const NO_LATENCY: Latency = { rates: 0, orders: 0, replies: 0 };

/** Probabilities of the quantiles. */
const PLACES = [0, 0.5, 0.9, 0.99, 1] as const;

/** Keys of the quantiles, ascending. */
export const QUANTILES = ['min', 'p50', 'p90', 'p99', 'max'] as const;

/** Latency that this share of all messages does not exceed; `share` is in [0, 1). */
export function findQuantile(table: LatencyTable, share: number): Micros {
  for (let i = 1; i < PLACES.length; i++) {
    const [from, to] = [PLACES[i - 1] ?? 0, PLACES[i] ?? 1];
    if (share >= to) continue;
    const [low, high] = [table[QUANTILES[i - 1] ?? 'min'], table[QUANTILES[i] ?? 'max']];
    return low + Math.round(((share - from) / (to - from)) * (high - low));
  }
  return table.max;
}

/** One direction of a connection; it keeps the order of messages. */
export class Transit {
  /** True when messages have no latency. */
  readonly isInstant: boolean;
  readonly #term: LatencyTerm;
  readonly #random: Random;
  #lastAt: Instant = -NEVER;

  /** `name` identifies the random stream. */
  constructor(term: LatencyTerm, seed: number, name: string) {
    this.isInstant = term === 0;
    this.#term = term;
    this.#random = createRandom(seed, `latency/${name}`);
  }

  arriveAt(at: Instant): Instant {
    const term = this.#term;
    if (typeof term === 'number') return at + term;
    this.#lastAt = Math.max(this.#lastAt, at + findQuantile(term, this.#random()));
    return this.#lastAt;
  }
}

/** Text such as `20ms`, or `5ms to 400ms, half within 20ms`. */
export function describeLatency(term: LatencyTerm): string {
  if (typeof term === 'number') return formatDuration(term);
  const { min, p50, max } = term;
  return `${formatDuration(min)} to ${formatDuration(max)}, half within ${formatDuration(p50)}`;
}
