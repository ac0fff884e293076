// Follows own orders at the venue until each has ended and its trades add up.
import { Subject, takeUntil } from 'rxjs';
import type { FilledOrder, OrderEvent } from '../../../domain/events/index.js';
import { type Instant, type Micros, MILLISECOND, SECOND } from '../../../domain/index.js';
import { isTerminalStatus } from '../../../domain/orders/index.js';
import type { ActiveReading, Pace } from '../../../polling/index.js';
import { FailedOrderTrades } from './failed-order-trades.js';
import { TradeTracker } from './trade-tracker.js';
import { type TrackedOrder, ObservedOrder, type TrackingPhase } from './observed-order.js';
import type { RemotePorts } from '../ports.js';
import { queryOrder } from './query.js';
import { OrderProbe } from './order-probe.js';
import { ReplacementFinder } from './replacement-finder.js';

/** From this many live orders on, one list replaces most queries of the orders in it. */
const LIST_FROM = 3;
const LIST_EVERY: Micros = 500 * MILLISECOND;
/** Most ended orders whose order ids are remembered, the newest. */
const MAX_REMEMBERED = 1_000;
/** An order that the venue has but does not show for this long gets a complete probe. */
const MISSED_AFTER: Micros = 30 * SECOND;
/** A list may be wrong about an order: each is still polled alone, with this gap. */
const SLOW_PACE: Pace = { first: 5 * SECOND, most: 5 * SECOND };

export class OrderTracker {
  readonly #ports: RemotePorts;
  readonly #prober: OrderProbe;
  readonly #successors: ReplacementFinder;
  readonly #failed: FailedOrderTrades;
  readonly #followed = new Map<string, TrackedOrder>();
  /** Order ids of orders that were followed, by coId. */
  readonly #remembered = new Map<string, string>();
  /** Stops the polls of the list, if there are any. */
  #stopList: (() => void) | undefined;
  /** Ends all streams; running queries are not reported any more. */
  readonly #closing = new Subject<void>();
  /** Called with every order of each list. */
  onList: ((events: readonly OrderEvent[]) => void) | undefined;
  /** Called repeatedly with the order id, or empty, of each order that is found live. */
  onLive: ((key: string, orderId: string) => void) | undefined;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
    this.#prober = new OrderProbe(ports);
    this.#successors = new ReplacementFinder(ports);
    this.#failed = new FailedOrderTrades(ports);
  }

  /** Order id of an order that is or was followed, or empty. */
  findOrderId(coId: string): string {
    return this.#followed.get(coId)?.order.orderId ?? this.#remembered.get(coId) ?? '';
  }

  /** Key of one of several venue orders under the same coId. */
  toKey(coId: string, orderId: string): string {
    const first = this.#followed.get(coId);
    const key = `${coId}/${orderId}`;
    const isOther = first === undefined ? this.#followed.has(key) : first.order.isOther(orderId);
    return isOther ? key : coId;
  }

  /** Whether the order has not ended, or trades of it are missing. */
  isFollowed(coId: string, orderId = ''): boolean {
    return this.#followed.has(this.toKey(coId, orderId));
  }

  /** Whether the venue has or had the order, and it has not ended. */
  isLive(coId: string, orderId = ''): boolean {
    const followed = this.#followed.get(this.toKey(coId, orderId));
    if (followed?.phase === 'probed') return followed.order.orderId !== '';
    return followed?.phase === 'live';
  }

  /** Whether own orders are live but not covered by a list. */
  get needsList(): boolean {
    return this.#stopList === undefined && this.#listLive().length > 0;
  }

  /**
   * Polls an order that the venue has, starting with the shortest gap. An order that the venue has
   * not confirmed in this run (`isTaken`) and whose query does not find it is probed.
   */
  follow(coId: string, orderId: string, isTaken = false): void {
    const followed = this.#take(coId, orderId);
    if (orderId !== '') followed.order.orderId = orderId;
    if (isTaken) followed.order.isTaken = true;
    this.#setPhase(followed, 'live');
    this.onLive?.(followed.key, followed.order.orderId);
  }

  /** Polls for the trades of an ended order until all are found. */
  followTrades(order: FilledOrder): void {
    const isFollowed = this.isFollowed(order.coId, order.orderId);
    if (isFollowed && order.contest === undefined) return;
    const followed = this.#take(order.coId, order.orderId);
    followed.fills.raise(order, order.orderId);
    if (!isFollowed) this.#setPhase(followed, 'ended');
  }

  /** Probes for an unknown order until it is found or, unless watched for ever, given up. */
  probe(coId: string, isWatchedForEver: boolean): void {
    const followed = this.#take(coId);
    if (followed.phase !== 'live') this.#seek(followed, isWatchedForEver);
  }

  /** Starts complete probes; `isWatchedForEver` stays set once set. */
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

  /** Applies the report of a query; reports of unfollowed orders are ignored. */
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
    // Last, since the listener may do anything; the response on trades is still to come.
    if (observation !== 'changed') return;
    this.#ports.emit(event);
    if (event.status === 'REPLACED') this.#successors.seek(event.coId);
    if (event.status === 'FAILED') this.#failed.seek(event.coId, followed.order.orderId);
  }

  #noteLive(followed: TrackedOrder): void {
    if (followed.phase !== 'live') this.#setPhase(followed, 'live');
    this.onLive?.(followed.key, followed.order.orderId);
  }

  /** Longest time since a live order was last seen; undefined without one. */
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

  /** Polls the list when many orders are live; an order that is not in it is polled alone. */
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

  /** The venue has not confirmed the order, or has not shown it for long. */
  #isMissed({ order, seenAt }: TrackedOrder): boolean {
    return !order.isTaken || this.#ports.clock.now() - seenAt >= MISSED_AFTER;
  }

  /** Returns the stop function; running queries are still reported. */
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
      // A duplicate that is not found proves nothing about the first order of its coId.
      if (reading.kind === 'order' || !isFirst) return;
      emit(reading.event);
      if (reading.event.outcome === 'empty' && this.#isMissed(followed)) this.#seek(followed, true);
    });
    return () => {
      until.next();
    };
  }

  /**
   * Absence from a list never ends an order: it is polled alone then, as all are when a list cannot
   * be read.
   */
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
