// Sends an order in doubt a second time, the very same bytes under the same coId: the venue takes
// a coId at most once, so this makes at most one order. An option, off by default.
import { type Instant, type Micros, SECOND } from '../domain/index.js';
import { approveResend } from '../risk/index.js';
import type { Desk } from './desk.js';
import { Draft, toIntent } from './draft.js';
import type { Outputs } from './outputs.js';
import type { OwnOrder } from './own-order.js';

/** Oldest order that is sent again, and the most attempts of one. */
const MAX_AGE: Micros = 2 * SECOND;
const MAX_ATTEMPTS = 2;

export class Resolver {
  readonly #desk: Desk;
  readonly #outputs: Outputs;
  readonly #now: () => Instant;
  readonly #isOn: boolean;

  constructor(desk: Desk, outputs: Outputs, now: () => Instant, isOn: boolean) {
    this.#desk = desk;
    this.#outputs = outputs;
    this.#now = now;
    this.#isOn = isOn;
  }

  /** The venue has shown, in whole, that it has no such order: the same bytes may go once more. */
  consider(order: OwnOrder): void {
    const { attempts, sentAt, terms, isAdopted, weakSince } = order;
    const now = this.#now();
    // Of a 400 and of a run before it is another matter than an answer that was lost.
    if (!this.#isOn || isAdopted || weakSince !== undefined || terms.type !== 'Limit') return;
    if (order.state !== 'QUARANTINED' || order.cancelState !== 'NONE') return;
    if (attempts >= MAX_ATTEMPTS || now - sentAt > MAX_AGE) return;
    const draft = new Draft(terms.symbol);
    draft.at = now;
    draft.intentId = terms.intentId;
    draft.strategy = terms.host.name;
    draft.coId = terms.coId;
    const { symbol, side, units, priceTicks, timeInForce, expirySeconds } = terms;
    const child = { units, priceTicks, timeInForce };
    const life = expirySeconds === 0 ? {} : { expirySeconds };
    draft.setIntent(toIntent(symbol, side, { ...child, ...life }), symbol, Infinity);
    const command = approveResend(this.#desk.gate, draft, terms.coId, attempts + 1);
    if (command === undefined) return;
    order.attempts++;
    this.#outputs.command(command, order, now);
  }
}
