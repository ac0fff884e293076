// Looks for an order of which it is not known whether the venue has it.
import {
  type Instant,
  type Micros,
  MILLISECOND,
  MINUTE,
  type OrderEvent,
  SECOND,
} from '../domain/index.js';
import type { ListOutcome } from '../client/index.js';
import { createOffsets, toPollEvent } from '../streams/index.js';
import type { NetQuantity } from '../protocol/index.js';
import type { RemotePorts } from './remote-ports.js';

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

export interface ProbeTask {
  readonly coId: string;
  /** Whether it is looked for without an end, or given up after the first minute. */
  readonly isWatchedForEver: boolean;
  readonly onFound: (event: OrderEvent, startedAt: Instant, finishedAt: Instant) => void;
  readonly onGivenUp: () => void;
}

export class Prober {
  readonly #ports: RemotePorts;
  /** One list serves all probes that want it at the same time. */
  #list: Promise<ListOutcome<OrderEvent>> | undefined;
  #positions: Promise<ListOutcome<NetQuantity>> | undefined;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /**
   * Probes on the fixed schedule until stopped. A probe asks by coId and, when that shows nothing,
   * for the list of active orders, for trades and for positions, which are told: only all together
   * are one `empty` poll. One that is stopped asks no more, but tells the answer under way.
   */
  start(task: ProbeTask): { stop(): void } {
    const { clock, poller } = this.#ports;
    const from = clock.now();
    let isStopped = false;
    const ask = async (): Promise<boolean> => {
      const isLast = !task.isWatchedForEver && clock.now() >= from + PROBE_EVERY;
      const isNegative = await this.#probe(task, () => isStopped);
      if (isNegative && isLast && !isStopped) task.onGivenUp();
      // The schedule is its own back-off.
      return true;
    };
    const schedule = createOffsets(from, PROBE_AT, PROBE_EVERY);
    const poll = poller.poll({ key: `probe/${task.coId}`, lane: 'safety', schedule, ask });
    return {
      stop: () => {
        isStopped = true;
        poll.stop();
      },
    };
  }

  /** Whether the venue showed, in whole, that it has no such order. */
  async #probe(task: ProbeTask, isStopped: () => boolean): Promise<boolean> {
    const { client, clock, emit, poller } = this.#ports;
    const { coId } = task;
    let startedAt = clock.now();
    const byCoId = await client.recovery.orderByCoId(coId);
    if (byCoId.class === 'data') {
      task.onFound(byCoId.value, startedAt, clock.now());
      return false;
    }
    if (byCoId.class === 'failed') {
      emit(toPollEvent('order', coId, byCoId));
      return false;
    }
    if (isStopped()) return false;
    startedAt = clock.now();
    const list = await this.#askList();
    if (list.class === 'failed') {
      emit(toPollEvent('order', coId, list));
      return false;
    }
    const event = list.value.find((order) => order.coId === coId);
    if (event !== undefined) {
      task.onFound(event, startedAt, clock.now());
      return false;
    }
    if (isStopped()) return false;
    const trades = await poller.force('safety', () => client.recovery.fills(coId, 'coId'));
    if (trades.class === 'failed') {
      emit(toPollEvent('order', coId, trades));
      return false;
    }
    // The order is not shown, but trades of it are: they speak for it.
    if (trades.class === 'data' && trades.value.length > 0) {
      for (const trade of trades.value) emit(trade.coId === '' ? { ...trade, coId } : trade);
      return false;
    }
    if (isStopped()) return false;
    const positions = await this.#askPositions();
    if (positions.class === 'failed') {
      emit(toPollEvent('order', coId, positions));
      return false;
    }
    if (isStopped()) return false;
    this.#tellPositions(positions.value);
    emit(toPollEvent('order', coId, byCoId));
    return true;
  }

  #tellPositions(positions: readonly NetQuantity[]): void {
    const { emit, instruments } = this.#ports;
    for (const { symbol } of instruments) {
      const units = positions.find((one) => one.symbol === symbol)?.units ?? 0;
      emit({ type: 'position', symbol, units });
    }
  }

  #askPositions(): Promise<ListOutcome<NetQuantity>> {
    const { client, poller } = this.#ports;
    this.#positions ??= poller
      .force('safety', () => client.recovery.netPositions())
      .finally(() => {
        this.#positions = undefined;
      });
    return this.#positions;
  }

  #askList(): Promise<ListOutcome<OrderEvent>> {
    const { client, poller } = this.#ports;
    this.#list ??= poller
      .force('safety', () => client.recovery.activeOrders())
      .finally(() => {
        this.#list = undefined;
      });
    return this.#list;
  }
}
