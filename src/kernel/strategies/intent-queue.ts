// Intents of strategies wait here for the end of the step; outside a step nothing is taken.
import type { Intent } from '../../domain/index.js';
import { assertIntent } from './assert-intent.js';
import { copyDetails, copyPlain } from './intent-details.js';
import type { StrategyHost } from './strategy-host.js';

export interface QueuedIntent {
  readonly host: StrategyHost;
  readonly intentId: number;
  readonly intent: Intent;
}

/** A strategy acted outside the kernel's step. */
export interface OutOfStepViolation {
  readonly host: StrategyHost;
  readonly reason: string;
}

/** Intents that wait in one step: whoever asks for so many is halted long before its last. */
const MAX_QUEUED = 2_001;

export class IntentQueue {
  isStepping = false;
  /** Places are used again in the next step. */
  readonly #queue: (QueuedIntent | undefined)[] = [];
  /** Intents that wait, in order; more may join while they are handled. */
  count = 0;
  #trespasses: OutOfStepViolation[] = [];
  #lastIntentId = 0;

  /** The waiting intent at a place. */
  at(place: number): QueuedIntent | undefined {
    return this.#queue[place];
  }

  /** Goes on after the intents of former runs. */
  restore(lastIntentId: number): void {
    this.#lastIntentId = lastIntentId;
  }

  nextIntentId(): number {
    return ++this.#lastIntentId;
  }

  /**
   * Queues a copy of an intent and returns its id: what its strategy does to it afterwards does not
   * count. What is no intent throws, which ends the strategy.
   */
  take(host: StrategyHost, intent: Intent): number {
    this.assertInStep(host, 'an intent');
    const copy = copyIntent(intent);
    const intentId = this.nextIntentId();
    // What a strategy still sends after its end is not an order any more.
    if (host.hasEnded && copy.kind !== 'cancel' && copy.kind !== 'withdraw') return intentId;
    if (this.count >= MAX_QUEUED) return intentId;
    this.#queue[this.count++] = { host, intentId, intent: copy };
    return intentId;
  }

  clear(): void {
    while (this.count > 0) this.#queue[--this.count] = undefined;
  }

  get hasTrespasses(): boolean {
    return this.#trespasses.length > 0;
  }

  /** What strategies did outside a step since the last call. */
  takeTrespasses(): readonly OutOfStepViolation[] {
    const trespasses = this.#trespasses;
    if (trespasses.length > 0) this.#trespasses = [];
    return trespasses;
  }

  /** Throws outside a step; the strategy is halted at the next one. */
  assertInStep(host: StrategyHost, what: string): void {
    if (this.isStepping) return;
    const reason = `${what} was made outside the kernel's step: use ctx.time`;
    this.#trespasses.push({ host, reason });
    throw new Error(`strategy ${host.name}: ${reason}`);
  }
}

/** Each of its fields is read once, and the copy is looked at: a getter may say two things. */
function copyIntent(intent: unknown): Intent {
  const copy: unknown = typeof intent === 'object' && intent !== null ? { ...intent } : intent;
  assertIntent(copy);
  if (copy.kind === 'execute') return { ...copy, params: copyPlain(copy.params) };
  if (copy.kind !== 'place' || copy.details === undefined) return copy;
  const { details: wanted, ...plain } = copy;
  const details = copyDetails(wanted);
  return details === undefined ? plain : { ...plain, details };
}
