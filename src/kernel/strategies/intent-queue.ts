// Queue of the intents of one step; strategies can emit intents only during a step.
import type { Intent } from '../../domain/orders/index.js';
import { assertIntent } from './assert-intent.js';
import { copyDetails, copyPlain } from './intent-details.js';
import type { StrategyHost } from './strategy-host.js';

export interface QueuedIntent {
  readonly host: StrategyHost;
  readonly intentId: number;
  readonly intent: Intent;
}

/** A strategy acted outside a step of the kernel. */
export interface OutOfStepViolation {
  readonly host: StrategyHost;
  readonly reason: string;
}

/** Maximum of queued intents in a step; the kernel halts a strategy at half of it. */
const MAX_QUEUED = 2_001;

export class IntentQueue {
  isStepping = false;
  /** Slots are reused in the next step. */
  readonly #queue: (QueuedIntent | undefined)[] = [];
  /** Number of queued intents; more may join while they are handled. */
  count = 0;
  #trespasses: OutOfStepViolation[] = [];
  #lastIntentId = 0;

  at(place: number): QueuedIntent | undefined {
    return this.#queue[place];
  }

  /** Continues after the intent ids of previous runs. */
  restore(lastIntentId: number): void {
    this.#lastIntentId = lastIntentId;
  }

  nextIntentId(): number {
    return ++this.#lastIntentId;
  }

  /**
   * Queues a copy of an intent and returns its id: later changes by the strategy do not count.
   * Throws for anything that is no intent, which ends the strategy.
   */
  take(host: StrategyHost, intent: Intent): number {
    this.assertInStep(host, 'an intent');
    const copy = copyIntent(intent);
    const intentId = this.nextIntentId();
    // After its end a strategy can only cancel and withdraw.
    if (host.hasEnded && copy.kind !== 'cancel' && copy.kind !== 'withdraw') return intentId;
    if (this.count >= MAX_QUEUED) return intentId;
    this.#queue[this.count++] = { host, intentId, intent: copy };
    return intentId;
  }

  clear(): void {
    while (this.count > 0) this.#queue[--this.count] = undefined;
  }

  get hasViolations(): boolean {
    return this.#trespasses.length > 0;
  }

  /** Returns and clears the violations since the last call. */
  takeViolations(): readonly OutOfStepViolation[] {
    const trespasses = this.#trespasses;
    if (trespasses.length > 0) this.#trespasses = [];
    return trespasses;
  }

  /** Throws outside a step; the strategy is halted at the next step. */
  assertInStep(host: StrategyHost, what: string): void {
    if (this.isStepping) return;
    const reason = `${what} was made outside the kernel's step: use ctx.time`;
    this.#trespasses.push({ host, reason });
    throw new Error(`strategy ${host.name}: ${reason}`);
  }
}

/** Reads each field once and checks the copy: a getter may return different values. */
function copyIntent(intent: unknown): Intent {
  const copy: unknown = typeof intent === 'object' && intent !== null ? { ...intent } : intent;
  assertIntent(copy);
  if (copy.kind === 'execute') return { ...copy, params: copyPlain(copy.params) };
  if (copy.kind !== 'place' || copy.details === undefined) return copy;
  const { details: wanted, ...plain } = copy;
  const details = copyDetails(wanted);
  return details === undefined ? plain : { ...plain, details };
}
