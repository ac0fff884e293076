// Applies the policy's steps to orders that keep a status for too long.
import { type Instant, NEVER } from '../../domain/index.js';
import type { PolicyAction, PolicyEngine, StatusRule } from '../../policy/index.js';
import { CANCEL_STATUS } from './cancels.js';
import { EarliestTimer } from './earliest-timer.js';
import { toScope } from '../policy/policy-actions.js';
import type { OrderStore } from './order-store.js';
import type { Order } from './order.js';

export interface StatusTimeoutMonitorPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
  applyActions(actions: readonly PolicyAction[]): void;
}

/** One timer for all orders: a status that soon changes costs no timer of its own. */
export class StatusTimeoutMonitor {
  readonly #store: OrderStore;
  readonly #engine: PolicyEngine;
  readonly #ports: StatusTimeoutMonitorPorts;
  readonly #timer: EarliestTimer;

  constructor(store: OrderStore, engine: PolicyEngine, ports: StatusTimeoutMonitorPorts) {
    this.#store = store;
    this.#engine = engine;
    this.#ports = ports;
    this.#timer = new EarliestTimer(ports, () => {
      this.#look();
    });
  }

  /** Notes the status that a report gave an order; false when the status is unchanged. */
  note(order: Order, rule: StatusRule): boolean {
    if (order.statusRule === rule) return false;
    order.statusRule = rule;
    order.statusSince = this.#ports.now();
    order.statusStepsDone = 0;
    if (rule.firstAfter > 0 && rule.word !== CANCEL_STATUS)
      this.#timer.arm(order.statusSince + rule.firstAfter);
    return true;
  }

  #look(): void {
    const now = this.#ports.now();
    let next = NEVER;
    for (const order of [...this.#store.values()]) {
      const rule = order.statusRule;
      if (rule === undefined || rule.word === CANCEL_STATUS || order.isTerminal) continue;
      for (const step of rule.steps) {
        if (step.after === 0 || step.when !== undefined) continue;
        const dueAt = order.statusSince + step.after;
        if (dueAt > now) next = Math.min(next, dueAt);
        else if (order.statusStepsDone < step.after) {
          order.statusStepsDone = step.after;
          this.#ports.applyActions(this.#engine.statusStep(now, rule, step, toScope(order)));
        }
      }
    }
    this.#timer.arm(next);
  }
}
