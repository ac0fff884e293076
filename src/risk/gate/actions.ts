// Actions that a risk rule can cause besides refusing an order.
import type { AlertLevel } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { Needs } from '../../domain/venue/index.js';

/** Scope of an action; an absent field means all. */
export interface ActionScope {
  readonly strategy?: string;
  readonly symbol?: string;
}

/** End of a pause: a time, the rule's own `resolve`, or the operator's resume. */
export type PauseUntil = Instant | 'resolved' | 'resume';

export interface RuleActions {
  /** Session time. */
  now(): Instant;
  /** `overridden` is the control that an order breached and passed by an override. */
  alert(
    level: AlertLevel,
    rule: string,
    scope: ActionScope,
    text: string,
    overridden?: string,
  ): void;
  /** No new risk in the scope. A pause until `resolved` ends some time after `resolve`. */
  pause(rule: string, scope: ActionScope, reason: string, until: PauseUntil): void;
  /** The strategy can place nothing until then. At a restart the alert restores this. */
  mute(rule: string, strategy: string, reason: string, until: Instant): void;
  /** The cause of the pause is gone; the pause ends unless the cause recurs soon. */
  resolve(rule: string, scope: ActionScope): void;
  /** The cause recurred: returns whether a pause that had not ended goes on for it. */
  recur(rule: string, scope: ActionScope): boolean;
  /** Latches a halt and cancels own orders in its scope. `needs` as in a breach. */
  halt(rule: string, scope: ActionScope, reason: string | (() => string), needs?: Needs): void;
  cancel(scope: ActionScope): void;
  /** Reduces the request budget to `share` of it until then. */
  throttle(rule: string, share: number, until: Instant, reason: string, needs?: Needs): void;
  /** Requests a poll of the venue's positions, because of a symbol. */
  reread(rule: string, symbol: string, reason: string): void;
  /** Calls back at a session time, between inputs. */
  at(dueAt: Instant, action: (now: Instant) => void): void;
  /** Calls back once, as soon as the kernel has a clock. */
  begun(action: (now: Instant) => void): void;
}

/** For a gate that checks a single call and can act on nothing. */
export const NO_ACTIONS: RuleActions = {
  now: () => 0,
  alert: () => undefined,
  pause: () => undefined,
  mute: () => undefined,
  resolve: () => undefined,
  recur: () => false,
  halt: () => undefined,
  cancel: () => undefined,
  throttle: () => undefined,
  reread: () => undefined,
  at: () => undefined,
  begun: () => undefined,
};
