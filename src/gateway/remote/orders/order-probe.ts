// Probes for an order that the venue may or may not have.
import type { OrderEvent } from '../../../domain/events/index.js';
import { type Instant, type Micros, MILLISECOND, MINUTE, SECOND } from '../../../domain/index.js';
import type { ListOutcome, ReadOutcome } from '../../../client/index.js';
import { createOffsets, toPollEvent } from '../../../polling/index.js';
import type { NetQuantity } from '../../../protocol/codecs/index.js';
import type { ObservedOrder } from './observed-order.js';
import { toPositionEvent } from '../../position-event.js';
import type { RemotePorts } from '../ports.js';
import { askInTurn } from '../turn.js';

/** Times of the probes after the outcome became unknown; then one per `PROBE_EVERY`. */
const PROBE_AT: readonly Micros[] = [
  250 * MILLISECOND,
  500 * MILLISECOND,
  SECOND,
  2 * SECOND,
  4 * SECOND,
  8 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
];
const PROBE_EVERY = MINUTE;
/** Times for an order that the venue had and no longer finds: nothing waits for the result. */
const MISSED_AT: readonly Micros[] = [SECOND, 10 * SECOND, 20 * SECOND, 30 * SECOND, 45 * SECOND];
/** From this many orders on, probes start one after the other, with this gap. */
const MANY = 3;
const TURN_EVERY: Micros = SECOND;
/** Negative probes in a row before an order is given up. */
const GIVEN_UP_AFTER = 5;

export interface ProbeTask {
  /** Also queried by the venue's order id, where known. */
  readonly order: Pick<ObservedOrder, 'coId' | 'orderId'>;
  /** Probed without limit; otherwise given up after a minute and enough negative probes. */
  readonly isWatchedForEver: boolean;
  /** The venue had the order: probes use the slower schedule. */
  readonly isMissed: boolean;
  readonly onFound: (event: OrderEvent, startedAt: Instant, finishedAt: Instant) => void;
  readonly onGivenUp: () => void;
}

/** A list and the time of its query. */
interface ListRead {
  readonly list: ListOutcome<OrderEvent>;
  readonly startedAt: Instant;
}

/** The venue's "no result". */
type Empty = Extract<ReadOutcome<OrderEvent>, { readonly class: 'empty' }>;

export class OrderProbe {
  readonly #ports: RemotePorts;
  /** One list serves all probes at the same time. */
  #list: Promise<ListRead> | undefined;
  #positions: Promise<ListOutcome<NetQuantity>> | undefined;
  #running = 0;
  /** Start of the latest probe among many. */
  #turnAt: Instant = 0;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /**
   * Probes on the fixed schedule until stopped. A probe queries the order by coId and by order id,
   * the active orders, trades and positions, and reports these; all without the order make one
   * `empty` poll. A stopped probe sends nothing more but still reports the pending response.
   */
  start(task: ProbeTask): { readonly stop: () => void } {
    const { clock, poller } = this.#ports;
    const from = clock.now();
    let isStopped = false;
    let negatives = 0;
    this.#running += 1;
    const ask = async (): Promise<boolean> => {
      await this.#takeTurn();
      const isOld = clock.now() >= from + PROBE_EVERY;
      negatives = (await this.#probe(task, () => isStopped)) ? negatives + 1 : 0;
      const isProven = isOld && negatives >= GIVEN_UP_AFTER;
      if (isProven && !task.isWatchedForEver && !isStopped) task.onGivenUp();
      // The schedule has its own back-off.
      return true;
    };
    const schedule = createOffsets(from, task.isMissed ? MISSED_AT : PROBE_AT, PROBE_EVERY);
    const poll = poller.poll({ key: `probe/${task.order.coId}`, lane: 'safety', schedule, ask });
    return {
      stop: () => {
        if (!isStopped) this.#running -= 1;
        isStopped = true;
        poll.stop();
      },
    };
  }

  /** A probe makes several calls: with many orders to probe, they start one after the other. */
  async #takeTurn(): Promise<void> {
    const { clock, wait } = this.#ports;
    const now = clock.now();
    if (this.#running < MANY) return;
    this.#turnAt = Math.max(now, this.#turnAt + TURN_EVERY);
    if (this.#turnAt > now) await wait(this.#turnAt - now);
  }

  /** Whether a complete probe found no such order. */
  async #probe(task: ProbeTask, isStopped: () => boolean): Promise<boolean> {
    const { emit } = this.#ports;
    const { coId } = task.order;
    const unseen = await this.#askAlone(task, isStopped);
    if (unseen === undefined || isStopped()) return false;
    if (!(await this.#isUnlisted(task)) || isStopped()) return false;
    if (!(await this.#hasNoTrades(task)) || isStopped()) return false;
    const positions = await this.#askPositions();
    if (positions.class === 'failed') {
      emit(toPollEvent('order', coId, positions));
      return false;
    }
    if (isStopped()) return false;
    this.#emitPositions(positions.value);
    emit(toPollEvent('order', coId, unseen));
    return true;
  }

  /**
   * Queries by both ids: the response when neither finds it; undefined when found or not readable.
   */
  async #askAlone(task: ProbeTask, isStopped: () => boolean): Promise<Empty | undefined> {
    const { client, clock, emit } = this.#ports;
    const { recovery } = client;
    const { coId, orderId } = task.order;
    const ask = async (send: () => Promise<ReadOutcome<OrderEvent>>) => {
      const { outcome, startedAt } = await askInTurn(this.#ports, send);
      if (outcome.class === 'failed') emit(toPollEvent('order', coId, outcome));
      if (outcome.class === 'data') task.onFound(outcome.value, startedAt, clock.now());
      return outcome;
    };
    const first = await ask(() => recovery.orderByCoId(coId));
    // The venue may not find the coId any more, or may have another order under it.
    const isOther = first.class === 'data' && first.value.orderId !== orderId;
    if (orderId === '' || isStopped() || !(isOther || first.class === 'empty')) {
      return first.class === 'empty' ? first : undefined;
    }
    const second = await ask(() => recovery.orderById(orderId));
    return second.class === 'empty' ? second : undefined;
  }

  /** Whether the list of active orders was read and does not have it. */
  async #isUnlisted({ order, onFound }: ProbeTask): Promise<boolean> {
    const { clock, emit } = this.#ports;
    const { coId, orderId } = order;
    const { list, startedAt } = await this.#askList();
    if (list.class === 'failed') {
      emit(toPollEvent('order', coId, list));
      return false;
    }
    const event = list.value.find((one) => {
      return one.coId === coId && (orderId === '' || one.orderId === orderId);
    });
    if (event !== undefined) onFound(event, startedAt, clock.now());
    return event === undefined;
  }

  /** Whether its trades were read by each of its ids, and there are none. */
  async #hasNoTrades({ order: { coId, orderId } }: ProbeTask): Promise<boolean> {
    const { client, emit } = this.#ports;
    const keys = [['coId', coId] as const, ['orderId', orderId] as const];
    for (const [key, id] of keys) {
      if (id === '') continue;
      const read = () => client.recovery.fills(id, key);
      const { outcome: trades } = await askInTurn(this.#ports, read);
      if (trades.class === 'failed') {
        emit(toPollEvent('order', coId, trades));
        return false;
      }
      // The order is not found, but its trades are: they prove that it exists.
      if (trades.class === 'data' && trades.value.length > 0) {
        for (const trade of trades.value) emit(trade.coId === '' ? { ...trade, coId } : trade);
        return false;
      }
    }
    return true;
  }

  #emitPositions(positions: readonly NetQuantity[]): void {
    const { clock, emit, instruments } = this.#ports;
    for (const one of instruments) emit(toPositionEvent(one, positions, clock.now()));
  }

  #askPositions(): Promise<ListOutcome<NetQuantity>> {
    const { client } = this.#ports;
    this.#positions ??= askInTurn(this.#ports, () => client.recovery.netPositions())
      .then(({ outcome }) => outcome)
      .finally(() => this.#rest(() => (this.#positions = undefined)));
    return this.#positions;
  }

  #askList(): Promise<ListRead> {
    const { client } = this.#ports;
    this.#list ??= askInTurn(this.#ports, () => client.recovery.activeOrders())
      .then(({ outcome: list, startedAt }) => ({ list, startedAt }))
      .finally(() => this.#rest(() => (this.#list = undefined)));
    return this.#list;
  }

  /** With many probes, a response on all orders is shared for a while. */
  #rest(forget: () => void): void {
    if (this.#running < MANY) forget();
    else void this.#ports.wait(TURN_EVERY).then(forget);
  }
}
