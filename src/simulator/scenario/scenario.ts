// The injected faults of a simulator: matches requests and applies the effects.
import { formatInstant, type Instant, type Micros } from '../../domain/index.js';
import { type SimulatorResponse, refuse, type Send } from '../response.js';
import type { MachineEffect, Plan, Stage } from './effect.js';
import { InjectedFault } from './injected-fault.js';
import { fitsItem, type Subject } from './match.js';
import { type FaultConfig, MAX_FAULTS, type ScenarioConfig } from './schema.js';

/** A fault with its counts, as the control API lists it. */
export interface FaultReport {
  readonly id: string;
  readonly matched: number;
  readonly hits: number;
  readonly lastAt: string | null;
  /** Whether a venue effect is active now. */
  readonly isHolding: boolean;
  readonly fault: FaultConfig;
}

/** Placeholder response of a lost request, none of which is sent. */
const NO_ANSWER = refuse(503, 'The request was lost.');

export class Scenario {
  /** True while no fault exists, so that requests need no check. */
  isIdle = true;
  readonly #stage: Stage;
  /** Called after a timer was set, so that it fires in time. */
  readonly #wake: () => void;
  #faults: readonly InjectedFault[] = [];
  #number = 1;
  /** Functions that end the active effects. */
  readonly #ends = new Map<InjectedFault, Set<(at: Instant) => void>>();

  constructor(stage: Stage, wake: () => void) {
    this.#stage = stage;
    this.#wake = wake;
  }

  /** Adds faults whose times count from `at`; returns a problem text if they are invalid. */
  add(at: Instant, { seed, faults }: ScenarioConfig): string | undefined {
    if (this.#faults.length + faults.length > MAX_FAULTS) {
      return `faults: expected at most ${String(MAX_FAULTS)} in all.`;
    }
    const added: InjectedFault[] = [];
    let number = this.#number;
    for (const [index, config] of faults.entries()) {
      const fault = new InjectedFault(config.id ?? `fault-${String(number++)}`, config, seed, at);
      const { id, effect } = fault;
      if ([...this.#faults, ...added].some((one) => one.id === id)) {
        return `faults[${String(index)}].id: expected an id once, found ${id} again.`;
      }
      const missing = effect.on === 'machine' ? effect.findMissing?.(this.#stage) : undefined;
      if (missing !== undefined) {
        return `faults[${String(index)}].effect: expected ${missing} to be known here.`;
      }
      added.push(fault);
    }
    this.#number = number;
    this.#faults = [...this.#faults, ...added];
    this.isIdle = false;
    for (const fault of added) this.#schedule(at, fault);
    return undefined;
  }

  /** Ends all effects and removes all faults. */
  clear(at: Instant): void {
    for (const ends of this.#ends.values()) for (const end of ends) end(at);
    this.#ends.clear();
    this.#faults = [];
    this.isIdle = true;
  }

  list(): readonly FaultReport[] {
    return this.#faults.map(({ id, matched, hits, lastAt, holding, config }) => {
      const last = lastAt === undefined ? null : formatInstant(lastAt);
      return { id, matched, hits, lastAt: last, isHolding: holding > 0, fault: config };
    });
  }

  /**
   * Processes a request and sends its response as changed by the faults that hit it. `say` sends a
   * response of the venue, `send` one that replaces it.
   */
  play(
    at: Instant,
    subject: Subject,
    run: (at: Instant) => SimulatorResponse,
    send: Send,
    say: Send = send,
  ): void {
    const hits = this.#faults.filter((fault) => fault.takes(at, subject, this.#stage.venue));
    if (hits.length === 0) {
      say(run(at));
      return;
    }
    const plan = this.#toPlan(at, hits);
    const finish = (then: Instant, answer: SimulatorResponse) => {
      this.#finish(then, hits, plan, answer, plan.instead === undefined ? say : send);
    };
    this.#after(at, plan.waitBefore, (then) => {
      const first = plan.isLost ? NO_ANSWER : run(then);
      if (plan.copy === undefined || plan.isLost) finish(then, first);
      else {
        const { after, isAnswer } = plan.copy;
        if (!isAnswer) finish(then, first);
        this.#after(then, after, (later) => {
          const second = run(later);
          if (isAnswer) finish(later, second);
        });
      }
    });
  }

  #toPlan(at: Instant, hits: readonly InjectedFault[]): Plan {
    const plan: Plan = {
      waitBefore: 0,
      waitAfter: 0,
      isLost: false,
      copy: undefined,
      instead: undefined,
      cut: undefined,
    };
    for (const fault of hits) {
      if (fault.effect.on === 'delivery') fault.effect.plan(plan, fault.draw);
      else if (fault.effect.on === 'machine') this.#begin(at, fault, fault.effect);
    }
    return plan;
  }

  /** Edits or replaces the venue's response and sends it after the planned delay. */
  #finish(
    at: Instant,
    hits: readonly InjectedFault[],
    plan: Plan,
    answer: SimulatorResponse,
    send: Send,
  ): void {
    let edited = answer;
    for (const { effect, config } of hits) {
      if (effect.on !== 'content') continue;
      const takes = (item: object) => fitsItem(config.match ?? {}, { ...item });
      edited = effect.edit(edited, { at, stage: this.#stage, takes });
    }
    const sent = plan.instead ?? edited;
    this.#after(at, plan.waitAfter, () => {
      send(plan.cut === undefined ? sent : { ...sent, cut: plan.cut });
    });
  }

  /** Schedules a fault that time triggers, not a request. */
  #schedule(at: Instant, fault: InjectedFault): void {
    const { effect } = fault;
    if (effect.on !== 'machine' || fault.isByRequest) return;
    this.#after(at, fault.openAt - at, (then) => {
      if (!this.#faults.includes(fault)) return;
      fault.count(then);
      this.#begin(then, fault, effect);
    });
  }

  #begin(at: Instant, fault: InjectedFault, effect: MachineEffect): void {
    const undo = effect.begin(this.#stage, at);
    if (undo === undefined) return;
    const ends = this.#ends.get(fault) ?? new Set();
    this.#ends.set(fault, ends);
    const end = (then: Instant) => {
      ends.delete(end);
      fault.holding--;
      undo(then);
    };
    ends.add(end);
    fault.holding++;
    const { for: span } = fault.config;
    const endAt = Math.min(fault.closeAt, span === undefined ? fault.closeAt : at + span);
    if (endAt < fault.closeAt || fault.config.to !== undefined) {
      this.#after(at, endAt - at, (then) => {
        if (ends.has(end)) end(then);
      });
    }
  }

  #after(at: Instant, wait: Micros, action: (at: Instant) => void): void {
    if (wait <= 0) {
      action(at);
      return;
    }
    const { scheduler } = this.#stage.venue;
    scheduler.at(at + wait, () => {
      action(scheduler.now);
    });
    this.#wake();
  }
}
