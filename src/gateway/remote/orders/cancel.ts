// Cancels an own order: tries again while it is not known whether the venue took the request.
import {
  type CancelCommand,
  isFatalServerError,
  isTerminalStatus,
  type OrderStatus,
  type SubmitResultEvent,
} from '../../../domain/index.js';
import type { Random } from '../../../determinism/index.js';
import type { SendOutcome } from '../../../protocol/index.js';
import { toPartialPoll } from '../../../polling/index.js';
import { RetryRequestIds } from '../retry-request-ids.js';
import { toSendResult } from '../../submit-result.js';
import type { OrderTracker } from './order-tracker.js';
import type { RemotePorts } from '../ports.js';
import { askInTurn } from '../turn.js';
import { toBackOff } from '../retry-delays.js';

/** What is known of the venue's id of an order that is being cancelled. */
interface Search {
  readonly key: string;
  /** Empty while it is not known. */
  orderId: string;
  /** The status of an order that was found to have ended. */
  ended: OrderStatus | undefined;
  /** Settles when the id is told by another way than a query of the search. */
  readonly told: Promise<void>;
  readonly notify: (orderId: string) => void;
  readonly name: RetryRequestIds;
  /** Cancels in a row, each commanded from the last answer to the one before. */
  readonly follows: number;
}

export class Canceller {
  readonly #ports: RemotePorts;
  readonly #follower: OrderTracker;
  /** Orders that are being cancelled: a second command joins the first. */
  readonly #running = new Map<string, Search>();
  /** Its last answer is being told. */
  #telling: Search | undefined;

  constructor(ports: RemotePorts, follower: OrderTracker) {
    this.#ports = ports;
    this.#follower = follower;
    follower.onLive = (key, orderId) => this.#running.get(key)?.notify(orderId);
  }

  /** Sends the request before it returns when the venue's id of the order is known. */
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

  /** From here on a command joins it no more. */
  #end(search: Search): void {
    if (this.#running.get(search.key) === search) this.#running.delete(search.key);
  }

  /** Its last answer may itself bring a command, which is a new cancel. */
  #tellLast(search: Search, event: SubmitResultEvent): void {
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
    // Whoever cancels at each answer to a cancel sends a stream of them.
    if (search.follows > 1) {
      await wait(toBackOff(search.follows - 1, jitter, plan));
      if (search.orderId !== '' && !this.#follower.isLive(coId, search.orderId)) return;
    }
    const lookUps = search.orderId === '' ? await this.#find(coId, search, jitter) : 0;
    if (search.orderId !== '') {
      // However many queries it took, one try is left.
      await this.#send(coId, search, Math.min(lookUps, max - 1), jitter);
    } else if (search.ended !== undefined) {
      this.#tellLast(search, toNotSent(coId, `expected a live order, found it ${search.ended}`));
    } else {
      const found = `found none in ${String(max)} queries`;
      this.#tellLast(search, toNotSent(coId, `expected the venue's id of the order, ${found}`));
    }
  }

  /** Looks for the id until it is known by any way; the number of queries that told nothing. */
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

  /** Every try is told, those that did not leave too; look-ups before are tries as well. */
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
      // Never held back, yet counted: others wait for it.
      if (tries > 1) budget.retries.noteRetry(clock.now());
      const requestId = name.take(emit);
      const outcome = await poller.requestNow('safety', () => {
        return client.cancelOrder(id, requestId, () => name.take(emit));
      });
      // Whatever the answer, only a query shows the end; polls start again at their shortest gap.
      if (!wasFollowed || follower.isFollowed(coId, id)) follower.follow(coId, id);
      const result = toSendResult('cancel', coId, { ...outcome, orderId: id });
      if (tries === plan.max || !isWorthAnotherTry(outcome)) {
        this.#tellLast(search, result);
        return;
      }
      emit(result);
    }
  }

  /**
   * An answer that comes when the id is known is one of many queries of the order. The first query
   * goes at once, as the cancel would; later ones wait for the request budget.
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
 * A serious error is never answered by another try at once, the next round is the kernel's; nor is
 * a redirect, which says that this is not the place.
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
