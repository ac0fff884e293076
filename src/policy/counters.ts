// Counts hits of steps by their scopes, and applies each step once per window.
import type { Instant, Micros } from '../domain/index.js';
import type { EscalationStep } from './policy.js';

/** Counted scopes at one time; the oldest is forgotten for a new one. */
const MAX_COUNTS = 10_000;

interface Counter {
  span: Micros;
  /** Oldest first, no more than the step counts. */
  hits: readonly Instant[];
  appliedAt: Instant;
}

/** What a run leaves behind of one step in one scope. */
interface CountSnapshot {
  readonly name: string;
  readonly span: Micros;
  /** Those that still count, oldest first. */
  readonly hits: readonly Instant[];
}

export interface CountsSnapshot {
  /** Version of the policy whose steps they are. */
  readonly policy: string;
  /** In the order in which they were first hit. */
  readonly counts: readonly CountSnapshot[];
}

export class StepCounters {
  readonly #version: string | undefined;
  readonly #counters = new Map<string, Counter>();

  /** `version` is that of the policy; without one no count outlives the run. */
  constructor(version?: string) {
    this.#version = version;
  }

  /** Counts a hit of a step in its scope; whether the step is to be applied now. */
  hit(step: EscalationStep, key: string, at: Instant): boolean {
    const counter = this.#find(step, key);
    if (step.count > 1) {
      counter.hits = [...counter.hits, at].slice(-step.count);
      const [oldest = at] = counter.hits;
      if (counter.hits.length < step.count || at - oldest >= step.span) return false;
    }
    if (at - counter.appliedAt < step.span) return false;
    counter.appliedAt = at;
    return true;
  }

  /**
   * Hits that count at this time; undefined without any. That a step was applied is left out: the
   * pause that it made may have ended with the run.
   */
  snapshot(at: Instant): CountsSnapshot | undefined {
    const policy = this.#version;
    if (policy === undefined) return undefined;
    const counts = [...this.#counters].flatMap(([name, { span, hits }]) => {
      const left = hits.filter((time) => at - time < span);
      return left.length === 0 ? [] : [{ name, span, hits: left }];
    });
    return counts.length === 0 ? undefined : { policy, counts };
  }

  /** Steps of another policy are others, whatever they are called. */
  restore(snapshot: CountsSnapshot | undefined): void {
    if (snapshot === undefined || snapshot.policy !== this.#version) return;
    for (const { name, span, hits } of snapshot.counts) {
      this.#counters.set(name, { span, hits, appliedAt: -Infinity });
    }
  }

  #find(step: EscalationStep, key: string): Counter {
    const name = `${step.id}|${key}`;
    const known = this.#counters.get(name);
    if (known !== undefined) return known;
    if (this.#counters.size >= MAX_COUNTS) {
      const [oldest = ''] = this.#counters.keys();
      this.#counters.delete(oldest);
    }
    const counter = { span: step.span, hits: [], appliedAt: -Infinity };
    this.#counters.set(name, counter);
    return counter;
  }
}
