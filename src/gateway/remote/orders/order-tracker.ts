// Follows own orders at the venue until each has ended and its trades add up.
import { Subject, takeUntil } from 'rxjs';
import {
  type FilledOrder,
  type Instant,
  isTerminalStatus,
  type Micros,
  MILLISECOND,
  type OrderEvent,
  SECOND,
} from '../../../domain/index.js';
import type { ActiveReading, Pace } from '../../../polling/index.js';
import { FailedOrderTrades } from './failed-order-trades.js';
import { TradeTracker } from './trade-tracker.js';
import { type TrackedOrder, ObservedOrder, type TrackingPhase } from './observed-order.js';
import type { RemotePorts } from '../ports.js';
import { queryOrder } from './query.js';
import { OrderProbe } from './order-probe.js';
import { ReplacementFinder } from './replacement-finder.js';

/** From so many live orders on, one list replaces most queries of those that it shows. */
const LIST_FROM = 3;
const LIST_EVERY: Micros = 500 * MILLISECOND;
/** Orders that are not followed any more, the newest, of which the venue's id is remembered. */
const MAX_REMEMBERED = 1_000;
/** An order that the venue has, and does not show for so long, is looked for in whole. */
const MISSED_AFTER: Micros = 30 * SECOND;
/** A list may be wrong of an order: each is still asked for alone, so far apart. */
const SLOW_PACE: Pace = { first: 5 * SECOND, most: 5 * SECOND };

export class OrderTracker {
  readonly #ports: RemotePorts;
  readonly #prober: OrderProbe;
  readonly #successors: ReplacementFinder;
  readonly #failed: FailedOrderTrades;
  readonly #followed = new Map<string, TrackedOrder>();
  /** The venue's ids of orders that were followed, by coId. */
  readonly #remembered = new Map<string, string>();
  /** Ends the list that is asked for, if it is. */
  #stopList: (() => void) | undefined;
  /** Ends everything, and what is under way is not told any more. */
  readonly #closing = new Subject<void>();
  /** Told every order of each list that was read. */
  onList: ((events: readonly OrderEvent[]) => void) | undefined;
  /** Told the venue's id of each order that is found to be live, or empty, again and again. */
  onLive: ((key: string, orderId: string) => void) | undefined;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
    this.#prober = new OrderProbe(ports);
    this.#successors = new ReplacementFinder(ports);
    this.#failed = new FailedOrderTrades(ports);
  }

  /** The venue's id of an order that is or was followed, or empty. */
  findOrderId(coId: string): string {
    return this.#followed.get(coId)?.order.orderId ?? this.#remembered.get(coId) ?? '';
  }

  /** Names one of several orders that the venue may have under a coId. */
  toKey(coId: string, orderId: string): string {
    const first = this.#followed.get(coId);
    const key = `${coId}/${orderId}`;
    const isOther = first === undefined ? this.#followed.has(key) : first.order.isOther(orderId);
    return isOther ? key : coId;
  }

  /** Whether the order has not ended yet, or trades of it are missing. */
  isFollowed(coId: string, orderId = ''): boolean {
    return this.#followed.has(this.toKey(coId, orderId));
  }

  /** Whether the venue has or had the order, which has not ended. */
  isLive(coId: string, orderId = ''): boolean {
    const followed = this.#followed.get(this.toKey(coId, orderId));
    if (followed?.phase === 'probed') return followed.order.orderId !== '';
    return followed?.phase === 'live';
  }

  /** Whether own orders are alive, and no list of them is asked for. */
  get needsList(): boolean {
    return this.#stopList === undefined && this.#listLive().length > 0;
  }

  /**
   * Polls an order that the venue has taken, from the shortest gap on. One of which it has not said
   * so in this run, `isTaken`, and which its own query does not show, is looked for.
   */
  follow(coId: string, orderId: string, isTaken = false): void {
    const followed = this.#take(coId, orderId);
    if (orderId !== '') followed.order.orderId = orderId;
    if (isTaken) followed.order.isTaken = true;
    this.#setPhase(followed, 'live');
    this.onLive?.(followed.key, followed.order.orderId);
  }

  /** Asks for the trades of an order that has ended until they are there. */
  followTrades(order: FilledOrder): void {
    const isFollowed = this.isFollowed(order.coId, order.orderId);
    if (isFollowed && order.contest === undefined) return;
    const followed = this.#take(order.coId, order.orderId);
    followed.fills.raise(order, order.orderId);
    if (!isFollowed) this.#setPhase(followed, 'ended');
  }

  /** Looks for an order in doubt, until it is found or, unless watched for ever, given up. */
  probe(coId: string, isWatchedForEver: boolean): void {
    const followed = this.#take(coId);
    if (followed.phase !== 'live') this.#seek(followed, isWatchedForEver);
  }

  /** In whole; once without an end, always so. */
  #seek(followed: TrackedOrder, isWatchedForEver: boolean): void {
    this.#setPhase(followed, 'probed');
    followed.isKept ||= isWatchedForEver;
    followed.stopPolls = this.#prober.start({
      order: followed.order,
      isWatchedForEver: followed.isKept,
      isMissed: followed.order.isTaken,
      onFound: this.observe.bind(this),
      onGivenUp: () => this.#forget(followed),
    }).stop;
  }

  /** What a query showed of an order; of one that is not followed it is left out. */
  observe(event: OrderEvent, startedAt: Instant, finishedAt: Instant): void {
    if (!this.#followed.has(event.coId) && !this.isFollowed(event.coId, event.orderId)) return;
    const followed = this.#take(event.coId, event.orderId);
    followed.seenAt = finishedAt;
    const observation = followed.order.observe(event, startedAt, finishedAt);
    if (observation === 'stale') return;
    if (observation === 'late') {
      this.#ports.emit({ ...event, isLate: true });
      return;
    }
    const hasEnded = isTerminalStatus(event.status);
    followed.fills.raise(event, followed.order.orderId, hasEnded && event.lacksFilled !== true);
    if (hasEnded) this.#setPhase(followed, 'ended');
    else this.#noteLive(followed);
    // Last, for the listener may do anything; still before the trades, whose answer is yet to come.
    if (observation !== 'changed') return;
    this.#ports.emit(event);
    if (event.status === 'REPLACED') this.#successors.seek(event.coId);
    if (event.status === 'FAILED') this.#failed.seek(event.coId, followed.order.orderId);
  }

  #noteLive(followed: TrackedOrder): void {
    if (followed.phase !== 'live') this.#setPhase(followed, 'live');
    this.onLive?.(followed.key, followed.order.orderId);
  }

  /** Longest time since a live order was seen; undefined without one. */
  gap(): Micros | undefined {
    const live = this.#listLive();
    if (live.length === 0) return undefined;
    return this.#ports.clock.now() - Math.min(...live.map(({ seenAt }) => seenAt));
  }

  close(): void {
    this.#closing.next();
    this.#successors.close();
    this.#failed.close();
    for (const followed of [...this.#followed.values()]) this.#forget(followed);
  }

  #take(coId: string, orderId = ''): TrackedOrder {
    const key = this.toKey(coId, orderId);
    const known = this.#followed.get(key);
    if (known !== undefined) return known;
    const followed: TrackedOrder = {
      key,
      order: new ObservedOrder(coId, orderId),
      fills: new TradeTracker(this.#ports, coId, {
        settled: () => this.#settle(followed),
        missing: () => {
          if (followed.phase === 'ended') void queryOrder(this.#ports, this, coId);
        },
      }),
      phase: 'probed',
      isKept: false,
      seenAt: this.#ports.clock.now(),
      stopPolls: undefined,
      isListed: false,
      isSlow: false,
    };
    this.#followed.set(key, followed);
    return followed;
  }

  #setPhase(followed: TrackedOrder, phase: TrackingPhase): void {
    this.#stopPolls(followed);
    followed.isListed = false;
    followed.phase = phase;
    this.#settle(followed);
    this.#arrange();
  }

  #stopPolls(followed: TrackedOrder): void {
    followed.stopPolls?.();
    followed.stopPolls = undefined;
    followed.isSlow = false;
  }

  #settle(followed: TrackedOrder): void {
    if (followed.phase === 'ended' && !followed.fills.isDue) this.#forget(followed);
  }

  #forget(followed: TrackedOrder): void {
    followed.stopPolls?.();
    followed.fills.stop();
    this.#followed.delete(followed.key);
    const { coId, orderId } = followed.order;
    if (orderId === '' || followed.key !== coId) return;
    this.#remembered.set(coId, orderId);
    if (this.#remembered.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#remembered.keys()) {
      this.#remembered.delete(oldest);
      return;
    }
  }

  /** The list is asked for when many are live; an order that it does not show is polled alone. */
  #arrange(): void {
    const live = this.#listLive();
    if (live.length < LIST_FROM) {
      this.#stopList?.();
      this.#stopList = undefined;
      for (const followed of live) followed.isListed = false;
    } else {
      this.#stopList ??= this.#askForLists();
    }
    for (const followed of live) {
      if (!followed.isListed) {
        if (followed.isSlow) this.#stopPolls(followed);
        followed.stopPolls ??= this.#pollAlone(followed, this.#ports.orderPace);
        continue;
      }
      if (followed.isSlow) continue;
      followed.stopPolls?.();
      followed.stopPolls = this.#pollAlone(followed, SLOW_PACE);
      followed.isSlow = true;
    }
  }

  /** The venue has not said that it has it, or has not shown it for long. */
  #isMissed({ order, seenAt }: TrackedOrder): boolean {
    return !order.isTaken || this.#ports.clock.now() - seenAt >= MISSED_AFTER;
  }

  /** Gives what ends it; what is under way is still told. */
  #askForLists(): () => void {
    const until = new Subject<void>();
    const lists = this.#ports.streams.activeOrders({ interval: LIST_EVERY, until });
    lists.pipe(takeUntil(this.#closing)).subscribe((reading) => {
      this.#readList(reading);
    });
    return () => {
      until.next();
    };
  }

  #listLive(): readonly TrackedOrder[] {
    return [...this.#followed.values()].filter(({ phase }) => phase === 'live');
  }

  #pollAlone(followed: TrackedOrder, pace: Pace): () => void {
    const { streams, emit } = this.#ports;
    const { order, key } = followed;
    const isFirst = key === order.coId;
    const until = new Subject<void>();
    const readings = streams.observations(order, pace, key, until);
    readings.pipe(takeUntil(this.#closing)).subscribe((reading) => {
      if (reading.kind === 'order')
        this.observe(reading.event, reading.startedAt, reading.receivedAt);
      // That one is not found says nothing of the first of its coId.
      if (reading.kind === 'order' || !isFirst) return;
      emit(reading.event);
      if (reading.event.outcome === 'empty' && this.#isMissed(followed)) this.#seek(followed, true);
    });
    return () => {
      until.next();
    };
  }

  /** Absence never ends an order, and a list that could not be read shows none. */
  #readList(reading: ActiveReading): void {
    const shown = new Set<string>();
    if (reading.kind === 'poll') {
      this.#ports.emit(reading.event);
    } else {
      for (const event of reading.events) {
        shown.add(this.toKey(event.coId, event.orderId));
        this.observe(event, reading.startedAt, reading.receivedAt);
      }
      this.onList?.(reading.events);
    }
    for (const followed of this.#listLive()) followed.isListed = shown.has(followed.key);
    this.#arrange();
  }
}
