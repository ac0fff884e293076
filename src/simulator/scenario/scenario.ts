// The faults of a simulator: which requests they hit, and what then becomes of these.
import { formatInstant, type Instant, type Micros } from '../../domain/index.js';
import { type SimulatorResponse, refuse, type Send } from '../response.js';
import type { MachineEffect, Plan, Stage } from './effect.js';
import { InjectedFault } from './injected-fault.js';
import { fitsItem, type Subject } from './match.js';
import { type FaultConfig, MAX_FAULTS, type ScenarioConfig } from './schema.js';

/** A fault as it is told to those who ask. */
export interface FaultReport {
  readonly id: string;
  readonly matched: number;
  readonly hits: number;
  readonly lastAt: string | null;
  /** Whether an effect on the machine holds now. */
  readonly isHolding: boolean;
  readonly fault: FaultConfig;
}

/** Answers of which nothing is sent. */
const NO_ANSWER = refuse(503, 'The request was lost.');

export class Scenario {
  /** Whether requests can be hit at all. */
  isIdle = true;
  readonly #stage: Stage;
  /** Told when a timer was set, so that it fires in time. */
  readonly #wake: () => void;
  #faults: readonly InjectedFault[] = [];
  #number = 1;
  /** Ends of the effects that hold. */
  readonly #ends = new Map<InjectedFault, Set<(at: Instant) => void>>();

  constructor(stage: Stage, wake: () => void) {
    this.#stage = stage;
    this.#wake = wake;
  }

  /** Adds faults whose times count from `at`; or says what is wrong with them. */
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

  /** Ends all effects and forgets all faults. */
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
   * Lets the venue process a request, and sends its answer, as the faults that hit it say. `say`
   * sends an answer of the venue, `send` one that takes its place.
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
      ...{ waitBefore: 0, waitAfter: 0, isLost: false },
      ...{ copy: undefined, instead: undefined, cut: undefined },
    };
    for (const fault of hits) {
      if (fault.effect.on === 'delivery') fault.effect.plan(plan, fault.draw);
      else if (fault.effect.on === 'machine') this.#begin(at, fault, fault.effect);
    }
    return plan;
  }

  /** Edits the venue's answer, or takes another in its place, and sends it in time. */
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

  /** Sets off by time what no request sets off. */
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
