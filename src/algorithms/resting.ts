// Resting algorithm: short-lived orders that rest in the book and are renewed while all checks
// pass.
import { z } from 'zod';
import type { OrderState } from '../domain/events/index.js';
import { type Instant, type Micros, MINUTE, SECOND } from '../domain/index.js';
import { duration } from '../strategy/index.js';
import type { ExecutionAlgorithm, ParentHandle } from './algorithm.js';
import { stopAtDust } from './dust.js';

/** Time between two orders of one parent, and until an order that could not be sent is retried. */
const NEXT_AFTER: Micros = 2 * SECOND;
/** Delay after a refusal, or an end other than fill or expiry: too rare to count as a burst. */
const AGAIN_AFTER: Micros = 90 * SECOND;
/** Shortest life that leaves room between the expiries of so many orders. */
const LEAST_LIFE: Micros = 10 * SECOND;
const LIFE_PER_ORDER: Micros = 4 * SECOND;

const params = z
  .strictObject({
    duration: duration().refine((span) => span > 0, 'expected a duration above 0'),
    life: duration()
      .refine((span) => span >= LEAST_LIFE && span <= 60 * MINUTE, 'expected 10s to 1h')
      .default(2 * MINUTE)
      .describe('longest life of one order; it is renewed after that'),
    orders: z.int().min(1).max(10).default(1).describe('orders that rest at the same time'),
  })
  .refine(({ life, orders }) => life >= orders * LIFE_PER_ORDER, {
    path: ['life'],
    message: 'expected at least 4 s per order',
  });

const OVER = 'the duration of the parent order is over';

type RestingParams = z.output<typeof params>;

export const resting: ExecutionAlgorithm<typeof params> = {
  id: 'resting',
  summary: 'Rests at a price in orders with a short life, renewed only once the old one has ended.',
  params,
  start(parent, settings) {
    const left = findTimeLeft(parent, settings.duration);
    if (left === 0) {
      parent.stop(OVER);
      return;
    }
    const orders = new RestingOrders(parent, settings);
    parent.at(parent.now() + left, () => {
      parent.stop(OVER);
    });
    orders.tend();
  },
};

/**
 * Remaining time: the whole duration at the start, less when a later run continues the parent. A
 * session on a recording that begins before that start has the whole duration again.
 */
function findTimeLeft(parent: ParentHandle, duration: Micros): Micros {
  return Math.min(duration, Math.max(0, parent.startedAt + duration - parent.now()));
}

/** Keeps the orders of one parent in the book. */
class RestingOrders {
  readonly #parent: ParentHandle;
  readonly #orders: number;
  readonly #life: Micros;
  /** Known expiries of the orders that were sent. */
  #expiries: readonly Instant[] = [];
  #isDue = false;
  #notBefore: Instant = 0;
  #sent = 0;

  constructor(parent: ParentHandle, { life, orders }: RestingParams) {
    this.#parent = parent;
    this.#orders = orders;
    // Parents that start together must not expire together.
    this.#life = life * (1 - parent.random() / 4);
    parent.onChildEnded((state) => {
      this.#ended(state);
    });
  }

  /** Sends the next order if one is missing and may be sent; schedules the next check. */
  tend(): void {
    const parent = this.#parent;
    if (stopAtDust(parent)) return;
    const open = parent.listOpen();
    const units = this.#findSize();
    if (units === 0 || open.length >= this.#orders) return;
    const isPending = open.some(({ state }) => state === 'SENDING' || state === 'PENDING_VENUE');
    const priceTicks = this.#findPrice();
    const mayGo = parent.now() >= this.#notBefore && !isPending && parent.canSendChild();
    if (mayGo && priceTicks !== undefined && parent.canRenew()) this.#send(units, priceTicks);
    this.#tendLater();
  }

  #send(units: number, priceTicks: number): void {
    const parent = this.#parent;
    const before = parent.workingUnits;
    const seconds = this.#findLife();
    parent.placeChild({ units, priceTicks, timeInForce: 'GTT', expirySeconds: seconds });
    if (parent.workingUnits === before) {
      this.#notBefore = parent.now() + AGAIN_AFTER;
      return;
    }
    this.#expiries = [...this.#expiries, parent.now() + seconds * SECOND].slice(-this.#orders);
    this.#sent++;
    parent.progress(this.#sent, this.#sent);
  }

  /** A child has provably ended: its rest may be sent again. */
  #ended(state: OrderState): void {
    const parent = this.#parent;
    switch (state) {
      case 'EXPIRED':
      case 'FILLED':
        break;
      case 'CANCELED':
      case 'REJECTED':
      case 'ABANDONED':
        this.#notBefore = parent.now() + AGAIN_AFTER;
        break;
      default:
        parent.stop(`an order ended as ${state}: it is not renewed`);
        return;
    }
    this.tend();
  }

  #tendLater(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const parent = this.#parent;
    const check = () => {
      this.#isDue = false;
      this.tend();
    };
    parent.at(Math.max(parent.now() + NEXT_AFTER, this.#notBefore), check, true);
  }

  /** Size of the next order; 0 when the rest is below the minimum size. */
  #findSize(): number {
    const { leastUnits, maxChildUnits, stepUnits } = this.#parent;
    const rest = Math.floor(this.#parent.rest / stepUnits) * stepUnits;
    if (rest < leastUnits) return 0;
    const share = this.#findShare();
    const left = rest - share;
    if (left <= 0) return rest;
    // Takes a rest below the minimum size along if the order stays within its maximum.
    return left < leastUnits && rest <= maxChildUnits ? rest : share;
  }

  /** Maximum size of one order, in whole increments. */
  #findShare(): number {
    const { units, leastUnits, maxChildUnits, stepUnits } = this.#parent;
    const even = Math.ceil(units / this.#orders / stepUnits) * stepUnits;
    const most = Math.floor(maxChildUnits / stepUnits) * stepUnits;
    return Math.max(leastUnits, Math.min(even, most));
  }

  /** The limit price within the gate's collar; without a limit price the touch of the own side. */
  #findPrice(): number | undefined {
    const { sign, limitTicks } = this.#parent;
    const touch = this.#parent.touch();
    const collar = this.#parent.collarTicks();
    if (touch === undefined || collar === undefined) return undefined;
    if (limitTicks === 0) return sign > 0 ? touch.bidTicks : touch.offerTicks;
    return sign > 0 ? Math.min(limitTicks, collar) : Math.max(limitTicks, collar);
  }

  /**
   * Lifetime in whole seconds: the longest one, reduced in steps until the expiry keeps its
   * distance from the others. Each other expiry can block one step at most.
   */
  #findLife(): number {
    const now = this.#parent.now();
    const step = this.#life / (2 * this.#orders);
    for (let steps = 0; steps < this.#orders; steps++) {
      const life = Math.floor((this.#life - steps * step) / SECOND) * SECOND;
      const isFree = this.#expiries.every((at) => Math.abs(now + life - at) >= step / 2);
      if (isFree) return life / SECOND;
    }
    return Math.floor(this.#life / 2 / SECOND);
  }
}
