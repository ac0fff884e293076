// Counts hits of steps by their scopes, and applies each step once per window.
import { type Instant } from '../../domain/index.js';
import { RollingCount } from '../../machine/index.js';
import type { Step } from './policy.js';

/** Counted scopes at one time; the oldest is forgotten for a new one. */
const MAX_COUNTS = 10_000;

interface Counter {
  readonly hits: RollingCount;
  appliedAt: Instant;
}

export class StepCounters {
  readonly #counters = new Map<string, Counter>();

  /** Counts a hit of a step in its scope; whether the step is to be applied now. */
  hit(step: Step, key: string, at: Instant): boolean {
    const counter = this.#find(step, key);
    if (step.count > 1) {
      counter.hits.add(at);
      if (!counter.hits.isFull(at)) return false;
    }
    if (at - counter.appliedAt < step.span) return false;
    counter.appliedAt = at;
    return true;
  }

  #find(step: Step, key: string): Counter {
    const name = `${step.id}|${key}`;
    const known = this.#counters.get(name);
    if (known !== undefined) return known;
    if (this.#counters.size >= MAX_COUNTS) {
      const [oldest = ''] = this.#counters.keys();
      this.#counters.delete(oldest);
    }
    const hits = new RollingCount(step.span, Math.max(1, step.count));
    const counter = { hits, appliedAt: -Infinity };
    this.#counters.set(name, counter);
    return counter;
  }
}
