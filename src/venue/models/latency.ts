// Latency models: a constant time one way, or drawn from a distribution.
import { formatDuration, type Instant, type Micros, NEVER } from '../../domain/index.js';
import { createRandom, type Random } from '../../determinism/index.js';

/**
 * How long messages take, as quantiles: one in a hundred takes longer than `p99`. Between two of
 * them the times are spread evenly.
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
  /** From the venue's rate to where a query or stream shows it. */
  readonly rates: LatencyTerm;
  /** From the acceptance of a request to its arrival at the matching engine. */
  readonly orders: LatencyTerm;
  /** From a change of an order to where a query or stream shows it. */
  readonly replies: LatencyTerm;
}

export const NO_LATENCY: Latency = { rates: 0, orders: 0, replies: 0 };

/** Probabilities of the table's times. */
const PLACES = [0, 0.5, 0.9, 0.99, 1] as const;

/** Names of the table's times, in rising order. */
export const QUANTILES = ['min', 'p50', 'p90', 'p99', 'max'] as const;

/** The time that a share of all messages, at least 0 and below 1, does not exceed. */
export function findQuantile(table: LatencyTable, share: number): Micros {
  for (let i = 1; i < PLACES.length; i++) {
    const [from, to] = [PLACES[i - 1] ?? 0, PLACES[i] ?? 1];
    if (share >= to) continue;
    const [low, high] = [table[QUANTILES[i - 1] ?? 'min'], table[QUANTILES[i] ?? 'max']];
    return low + Math.round(((share - from) / (to - from)) * (high - low));
  }
  return table.max;
}

/** One way of a connection: what is sent first arrives first, however long it takes. */
export class Transit {
  /** Nothing takes any time. */
  readonly isInstant: boolean;
  readonly #term: LatencyTerm;
  readonly #random: Random;
  #lastAt: Instant = -NEVER;

  /** `name` is that of its stream of random numbers. */
  constructor(term: LatencyTerm, seed: number, name: string) {
    this.isInstant = term === 0;
    this.#term = term;
    this.#random = createRandom(seed, `latency/${name}`);
  }

  /** When a message that leaves at `at` arrives. */
  arriveAt(at: Instant): Instant {
    const term = this.#term;
    if (typeof term === 'number') return at + term;
    this.#lastAt = Math.max(this.#lastAt, at + findQuantile(term, this.#random()));
    return this.#lastAt;
  }
}

/** `20ms`, or `5ms to 400ms, half within 20ms`. */
export function describeLatency(term: LatencyTerm): string {
  if (typeof term === 'number') return formatDuration(term);
  const { min, p50, max } = term;
  return `${formatDuration(min)} to ${formatDuration(max)}, half within ${formatDuration(p50)}`;
}
