// Probes the venue, from another process, for the orders that are open in a bot's journal: each has
// ended by a final report, or was never visible and cannot arrive any more.
import type { CancelOnlyClient } from '../client/index.js';
import type { NetPosition, OrderEvent } from '../domain/events/index.js';
import type { Instant, Instrument } from '../domain/index.js';
import { isTerminalStatus, NEVER_USED, type Side, toSign } from '../domain/orders/index.js';
import { ORDER_STATES, type OrderSnapshot } from '../kernel/index.js';
import {
  type FoundEnd,
  type RecoveredState,
  listOwn,
  pickOpen,
  subtract,
  sumPositions,
} from '../recovery/index.js';

/**
 * Least number of negative probes, and time between the first and the last, before an order is
 * lost.
 */
const DENIALS = 5;
const DENIED_OVER_MS = 30_000;
/** Time after which a request cannot arrive: the deadline of a place request plus a margin. */
const ARRIVES_WITHIN_MS = 40_000;
/** Time between two probes of one order, and most orders probed in one round. */
const LOOK_EVERY_MS = 4_000;
const MOST_LOOKS = 10;

/** An order that has not ended in the journal, and whether the venue ever reported it. */
export interface KnownOrder {
  readonly coId: string;
  /** The venue's id; empty while unknown. */
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly isShown: boolean;
}

/** Own open orders in a journal, and the positions that they may have changed. */
export interface KnownBook {
  readonly orders: readonly KnownOrder[];
  /** Expected positions if none of the orders fills further; null: unknown. */
  readonly positions: readonly NetPosition[] | null;
  /** Instruments of the positions. */
  readonly instruments: readonly Instrument[];
}

export function toKnownBook({ baseline, instruments, kernel }: RecoveredState): KnownBook {
  const orders = (kernel?.orders ?? []).filter(({ state }) => !ORDER_STATES[state].isTerminal);
  const own = kernel === null ? [] : listOwn(kernel);
  const positions = baseline === null ? null : [...baseline, ...own];
  return { orders: orders.map(toKnownOrder), positions, instruments };
}

function toKnownOrder(order: OrderSnapshot): KnownOrder {
  const { coId, cumUnits, isDouble, isSeen, orderId, side, symbol, transactAt } = order;
  const isShown = isSeen === true || isDouble === true || transactAt > 0 || cumUnits > 0;
  return { coId, orderId, symbol, side, isShown };
}

interface Watched extends KnownOrder {
  isShown: boolean;
  orderId: string;
  /** Final status, or `LOST`; undefined while open. */
  end: FoundEnd['status'] | undefined;
  lookedAtMs: number;
  firstDeniedMs: number;
  denials: number;
}

export class KnownOrders {
  readonly #client: CancelOnlyClient;
  readonly #watched: readonly Watched[];
  readonly #book: KnownBook;
  readonly #now: () => Instant;
  #emptyStatus: number | undefined;

  constructor(client: CancelOnlyClient, book: KnownBook, now: () => Instant) {
    this.#client = client;
    this.#book = book;
    this.#now = now;
    this.#watched = book.orders.map(({ coId, orderId, symbol, side, isShown }) => ({
      coId,
      orderId,
      symbol,
      side,
      isShown,
      end: undefined,
      lookedAtMs: -Infinity,
      firstDeniedMs: 0,
      denials: 0,
    }));
  }

  has(coId: string): boolean {
    return this.#watched.some((one) => one.coId === coId);
  }

  /** Orders that have not ended. */
  get open(): readonly Pick<KnownOrder, 'coId' | 'orderId' | 'isShown'>[] {
    return this.#watched.filter(({ end }) => end === undefined);
  }

  /** How the others ended. */
  get ends(): readonly FoundEnd[] {
    return this.#watched.flatMap(({ coId, end }) =>
      end === undefined ? [] : [{ coId, status: end }],
    );
  }

  /**
   * Probes orders that are not in `listed`, the list of active orders read just now; `nowMs` is
   * monotonic time since the kill.
   */
  async look(listed: readonly OrderEvent[], nowMs: number): Promise<void> {
    for (const { coId, orderId } of listed) this.#show(coId, orderId);
    const names = new Set(listed.map(({ coId }) => coId));
    const due = this.#watched
      .filter(({ coId, end, lookedAtMs }) => {
        return end === undefined && !names.has(coId) && nowMs - lookedAtMs >= LOOK_EVERY_MS;
      })
      .slice(0, MOST_LOOKS);
    if (due.length === 0) return;
    for (const one of due) one.lookedAtMs = nowMs;
    const changes = await this.#readChanges(due);
    await Promise.all(due.map((one) => this.#lookFor(one, changes, nowMs)));
  }

  #show(coId: string, orderId: string): void {
    const shown = this.#watched.find((one) => one.coId === coId);
    if (shown === undefined) return;
    shown.isShown = true;
    shown.denials = 0;
    // A live order overrides earlier evidence of its end.
    shown.end = undefined;
    if (orderId !== '') shown.orderId = orderId;
  }

  async #lookFor(one: Watched, changes: Changes | undefined, nowMs: number): Promise<void> {
    const { coId } = one;
    let found = await this.#client.orderByCoId(coId);
    if (found.class === 'empty' && one.orderId !== '') {
      found = await this.#client.orderById(one.orderId);
    }
    if (found.class === 'failed') return;
    if (found.class === 'data') {
      this.#show(coId, found.value.orderId);
      if (isTerminalStatus(found.value.status)) one.end = found.value.status;
      return;
    }
    const fills = await this.#client.fills(coId, 'coId');
    if (fills.class === 'data' && fills.value.length > 0) this.#show(coId, '');
    const isHeld = changes === undefined || (changes.get(one.symbol) ?? 0) * toSign(one.side) > 0;
    const isNoResult = found.status === (await this.#findEmptyStatus());
    if (!isNoResult || fills.class === 'failed' || one.isShown || isHeld) {
      one.denials = 0;
      return;
    }
    if (one.denials === 0) one.firstDeniedMs = nowMs;
    one.denials += 1;
    const isOld = nowMs >= ARRIVES_WITHIN_MS && nowMs - one.firstDeniedMs >= DENIED_OVER_MS;
    if (isOld && one.denials >= DENIALS) one.end = 'LOST';
  }

  /**
   * Status of the venue's response for an order that does not exist, from a query with an unused
   * coId.
   */
  async #findEmptyStatus(): Promise<number | undefined> {
    if (this.#emptyStatus === undefined) {
      const asked = await this.#client.orderByCoId(NEVER_USED);
      if (asked.class === 'empty') this.#emptyStatus = asked.status;
    }
    return this.#emptyStatus;
  }

  /** Units that the venue has beyond the journal, by symbol; undefined: unknown. */
  async #readChanges(due: readonly Watched[]): Promise<Changes | undefined> {
    const { instruments, positions } = this.#book;
    if (due.every(({ isShown }) => isShown) || positions === null) return undefined;
    const find = (symbol: string) => instruments.find((one) => one.symbol === symbol);
    const read = await this.#client.netPositions(find);
    if (read.class === 'failed') return undefined;
    const listed = read.value;
    // A position that is not listed any more has settled, or somebody has closed it.
    const isListed = ({ symbol, valueDate }: NetPosition) =>
      listed.some((one) => one.symbol === symbol && one.valueDate === valueDate);
    const open = pickOpen(positions, instruments, this.#now());
    const expected = positions.filter((one) => open.includes(one) || isListed(one));
    return sumPositions(subtract(listed, expected));
  }
}

type Changes = ReadonlyMap<string, number>;
