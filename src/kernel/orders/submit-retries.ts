// Sends an order's own bytes once more when it is proven that the first attempt changed nothing.
import { type Instant, type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import type { Gate } from '../../risk/gate/index.js';
import { approveRepeat } from '../../risk/index.js';
import type { Verdict } from '../../policy/index.js';
import { toRetryCandidate } from './order-candidate.js';
import type { Outputs } from '../outputs.js';
import type { Order } from './order.js';

/** Greatest age of an intent that is sent again. */
const MAX_AGE: Micros = 2 * SECOND;
/** Time before the second attempt when the first did not leave. */
const NOT_SENT_PAUSE: Micros = 250 * MILLISECOND;
/** Maximum of attempts per order, the first included. */
const MAX_ATTEMPTS = 2;
/**
 * Failures that prove that no byte left. In other `not-sent` cases our own side refused to send.
 */
const UNSENT: ReadonlySet<string> = new Set(['dns', 'connect-refused', 'connect-timeout']);

export interface SubmitRetriesPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void): { cancel(): void };
}

interface Waiting {
  readonly order: Order;
  /** True when the second attempt waits for a new login. */
  readonly wantsLogin: boolean;
  readonly timer: { cancel(): void };
}

export class SubmitRetries {
  readonly #gate: Gate;
  readonly #outputs: Outputs;
  readonly #login: 'token' | 'hmac';
  readonly #ports: SubmitRetriesPorts;
  readonly #waiting = new Map<string, Waiting>();
  #isAdopting = false;

  constructor(gate: Gate, outputs: Outputs, login: 'token' | 'hmac', ports: SubmitRetriesPorts) {
    this.#gate = gate;
    this.#outputs = outputs;
    this.#login = login;
    this.#ports = ports;
  }

  /** Replay mode: second attempts come from the journal and none are sent. */
  adoptOnly(): void {
    this.#isAdopting = true;
  }

  /**
   * Returns true when the order waits for a second attempt: after a 401 that the policy lets
   * repeat, or after a failed connection. `end` ends the order when no attempt comes in time.
   */
  offer(order: Order, verdict: Verdict, transport: string | undefined, end: () => void): boolean {
    const isUnsent = verdict.class === 'not-sent' && UNSENT.has(transport ?? '');
    const untilAt = order.decidedAt + MAX_AGE;
    const now = this.#ports.now();
    // The value date of an AtBest order is not kept, so its bytes cannot be built again.
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
    // Nothing to wait for: nothing was sent, or HMAC signs the attempt anew with the clock offset
    // of the 401.
    if (!wantsLogin) {
      this.#ports.at(now + (isUnsent ? NOT_SENT_PAUSE : 0), () => {
        this.#send(coId);
      });
    }
    return true;
  }

  /** The login was renewed: orders that a 401 refused are sent again. */
  loginWorked(): void {
    for (const [coId, { wantsLogin }] of [...this.#waiting]) if (wantsLogin) this.#send(coId);
  }

  /** Applies a second attempt from the journal. */
  adopt(order: Order, attempt: number): void {
    order.attempts = attempt;
    this.#waiting.get(order.terms.coId)?.timer.cancel();
    this.#waiting.delete(order.terms.coId);
  }

  /** An order that the gate refuses now is not sent; it ends when its time is over. */
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
