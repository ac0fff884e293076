// What a rule can do to the bot machine besides refusing an order.
import type { AlertLevel, Instant, Needs } from '../../domain/index.js';

/** What an action is about; what is absent means all. */
export interface ActionScope {
  readonly strategy?: string;
  readonly symbol?: string;
}

/** How a pause ends: at a time, when its rule says so, or by a person. */
export type PauseUntil = Instant | 'resolved' | 'resume';

export interface RuleActions {
  /** Session time. */
  now(): Instant;
  /** `overridden`: control that an order broke and went all the same. */
  alert(
    level: AlertLevel,
    rule: string,
    scope: ActionScope,
    text: string,
    overridden?: string,
  ): void;
  /** No new risk in the scope. One until `resolved` ends a while after `resolve` of the rule. */
  pause(rule: string, scope: ActionScope, reason: string, until: PauseUntil): void;
  /** The strategy places nothing until then; said in an alert, by which recovery knows of it. */
  mute(rule: string, strategy: string, reason: string, until: Instant): void;
  /** What paused is gone; the pause ends unless that is back soon. */
  resolve(rule: string, scope: ActionScope): void;
  /** It is back: whether a pause goes on for it that had not ended. */
  recur(rule: string, scope: ActionScope): boolean;
  /** Latches a halt; own orders in its scope are cancelled. `needs`: as those of a breach. */
  halt(rule: string, scope: ActionScope, reason: string | (() => string), needs?: Needs): void;
  /** Cancels own orders in the scope. */
  cancel(scope: ActionScope): void;
  /** The session sends less for a while. */
  throttle(rule: string, share: number, until: Instant, reason: string, needs?: Needs): void;
  /** Has the positions of the venue read now, because of a symbol. */
  reread(rule: string, symbol: string, reason: string): void;
  /** Calls back at a session time, between inputs. */
  at(dueAt: Instant, action: (now: Instant) => void): void;
  /** Calls back once, as soon as the machine has a clock. */
  begun(action: (now: Instant) => void): void;
}

/** For a gate that judges a single call: there is nothing to act on. */
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
