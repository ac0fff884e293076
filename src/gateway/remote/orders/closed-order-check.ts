// Proves that own orders have ended, for the end of a session.
import type { OrderEvent } from '../../../domain/events/index.js';
import { type Instant, type Micros, MILLISECOND } from '../../../domain/index.js';
import { isTerminalStatus } from '../../../domain/orders/index.js';
import type { ReadOutcome } from '../../../client/index.js';
import type { RemotePorts } from '../ports.js';
import type { OrderTracker } from './order-tracker.js';
import { askInTurn } from '../turn.js';

/** Rounds in a row without any of the orders, and the pause between two. */
const CLEAN_ROUNDS = 2;
const ROUND_EVERY: Micros = 250 * MILLISECOND;

export interface Verification {
  readonly ended: boolean;
  /** Orders without a proven end. */
  readonly open: readonly string[];
  /** The venue returned at least one valid list, so `open` rests on its reports. */
  readonly isAnswered: boolean;
  /** Orders that a response showed alive, with no later report of their end. */
  readonly alive: readonly string[];
}

export class ClosedOrderCheck {
  readonly #ports: RemotePorts;
  readonly #follower: OrderTracker;
  /** Status of the venue's "no result" for a coId query, once known. */
  readonly #findEmptyStatus: () => number | undefined;

  #isAnswered = false;
  #isHeldEnded: (coId: string) => boolean = () => false;
  /** Filled as each response arrives: the others of its round may come after the deadline. */
  #ended = new Set<string>();
  #alive = new Set<string>();
  /** Deadline of the proof in monotonic time, and the function that ends it. */
  #until: Micros = 0;
  #giveUp: () => void = () => undefined;

  constructor(
    ports: RemotePorts,
    follower: OrderTracker,
    findEmptyStatus: () => number | undefined,
  ) {
    this.#ports = ports;
    this.#follower = follower;
    this.#findEmptyStatus = findEmptyStatus;
  }

  /**
   * Reads the list of active orders, and each of `coIds` by a query. `listed` are the orders that
   * the list must not have. `deadlineMs` is monotonic time, milliseconds. An order that is not
   * found proves nothing unless its final report is known (`isHeldEnded`).
   */
  async verify(
    coIds: readonly string[],
    deadlineMs: number,
    listed: readonly string[] = coIds,
    isHeldEnded: (coId: string) => boolean = () => false,
  ): Promise<Verification> {
    let open = coIds;
    let cleanRounds = 0;
    let isOver = false;
    this.#isAnswered = false;
    this.#isHeldEnded = isHeldEnded;
    this.#ended = new Set();
    this.#alive = new Set();
    const ask = async (): Promise<void> => {
      while (!isOver) {
        const unproven = await this.#askRound(coIds, listed);
        cleanRounds = unproven.length === 0 ? cleanRounds + 1 : 0;
        if (cleanRounds === CLEAN_ROUNDS) return;
        // One clean round alone proves nothing.
        open = unproven.length === 0 ? coIds : unproven;
        this.#lookAtClock();
        await this.#ports.wait(ROUND_EVERY);
      }
    };
    await this.#runWithin(deadlineMs, ask);
    isOver = true;
    const isAnswered = this.#isAnswered;
    return cleanRounds === CLEAN_ROUNDS
      ? { ended: true, open: [], isAnswered, alive: [] }
      : { ended: false, open, isAnswered, alive: [...this.#alive] };
  }

  /** Returns the orders that this round does not show as ended. */
  async #askRound(coIds: readonly string[], listed: readonly string[]): Promise<readonly string[]> {
    const unproven = new Set<string>();
    const [hasList] = await Promise.all([
      this.#readList(listed, unproven),
      ...coIds
        .filter((coId) => !this.#ended.has(coId))
        .map((coId) => this.#readOrder(coId, unproven)),
    ]);
    if (!hasList) return coIds;
    this.#isAnswered = true;
    return listed.filter((coId) => unproven.has(coId));
  }

  /** False without a valid list. */
  async #readList(listed: readonly string[], unproven: Set<string>): Promise<boolean> {
    const { outcome } = await this.#ask(() => this.#ports.client.recovery.activeOrders());
    if (outcome.class !== 'data') return false;
    for (const { coId } of outcome.value) {
      if (!listed.includes(coId)) continue;
      unproven.add(coId);
      if (!this.#ended.has(coId)) this.#alive.add(coId);
    }
    return true;
  }

  async #readOrder(coId: string, unproven: Set<string>): Promise<void> {
    const { recovery } = this.#ports.client;
    let outcome = await this.#askOrder(() => recovery.orderByCoId(coId));
    const orderId = this.#follower.findOrderId(coId);
    // The venue may still find the order by its own id.
    const isForgotten = this.#isEmpty(outcome) && orderId !== '' && !this.#isHeldEnded(coId);
    if (isForgotten) outcome = await this.#askOrder(() => recovery.orderById(orderId));
    if (isEnd(outcome)) {
      this.#ended.add(coId);
      this.#alive.delete(coId);
    } else if (outcome.class === 'data') {
      unproven.add(coId);
      this.#alive.add(coId);
    } else if (!this.#isEmpty(outcome) || !this.#isHeldEnded(coId)) {
      unproven.add(coId);
    }
  }

  async #askOrder(send: () => Promise<ReadOutcome<OrderEvent>>): Promise<ReadOutcome<OrderEvent>> {
    const { outcome, startedAt } = await this.#ask(send);
    if (outcome.class === 'data') this.#tell(outcome.value, startedAt);
    return outcome;
  }

  /** An order that is polled no more is reported only where its order id is a new one. */
  #tell(event: OrderEvent, startedAt: Instant): void {
    const { clock, emit } = this.#ports;
    const { coId, orderId } = event;
    const follower = this.#follower;
    const known = follower.findOrderId(coId);
    if (follower.isFollowed(coId) || follower.isFollowed(coId, orderId)) {
      follower.observe(event, startedAt, clock.now());
    } else if (known !== '' && known !== orderId) emit(event);
  }

  #ask<T>(send: () => Promise<T>): Promise<{ outcome: T; startedAt: Instant }> {
    return askInTurn(this.#ports, send, () => {
      this.#lookAtClock();
    });
  }

  /** Runs the work for at most `milliseconds` of monotonic time. */
  async #runWithin(milliseconds: number, work: () => Promise<void>): Promise<void> {
    const { machine } = this.#ports;
    this.#until = machine.monoMicros() + milliseconds * MILLISECOND;
    let timer: { cancel(): void } | undefined;
    const deadline = new Promise<void>((resolve) => {
      this.#giveUp = resolve;
      timer = machine.setTimer(milliseconds, resolve);
    });
    await Promise.race([work(), deadline]);
    timer?.cancel();
  }

  /** The deadline's timer may fire late, so the clock is checked before each wait. */
  #lookAtClock(): void {
    if (this.#ports.machine.monoMicros() >= this.#until) this.#giveUp();
  }

  #isEmpty(outcome: ReadOutcome<OrderEvent>): boolean {
    return outcome.class === 'empty' && outcome.status === this.#findEmptyStatus();
  }
}

function isEnd(outcome: ReadOutcome<OrderEvent>): boolean {
  return outcome.class === 'data' && isTerminalStatus(outcome.value.status);
}
