// Proves that own orders have ended: what a stop waits for.
import {
  type Instant,
  isTerminalStatus,
  type Micros,
  MILLISECOND,
  type OrderEvent,
} from '../../../domain/index.js';
import type { ReadOutcome } from '../../../client/index.js';
import type { RemotePorts } from '../ports.js';
import type { OrderTracker } from './order-tracker.js';
import { askInTurn } from '../turn.js';

/** Rounds in a row that must show none of the orders, and the pause between two. */
const CLEAN_ROUNDS = 2;
const ROUND_EVERY: Micros = 250 * MILLISECOND;

export interface Verification {
  readonly ended: boolean;
  /** Orders that are not proven to have ended. */
  readonly open: readonly string[];
  /** The venue gave at least one valid list: what is in `open` is its word, not its silence. */
  readonly isAnswered: boolean;
  /** Orders that some answer showed alive, and none since as ended. */
  readonly alive: readonly string[];
}

export class ClosedOrderCheck {
  readonly #ports: RemotePorts;
  readonly #follower: OrderTracker;
  /** The venue's "no result" for a coId query, once it is known. */
  readonly #findEmptyStatus: () => number | undefined;

  #isAnswered = false;
  #isHeldEnded: (coId: string) => boolean = () => false;
  /** By their own answers, as each comes: the others of its round may come too late. */
  #ended = new Set<string>();
  #alive = new Set<string>();
  /** When a proof has to end, by the machine's monotonic clock, and what ends it. */
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
   * Asks for the list of active orders, and of each of `coIds` alone. `listed` are all whose place
   * in that list counts. `deadlineMs` is machine time, in milliseconds. That the venue does not
   * find an order proves nothing, unless its last word is known: `isHeldEnded`.
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
        // One clean round proves nothing yet.
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

  /** The orders that this round does not show to have ended. */
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

  /** False when there is no valid list. */
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
    // The venue may have forgotten our id and not its own.
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

  /** An order that is polled no more is told only when the venue shows another id for it. */
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

  /** Waits for the work, but no longer than `milliseconds` of machine time. */
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

  /** The timer of the deadline may be late: whoever is about to wait looks at the clock as well. */
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
