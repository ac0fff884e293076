// Cancels an own order: tries again while it is not known whether the venue took the request.
import {
  type CancelCommand,
  isTerminalStatus,
  type OrderEvent,
  type SendResultEvent,
} from '../domain/index.js';
import type { SendOutcome } from '../protocol/index.js';
import { toPollEvent } from '../streams/index.js';
import { toSendResult } from './send-result.js';
import type { Follower } from './remote-follow.js';
import type { RemotePorts } from './remote-ports.js';
import { toBackOff } from './remote-wait.js';

const SERIOUS_ERROR = 500;

export class Canceller {
  readonly #ports: RemotePorts;
  readonly #follower: Follower;
  readonly #nextAttempt: () => number;
  /** Orders that are being cancelled: a second command joins the first. */
  readonly #running = new Set<string>();

  constructor(ports: RemotePorts, follower: Follower, nextAttempt: () => number) {
    this.#ports = ports;
    this.#follower = follower;
    this.#nextAttempt = nextAttempt;
  }

  /** Sends the request before it returns when the venue's id of the order is known. */
  cancel({ coId, orderId }: CancelCommand): void {
    const key = this.#follower.toKey(coId, orderId);
    if (this.#running.has(key)) return;
    this.#running.add(key);
    void this.#run(coId, orderId).finally(() => {
      this.#running.delete(key);
    });
  }

  /** Every try that was sent is told; the last one also when nothing was. */
  async #run(coId: string, commandedId: string): Promise<void> {
    const { budget, client, clock, poller, emit, wait, random } = this.#ports;
    const plan = this.#ports.tries.cancel;
    const follower = this.#follower;
    const jitter = random(`cancel/${coId}`);
    const wasFollowed = follower.isFollowed(coId, commandedId);
    let orderId = commandedId === '' ? follower.findOrderId(coId) : commandedId;
    for (let tries = 1; tries <= plan.max; tries++) {
      if (tries > 1) await wait(toBackOff(tries - 1, jitter, plan));
      if (tries > 1 && orderId !== '' && !follower.isLive(coId, orderId)) return;
      if (orderId === '') {
        const order = await this.#lookUp(coId);
        if (order !== undefined && isTerminalStatus(order.status)) {
          emit(toNotSent(coId, `expected a live order, found it ${order.status}`));
          return;
        }
        orderId = order?.orderId ?? follower.findOrderId(coId);
      }
      if (orderId === '') continue;
      const id = orderId;
      // Never held back, yet counted: others wait for it.
      if (tries > 1) budget.retries.noteRetry(clock.now());
      const outcome = await poller.force('safety', () =>
        client.cancelOrder(id, coId, this.#nextAttempt()),
      );
      // Whatever the answer, only a query shows the end; polls start again at their shortest gap.
      if (!wasFollowed || follower.isFollowed(coId, id)) follower.follow(coId, id);
      emit(toSendResult('cancel', coId, { ...outcome, orderId: id }));
      if (!isWorthAnotherTry(outcome)) return;
    }
    if (orderId !== '') return;
    const found = `found none in ${String(plan.max)} queries`;
    emit(toNotSent(coId, `expected the venue's id of the order, ${found}`));
  }

  async #lookUp(coId: string): Promise<OrderEvent | undefined> {
    const { client, clock, poller, emit } = this.#ports;
    const startedAt = clock.now();
    const outcome = await poller.force('safety', () => client.orderByCoId(coId));
    if (outcome.class !== 'data') {
      emit(toPollEvent('order', coId, outcome));
      return undefined;
    }
    if (!this.#follower.isFollowed(coId)) this.#follower.follow(coId, outcome.value.orderId);
    this.#follower.observe(outcome.value, startedAt, clock.now());
    return outcome.value;
  }
}

/** The serious error is never answered by another try at once: the next round is the kernel's. */
function isWorthAnotherTry({ class: outcome, status }: SendOutcome): boolean {
  return outcome === 'not-sent' || (outcome === 'unknown' && status !== SERIOUS_ERROR);
}

function toNotSent(coId: string, message: string): SendResultEvent {
  return {
    type: 'send-result',
    kind: 'cancel',
    coId,
    status: 0,
    transport: 'gate',
    code: '',
    message,
    orderId: '',
  };
}
