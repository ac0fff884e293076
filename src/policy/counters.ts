// Counts hits of policy steps by scope, and applies each step at most once per time window.
import type { Instant, Micros } from '../domain/index.js';
import type { EscalationStep } from './policy.js';

/** Maximum of counters; a new one replaces the oldest. */
const MAX_COUNTS = 10_000;

interface Counter {
  span: Micros;
  /** Oldest first, at most as many as the step counts. */
  hits: readonly Instant[];
  appliedAt: Instant;
}

/** Hits of one step in one scope, kept over a restart. */
interface CountSnapshot {
  readonly name: string;
  readonly span: Micros;
  /** Hits that still count, oldest first. */
  readonly hits: readonly Instant[];
}

export interface CountsSnapshot {
  /** Version of the policy that the steps belong to. */
  readonly policy: string;
  /** In the order of their first hits. */
  readonly counts: readonly CountSnapshot[];
}

export class StepCounters {
  readonly #version: string | undefined;
  readonly #counters = new Map<string, Counter>();

  /** `version` is the policy's version; without it the counts do not survive a restart. */
  constructor(version?: string) {
    this.#version = version;
  }

  /** Counts a hit of a step in its scope; returns whether the step applies now. */
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
   * Hits that count at this time; undefined without any. Applied steps are left out, because their
   * pause may have ended with the run.
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

  /** Step ids of another policy version mean other steps. */
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
