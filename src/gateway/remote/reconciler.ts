// Polls active orders and positions while the bot runs and reports unknown orders, positions and
// missed trades, so that the journal is checked against the venue.
import type { OrderEvent } from '../../domain/events/index.js';
import { type Instant, type Instrument, type Micros, MINUTE, SECOND } from '../../domain/index.js';
import type { ListOutcome, ReadOutcome } from '../../client/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import { createGrid, type Schedule, toPollEvent } from '../../polling/index.js';
import type { OrderTracker } from './orders/order-tracker.js';
import { toPositionEvent } from '../position-event.js';
import type { RemotePorts } from './ports.js';
import { StpReader } from './stp-reader.js';
import { askInTurn } from './turn.js';
import { startReferencePolls, type WatchOptions } from './reference-polls.js';

/** Gaps between two lists while own orders are alive, and while none is. */
const LIST_ALIVE: Micros = SECOND;
const LIST_IDLE: Micros = 5 * SECOND;
const POSITIONS_EVERY: Micros = 30 * SECOND;
const SWEEP_EVERY: Micros = 5 * MINUTE;
/** Shortest gap between two sweeps that an event causes. */
const SWEEP_GAP: Micros = 5 * SECOND;
/** Most orders (the newest) whose trades a sweep reads again, and the gap between two reads. */
const MAX_TOUCHED = 100;
const TOUCHED_EVERY: Micros = 2 * SECOND;
/** Gap between two of these reads before trading starts. */
const READ_GAP: Micros = SECOND / 2;
/** Most own orders that are queried after one list. */
const MAX_ASKED = 10;

/** First part of every own coId, unless another is stated. */
const BOT_TAG = 'weir';

interface ReconcilerOptions {
  readonly instruments: readonly Instrument[];
  readonly botTag?: string | undefined;
  readonly stp?: VenueProfile;
  readonly watch?: WatchOptions;
}

export class Reconciler {
  readonly #ports: RemotePorts;
  readonly #follower: OrderTracker;
  readonly #instruments: readonly Instrument[];
  readonly #prefix: string;
  readonly #stp: StpReader | undefined;
  readonly #watch: WatchOptions;
  #polls: readonly { stop(): void }[] = [];
  /** Order ids by coId of orders placed since the last sweep, and those still to be read. */
  #touched = new Map<string, string>();
  #due: readonly (readonly [coId: string, orderId: string])[] = [];
  /** Last reported state of external orders, since the last sweep. */
  readonly #told = new Map<string, string>();
  #sweptAt: Instant = 0;
  #positionsAt: Instant = 0;
  #listedAt: Instant = 0;
  #timer: { cancel(): void } | undefined;
  #reading: { stop(): void } | undefined;
  #hasFailed = false;
  #isStopped = false;

  constructor(ports: RemotePorts, follower: OrderTracker, options: ReconcilerOptions) {
    this.#ports = ports;
    this.#follower = follower;
    this.#instruments = options.instruments;
    this.#prefix = `${options.botTag ?? BOT_TAG}-`;
    const { instruments, stp: profile, watch = {} } = options;
    this.#watch = watch;
    const stp = { instruments, prefix: this.#prefix };
    this.#stp = profile === undefined ? undefined : new StpReader(ports, { ...stp, profile });
  }

  /** Reads trades of these orders, and with an STP download all trades since then. */
  async readTrades(coIds: readonly string[], since: Instant): Promise<boolean> {
    const { poller, wait } = this.#ports;
    for (const coId of coIds) {
      if (!(await poller.requestNow('safety', () => this.#readTradesOf(coId, '')))) return false;
      await wait(READ_GAP);
    }
    return this.#stp?.drain(since) ?? true;
  }

  /** Refused reads are made again at the next sweep. */
  goOn(): void {
    this.#stp?.goOn();
  }

  /** Time since the query of the last list that was read, or since the start; undefined before. */
  listGap(): Micros | undefined {
    return this.#polls.length === 0 ? undefined : this.#ports.clock.now() - this.#listedAt;
  }

  /** The same for positions. */
  positionGap(): Micros | undefined {
    return this.#polls.length === 0 ? undefined : this.#ports.clock.now() - this.#positionsAt;
  }

  /**
   * `data` when one of the orders or its trades is found by coId; otherwise the class of the
   * response.
   */
  async knows(coIds: readonly string[]): Promise<ReadOutcome<OrderEvent>['class']> {
    const { poller, wait } = this.#ports;
    const client = this.#ports.client.recovery;
    for (const coId of coIds) {
      for (const ask of [() => client.orderByCoId(coId), () => client.fills(coId, 'coId')]) {
        const found = await poller.requestNow<ReadOutcome<unknown>>('safety', ask);
        if (found.class !== 'empty') return found.class;
        await wait(READ_GAP);
      }
    }
    return 'empty';
  }

  /** The first call starts the polls, whose findings become events; a later call reads at once. */
  run(): void {
    if (this.#isStopped) return;
    if (this.#polls.length === 0) this.#start();
    else this.sweep();
  }

  #start(): void {
    const { clock } = this.#ports;
    this.#sweptAt = clock.now();
    this.#positionsAt = clock.now();
    this.#listedAt = clock.now();
    this.#follower.onList = (events) => {
      void this.#see(events);
    };
    const [alive, idle] = [LIST_ALIVE, LIST_IDLE].map((gap) => createGrid(clock.now(), gap));
    const schedule: Schedule = (after) =>
      (this.#follower.needsList ? alive : idle)?.(after) ?? after + LIST_IDLE;
    const grid = createGrid(clock.now(), POSITIONS_EVERY);
    this.#polls = [
      this.#poll('list', 'trading', schedule, () => this.#readList()),
      this.#poll('positions', 'data', grid, () => this.#readPositions()),
      startReferencePolls(this.#ports, this.#instruments, this.#watch),
    ];
    this.#timer = clock.at(clock.now() + SWEEP_EVERY, () => {
      this.#sweepInTurn();
    });
  }

  /** An order was sent: the next sweep reads its trades again. */
  touch(coId: string, orderId: string): void {
    this.#touched.delete(coId);
    this.#touched.set(coId, orderId);
    if (this.#touched.size <= MAX_TOUCHED) return;
    for (const oldest of this.#touched.keys()) {
      this.#touched.delete(oldest);
      return;
    }
  }

  /** Reads everything again: after a pause, a login or a gap. */
  sweep(): void {
    const { clock, poller } = this.#ports;
    const now = clock.now();
    if (this.#polls.length === 0 || now - this.#sweptAt < SWEEP_GAP) return;
    this.#sweptAt = now;
    this.#due = [...this.#due, ...this.#touched].slice(-MAX_TOUCHED);
    this.#touched = new Map();
    this.#told.clear();
    const grid = createGrid(now, TOUCHED_EVERY);
    this.#reading ??= this.#poll('trades', 'data', grid, () => this.#readTouched());
    void poller.requestNow('safety', () => this.#readList());
    void poller.requestNow('safety', () => this.#readPositions());
    void this.#stp?.drain();
  }

  /**
   * Reads positions now, if they are polled at all, after they differed from the reported trades.
   */
  async refreshPositions(): Promise<void> {
    if (this.#isStopped || this.#polls.length === 0) return;
    void this.#stp?.recheck();
    await this.#ports.poller.requestNow('safety', () => this.#readPositions());
  }

  stop(): void {
    this.#isStopped = true;
    this.#stp?.stop();
    this.#timer?.cancel();
    this.#reading?.stop();
    for (const poll of this.#polls) poll.stop();
  }

  /** Handles orders that are not followed: own ones are queried, external ones reported. */
  async #see(events: readonly OrderEvent[]): Promise<void> {
    const { client, emit } = this.#ports;
    const strange = events.filter(({ coId, orderId }) => !this.#follower.isFollowed(coId, orderId));
    const own = strange.filter(({ coId }) => coId.startsWith(this.#prefix));
    for (const event of strange) if (!own.includes(event)) this.#tell(event);
    // The list may be older than the order's end: only a later response counts.
    for (const { coId, orderId } of own.slice(0, MAX_ASKED)) {
      let { outcome } = await askInTurn(this.#ports, () => client.orderByCoId(coId));
      // The venue may not find the coId any more, or may have another order under it.
      const isIt = outcome.class === 'data' && outcome.value.orderId === orderId;
      if (!isIt && outcome.class !== 'failed') {
        ({ outcome } = await askInTurn(this.#ports, () => client.orderById(orderId)));
      }
      if (this.#isStopped) return;
      const isFollowed = this.#follower.isFollowed(coId, orderId);
      if (outcome.class === 'data' && !isFollowed) emit(outcome.value);
    }
  }

  /** Reports each external order once per state: others may use the login. */
  #tell(event: OrderEvent): void {
    const state = `${event.status} ${String(event.cumUnits)}`;
    if (this.#told.get(event.coId) === state) return;
    this.#told.set(event.coId, state);
    this.#ports.emit(event);
  }

  #poll(what: string, lane: 'trading' | 'data', schedule: Schedule, ask: () => Promise<boolean>) {
    const share = lane === 'data' ? ({ share: 'queries' } as const) : {};
    const key = `reconcile/${what}`;
    return this.#ports.poller.poll({ key, lane, ...share, schedule, ask });
  }

  #sweepInTurn(): void {
    const { clock } = this.#ports;
    this.#timer = clock.at(clock.now() + SWEEP_EVERY, () => {
      this.#sweepInTurn();
    });
    this.sweep();
  }

  async #readList(): Promise<boolean> {
    const { client, clock } = this.#ports;
    const startedAt = clock.now();
    const outcome = await client.activeOrders();
    if (this.#isStopped) return true;
    const events = this.#note('active', outcome);
    if (events === undefined) return false;
    this.#listedAt = startedAt;
    for (const event of events) this.#follower.observe(event, startedAt, clock.now());
    await this.#see(events);
    return true;
  }

  async #readPositions(): Promise<boolean> {
    const { client, clock, emit } = this.#ports;
    const startedAt = clock.now();
    const outcome = await client.netPositions();
    if (this.#isStopped) return true;
    const found = this.#note('positions', outcome);
    if (found === undefined) return false;
    this.#positionsAt = startedAt;
    this.#stp?.catchUp();
    for (const one of this.#instruments) emit(toPositionEvent(one, found, clock.now()));
    return true;
  }

  /** The listed items of a usable response; the first one after a failure starts a sweep. */
  #note<T>(subject: 'active' | 'positions', outcome: ListOutcome<T>): readonly T[] | undefined {
    const hadFailed = this.#hasFailed;
    this.#hasFailed = outcome.class === 'failed';
    if (outcome.class === 'failed') {
      this.#ports.emit(toPollEvent(subject, '', outcome));
      return undefined;
    }
    if (hadFailed) this.sweep();
    return outcome.value;
  }

  async #readTouched(): Promise<boolean> {
    const [next, ...rest] = this.#due;
    if (next === undefined) {
      this.#reading?.stop();
      this.#reading = undefined;
      return true;
    }
    this.#due = rest;
    return this.#readTradesOf(...next);
  }

  /** Reads by order id and by coId: the venue's indexes differ, and a coId may have a duplicate. */
  async #readTradesOf(coId: string, orderId: string): Promise<boolean> {
    const { client, emit, poller } = this.#ports;
    const byId = orderId === '' ? [] : [() => client.fills(orderId)];
    for (const [at, ask] of [...byId, () => client.fills(coId, 'coId')].entries()) {
      // The caller has taken the budget for the first.
      const outcome = await (at === 0 ? ask() : poller.requestNow('data', ask));
      if (outcome.class === 'failed') return false;
      if (this.#isStopped) return true;
      if (outcome.class !== 'data') continue;
      for (const trade of outcome.value) emit(trade.coId === '' ? { ...trade, coId } : trade);
    }
    return true;
  }
}
