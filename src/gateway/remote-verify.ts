// Proves that own orders have ended: what a stop waits for.
import {
  type Instant,
  isTerminalStatus,
  type Micros,
  MILLISECOND,
  type OrderEvent,
} from '../domain/index.js';
import type { ReadOutcome } from '../client/index.js';
import type { RemotePorts } from './remote-ports.js';
import type { Follower } from './remote-follow.js';

/** Rounds in a row that must show none of the orders, and the pause between two. */
const CLEAN_ROUNDS = 2;
const ROUND_EVERY: Micros = 250 * MILLISECOND;
/** How often a question looks whether it is within the request budget by now. */
const TURN_EVERY: Micros = 50 * MILLISECOND;

export interface Verification {
  readonly ended: boolean;
  /** Orders that are not proven to have ended. */
  readonly open: readonly string[];
  /** The venue gave at least one valid list: what is in `open` is its word, not its silence. */
  readonly isAnswered: boolean;
}

export class Verifier {
  readonly #ports: RemotePorts;
  readonly #follower: Follower;
  /** The venue's "no result" for a coId query, once it is known. */
  readonly #findEmptyStatus: () => number | undefined;

  #isAnswered = false;

  constructor(ports: RemotePorts, follower: Follower, findEmptyStatus: () => number | undefined) {
    this.#ports = ports;
    this.#follower = follower;
    this.#findEmptyStatus = findEmptyStatus;
  }

  /** `deadlineMs` is machine time, in milliseconds. */
  async verify(coIds: readonly string[], deadlineMs: number): Promise<Verification> {
    const ended = new Set<string>();
    let open = coIds;
    let cleanRounds = 0;
    let isOver = false;
    this.#isAnswered = false;
    const ask = async (): Promise<void> => {
      for (;;) {
        const unproven = await this.#askRound(coIds, ended);
        if (isOver) return;
        cleanRounds = unproven.length === 0 ? cleanRounds + 1 : 0;
        if (cleanRounds === CLEAN_ROUNDS) return;
        // One clean round proves nothing yet.
        open = unproven.length === 0 ? coIds : unproven;
        await this.#ports.wait(ROUND_EVERY);
      }
    };
    await this.#runWithin(deadlineMs, ask());
    isOver = true;
    const isAnswered = this.#isAnswered;
    return cleanRounds === CLEAN_ROUNDS
      ? { ended: true, open: [], isAnswered }
      : { ended: false, open, isAnswered };
  }

  /** The orders that this round does not show to have ended; adds to `ended` those that it does. */
  async #askRound(coIds: readonly string[], ended: Set<string>): Promise<readonly string[]> {
    const { recovery } = this.#ports.client;
    const [{ outcome: list }, ...answers] = await Promise.all([
      this.#ask(() => recovery.activeOrders()),
      ...coIds
        .filter((coId) => !ended.has(coId))
        .map(async (coId) => ({ coId, ...(await this.#ask(() => recovery.orderByCoId(coId))) })),
    ]);
    const finishedAt = this.#ports.clock.now();
    const unproven = new Set<string>();
    for (const { coId, outcome, startedAt } of answers) {
      if (outcome.class === 'data') this.#follower.observe(outcome.value, startedAt, finishedAt);
      if (isEnd(outcome)) ended.add(coId);
      else if (!this.#isEmpty(outcome)) unproven.add(coId);
    }
    if (list.class !== 'data') return coIds;
    this.#isAnswered = true;
    for (const { coId } of list.value) unproven.add(coId);
    return coIds.filter((coId) => unproven.has(coId));
  }

  /** Asks once the request budget has room for it: a cancel alone goes ahead of that (RC34). */
  async #ask<T>(send: () => Promise<T>): Promise<{ outcome: T; startedAt: Instant }> {
    const { budget, clock, poller, wait } = this.#ports;
    while (!budget.has('safety', clock.now())) await wait(TURN_EVERY);
    const startedAt = clock.now();
    return { outcome: await poller.force('safety', send), startedAt };
  }

  /** Waits for the work, but no longer than `milliseconds` of machine time. */
  async #runWithin(milliseconds: number, work: Promise<void>): Promise<void> {
    let timer: { cancel(): void } | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = this.#ports.machine.setTimer(milliseconds, resolve);
    });
    await Promise.race([work, deadline]);
    timer?.cancel();
  }

  #isEmpty(outcome: ReadOutcome<OrderEvent>): boolean {
    return outcome.class === 'empty' && outcome.status === this.#findEmptyStatus();
  }
}

function isEnd(outcome: ReadOutcome<OrderEvent>): boolean {
  return outcome.class === 'data' && isTerminalStatus(outcome.value.status);
}
