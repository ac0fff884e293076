// Looks for an order of which it is not known whether the venue has it.
import {
  type Instant,
  type Micros,
  MILLISECOND,
  MINUTE,
  type OrderEvent,
  SECOND,
} from '../../../domain/index.js';
import type { ListOutcome, ReadOutcome } from '../../../client/index.js';
import { createOffsets, toPollEvent } from '../../../polling/index.js';
import type { NetQuantity } from '../../../protocol/index.js';
import type { ObservedOrder } from './observed-order.js';
import { toPositionEvent } from '../../position-event.js';
import type { RemotePorts } from '../ports.js';
import { askInTurn } from '../turn.js';

/** When a probe is sent after the doubt arose; from then on once per `PROBE_EVERY`. */
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
/** The same for an order that the venue had and does not show any more: nothing waits for it. */
const MISSED_AT: readonly Micros[] = [SECOND, 10 * SECOND, 20 * SECOND, 30 * SECOND, 45 * SECOND];
/** From so many orders on their probes take turns, so far apart. */
const MANY = 3;
const TURN_EVERY: Micros = SECOND;
/** Probes in a row that have to find nothing before an order is given up. */
const GIVEN_UP_AFTER = 5;

export interface ProbeTask {
  /** Also looked for by the venue's id of it, where that is known. */
  readonly order: Pick<ObservedOrder, 'coId' | 'orderId'>;
  /** Whether it is looked for without an end, or given up after a minute and enough in vain. */
  readonly isWatchedForEver: boolean;
  /** The venue had it: it is looked for at the slower pace. */
  readonly isMissed: boolean;
  readonly onFound: (event: OrderEvent, startedAt: Instant, finishedAt: Instant) => void;
  readonly onGivenUp: () => void;
}

/** A list, and when it was asked for. */
interface ListRead {
  readonly list: ListOutcome<OrderEvent>;
  readonly startedAt: Instant;
}

/** The venue's "no result". */
type Empty = Extract<ReadOutcome<OrderEvent>, { readonly class: 'empty' }>;

export class OrderProbe {
  readonly #ports: RemotePorts;
  /** One list serves all probes that want it at the same time. */
  #list: Promise<ListRead> | undefined;
  #positions: Promise<ListOutcome<NetQuantity>> | undefined;
  #running = 0;
  /** When the latest probe of many began, or will. */
  #turnAt: Instant = 0;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /**
   * Probes on the fixed schedule until stopped. A probe asks by our id, by the venue's when that
   * shows nothing, for the list of active orders, for trades and for positions, which are told:
   * only all together are one `empty` poll. One that is stopped begins no further question, but
   * tells the answer of the one that waits or is under way.
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
      // The schedule is its own back-off.
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

  /** Each probe is some calls: where many orders are looked for, one begins after the other. */
  async #takeTurn(): Promise<void> {
    const { clock, wait } = this.#ports;
    const now = clock.now();
    if (this.#running < MANY) return;
    this.#turnAt = Math.max(now, this.#turnAt + TURN_EVERY);
    if (this.#turnAt > now) await wait(this.#turnAt - now);
  }

  /** Whether the venue showed, in whole, that it has no such order. */
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
    this.#tellPositions(positions.value);
    emit(toPollEvent('order', coId, unseen));
    return true;
  }

  /** By its ids: the answer, where none of them shows it; undefined: it was shown, or not read. */
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
    // The venue may have forgotten our id, or have another order under it.
    const isOther = first.class === 'data' && first.value.orderId !== orderId;
    if (orderId === '' || isStopped() || !(isOther || first.class === 'empty')) {
      return first.class === 'empty' ? first : undefined;
    }
    const second = await ask(() => recovery.orderById(orderId));
    return second.class === 'empty' ? second : undefined;
  }

  /** Whether the list of active orders was read, and does not show it. */
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

  /** Whether its trades were read, by each of its ids, and there are none. */
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
      // The order is not shown, but trades of it are: they speak for it.
      if (trades.class === 'data' && trades.value.length > 0) {
        for (const trade of trades.value) emit(trade.coId === '' ? { ...trade, coId } : trade);
        return false;
      }
    }
    return true;
  }

  #tellPositions(positions: readonly NetQuantity[]): void {
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

  /** An answer that is for all orders serves the probes of many for a while. */
  #rest(forget: () => void): void {
    if (this.#running < MANY) forget();
    else void this.#ports.wait(TURN_EVERY).then(forget);
  }
}
