// Cancels an own order: retries while the outcome of the request is unknown.
import type { SubmitResultEvent } from '../../../domain/events/index.js';
import {
  type CancelCommand,
  isTerminalStatus,
  type OrderStatus,
} from '../../../domain/orders/index.js';
import { isFatalServerError } from '../../../domain/venue/index.js';
import type { Random } from '../../../determinism/index.js';
import type { SendOutcome } from '../../../protocol/index.js';
import { toPartialPoll } from '../../../polling/index.js';
import { RetryRequestIds } from '../retry-request-ids.js';
import { toSendResult } from '../../submit-result.js';
import type { OrderTracker } from './order-tracker.js';
import type { RemotePorts } from '../ports.js';
import { askInTurn } from '../turn.js';
import { toBackOff } from '../retry-delays.js';

/** State of one cancel, with the venue's order id once known. */
interface Search {
  readonly key: string;
  /** Empty while unknown. */
  orderId: string;
  /** Final status of an order that was found to have ended. */
  ended: OrderStatus | undefined;
  /** Resolves when the order id becomes known other than by a query of this search. */
  readonly told: Promise<void>;
  readonly notify: (orderId: string) => void;
  readonly name: RetryRequestIds;
  /** Cancels in a row, each commanded on the final response to the one before. */
  readonly follows: number;
}

export class Canceller {
  readonly #ports: RemotePorts;
  readonly #follower: OrderTracker;
  /** Running cancels by order; a second command joins the first. */
  readonly #running = new Map<string, Search>();
  /** Cancel whose final response is being reported. */
  #telling: Search | undefined;

  constructor(ports: RemotePorts, follower: OrderTracker) {
    this.#ports = ports;
    this.#follower = follower;
    follower.onLive = (key, orderId) => this.#running.get(key)?.notify(orderId);
  }

  /** Sends the request within this call when the order id is known. */
  cancel({ coId, orderId }: CancelCommand, requestId: string): void {
    const key = this.#follower.toKey(coId, orderId);
    const running = this.#running.get(key);
    if (running !== undefined) {
      running.name.rename(requestId);
      running.notify(orderId);
      return;
    }
    const found = orderId === '' ? this.#follower.findOrderId(coId) : orderId;
    const follows = this.#telling?.key === key ? this.#telling.follows + 1 : 0;
    const name = new RetryRequestIds('cancel', coId, requestId);
    const search = startSearch({ key, name, follows }, found);
    this.#running.set(key, search);
    void this.#run(coId, search).finally(() => {
      this.#end(search);
      search.name.end(this.#ports.emit);
    });
  }

  /** From now on a new command starts a new cancel. */
  #end(search: Search): void {
    if (this.#running.get(search.key) === search) this.#running.delete(search.key);
  }

  /** The final response may cause a command, which starts a new cancel. */
  #reportLast(search: Search, event: SubmitResultEvent): void {
    this.#end(search);
    this.#telling = search;
    this.#ports.emit(event);
    this.#telling = undefined;
  }

  async #run(coId: string, search: Search): Promise<void> {
    const { random, wait } = this.#ports;
    const { cancel: plan } = this.#ports.tries;
    const { max } = plan;
    const jitter = random(`cancel/${coId}`);
    // A caller that cancels on each response to a cancel would send a stream of them.
    if (search.follows > 1) {
      await wait(toBackOff(search.follows - 1, jitter, plan));
      if (search.orderId !== '' && !this.#follower.isLive(coId, search.orderId)) return;
    }
    const lookUps = search.orderId === '' ? await this.#find(coId, search, jitter) : 0;
    if (search.orderId !== '') {
      // One attempt is left even if the queries used up the plan.
      await this.#send(coId, search, Math.min(lookUps, max - 1), jitter);
    } else if (search.ended !== undefined) {
      this.#reportLast(
        search,
        toNotSent(coId, `expected a live order, found state ${search.ended}`),
      );
    } else {
      const found = `found none in ${String(max)} queries`;
      this.#reportLast(search, toNotSent(coId, `cannot cancel without an order id, ${found}`));
    }
  }

  /** Queries the order id until it is known by any way; returns the number of failed queries. */
  async #find(coId: string, search: Search, jitter: Random): Promise<number> {
    const { wait } = this.#ports;
    const plan = this.#ports.tries.cancel;
    for (let tries = 1; tries <= plan.max; tries++) {
      if (tries > 1) await Promise.race([wait(toBackOff(tries - 1, jitter, plan)), search.told]);
      if (search.orderId === '')
        await Promise.race([this.#lookUp(coId, search, tries > 1), search.told]);
      if (search.orderId !== '' || search.ended !== undefined) return tries - 1;
    }
    return plan.max;
  }

  /**
   * Reports every attempt, including those that did not leave; earlier queries count as attempts.
   */
  async #send(coId: string, search: Search, lookUps: number, jitter: Random): Promise<void> {
    const { name, orderId: id } = search;
    const { budget, client, clock, poller, emit, wait } = this.#ports;
    const plan = this.#ports.tries.cancel;
    const follower = this.#follower;
    for (let tries = lookUps + 1; tries <= plan.max; tries++) {
      if (tries > lookUps + 1) {
        await wait(toBackOff(tries - 1, jitter, plan));
        if (!follower.isLive(coId, id)) return;
      }
      const wasFollowed = follower.isFollowed(coId, id);
      // Retries of a cancel are never delayed but count, so that other retries wait.
      if (tries > 1) budget.retries.noteRetry(clock.now());
      const requestId = name.take(emit);
      const outcome = await poller.requestNow('safety', () => {
        return client.cancelOrder(id, requestId, () => name.take(emit));
      });
      // Only a query shows the order's end, so polls restart at their shortest gap.
      if (!wasFollowed || follower.isFollowed(coId, id)) follower.follow(coId, id);
      const result = toSendResult('cancel', coId, { ...outcome, orderId: id });
      if (tries === plan.max || !isWorthAnotherTry(outcome)) {
        this.#reportLast(search, result);
        return;
      }
      emit(result);
    }
  }

  /**
   * Queries the order once. The first query leaves at once like a cancel; later ones wait for the
   * request budget.
   */
  async #lookUp(coId: string, search: Search, isAgain: boolean): Promise<void> {
    const { client, clock, poller, emit } = this.#ports;
    const send = () => client.recovery.orderByCoId(coId);
    const now = clock.now();
    const { outcome, startedAt } = isAgain
      ? await askInTurn(this.#ports, send)
      : { outcome: await poller.requestNow('safety', send), startedAt: now };
    if (outcome.class !== 'data') {
      emit(toPartialPoll(coId, outcome));
      return;
    }
    const { orderId, status } = outcome.value;
    if (search.orderId === '') {
      if (isTerminalStatus(status)) search.ended = status;
      else search.orderId = orderId;
      if (!this.#follower.isFollowed(coId)) this.#follower.follow(coId, orderId);
    }
    this.#follower.observe(outcome.value, startedAt, clock.now());
  }
}

function startSearch(terms: Pick<Search, 'follows' | 'key' | 'name'>, orderId: string): Search {
  let settle = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const search: Search = {
    ...terms,
    orderId,
    ended: undefined,
    told,
    notify: (id) => {
      if (id === '' || search.orderId !== '' || search.ended !== undefined) return;
      search.orderId = id;
      settle();
    },
  };
  return search;
}

/**
 * After a serious error the kernel decides on the next round, so there is no retry here. A redirect
 * means a wrong address, which a retry does not change.
 */
function isWorthAnotherTry({ class: outcome, status }: SendOutcome): boolean {
  const isRedirect = status >= 300 && status < 400;
  return (
    outcome === 'not-sent' || (outcome === 'unknown' && !isFatalServerError(status) && !isRedirect)
  );
}

function toNotSent(coId: string, message: string): SubmitResultEvent {
  return {
    type: 'send-result',
    kind: 'cancel',
    coId,
    class: 'not-sent',
    status: 0,
    transport: 'gate',
    code: '',
    message,
    orderId: '',
  };
}
