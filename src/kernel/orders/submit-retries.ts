// Sends an order's own bytes once more, when it is proven that the first time changed nothing.
import { type Instant, type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import { approveRepeat, type Gate } from '../../risk/index.js';
import type { Verdict } from '../../policy/index.js';
import { toRetryCandidate } from './order-candidate.js';
import type { Outputs } from '../outputs.js';
import type { Order } from './order.js';

/** An intent that is older is not sent again. */
const MAX_AGE: Micros = 2 * SECOND;
/** Time before the second attempt of what did not leave. */
const NOT_SENT_PAUSE: Micros = 250 * MILLISECOND;
/** Attempts of one order, with the first. */
const MAX_ATTEMPTS = 2;
/** What proves that no byte left: anything else that did not leave was turned back by us. */
const UNSENT: ReadonlySet<string> = new Set(['dns', 'connect-refused', 'connect-timeout']);

export interface RepeatsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

interface Waiting {
  readonly order: Order;
  /** It goes out again once the login was renewed. */
  readonly wantsLogin: boolean;
  readonly timer: { cancel(): void };
}

export class SubmitRetries {
  readonly #gate: Gate;
  readonly #outputs: Outputs;
  readonly #login: 'token' | 'hmac';
  readonly #ports: RepeatsPorts;
  readonly #waiting = new Map<string, Waiting>();
  #isAdopting = false;

  constructor(gate: Gate, outputs: Outputs, login: 'token' | 'hmac', ports: RepeatsPorts) {
    this.#gate = gate;
    this.#outputs = outputs;
    this.#login = login;
    this.#ports = ports;
  }

  /** From now on nothing is sent: the second attempts of the records are adopted instead. */
  adoptOnly(): void {
    this.#isAdopting = true;
  }

  /**
   * Whether the order waits for its second attempt: after a 401 that its policy lets repeat, and
   * after a connection that never was. `end` ends it when there is none in time.
   */
  offer(order: Order, verdict: Verdict, transport: string | undefined, end: () => void): boolean {
    const isUnsent = verdict.class === 'not-sent' && UNSENT.has(transport ?? '');
    const untilAt = order.sentAt + MAX_AGE;
    const now = this.#ports.now();
    // The value date of an order at best is not kept: its bytes could not be made again.
    const isWanted = (isUnsent || verdict.again) && order.terms.type === 'Limit';
    if (!isWanted || order.attempts >= MAX_ATTEMPTS || now >= untilAt) {
      return false;
    }
    order.neverLeft = isUnsent;
    const { coId } = order.terms;
    const timer = this.#ports.at(untilAt, () => {
      if (this.#waiting.delete(coId) && order.state === 'SENDING') end();
    });
    const wantsLogin = !isUnsent && this.#login === 'token';
    this.#waiting.set(coId, { order, wantsLogin, timer });
    // A signature is made anew from the time that the refusal itself told.
    if (!wantsLogin) {
      this.#ports.at(now + (isUnsent ? NOT_SENT_PAUSE : 0), () => {
        this.#send(coId);
      });
    }
    return true;
  }

  /** Who we are is known again: what was refused for that goes out once more. */
  loginWorked(): void {
    for (const [coId, { wantsLogin }] of [...this.#waiting]) if (wantsLogin) this.#send(coId);
  }

  /** A second attempt of the records. */
  adopt(order: Order, attempt: number): void {
    order.attempts = attempt;
    this.#waiting.get(order.terms.coId)?.timer.cancel();
    this.#waiting.delete(order.terms.coId);
  }

  /** What the gate refuses now is not sent, and ends when its time is over. */
  #send(coId: string): void {
    const order = this.#waiting.get(coId)?.order;
    if (this.#isAdopting || order?.state !== 'SENDING' || order.cancelState !== 'NONE') return;
    const attempt = order.attempts + 1;
    const now = this.#ports.now();
    const decision = approveRepeat(this.#gate, toRetryCandidate(order, now), attempt);
    if ('broken' in decision) return;
    this.adopt(order, attempt);
    this.#outputs.command(decision.approved, order, now);
  }
}
