// A venue that fills, rejects, loses and delays at random, and a market that walks at random, for
// bots that are driven by hand.
import { type Micros, MILLISECOND, SECOND } from '../../src/domain/index.js';
import { type PlaceCommand, type Side, toSign } from '../../src/domain/orders/index.js';
import type { Random } from '../../src/determinism/index.js';
import { type Bot, EUR_USD, THOUSAND } from '../kernel/harness.js';

/** Time between two turns of both. */
export const STEP: Micros = 250 * MILLISECOND;

/** Answers each order in its own way and time; what it does is due at steps of the test. */
export class RandomVenue {
  readonly #bot: Bot;
  readonly #random: Random;
  #due: { readonly at: number; readonly action: () => void }[] = [];
  #seen = 0;
  readonly #cancelled = new Set<string>();
  readonly #lateSide: Side | undefined;

  /** Some orders of `lateSide` fill seconds after they have expired. */
  constructor(bot: Bot, random: Random, lateSide?: Side) {
    this.#bot = bot;
    this.#random = random;
    this.#lateSide = lateSide;
  }

  get isQuiet(): boolean {
    return this.#due.length === 0;
  }

  /** Does what is due and takes up new commands. */
  step(): void {
    for (;;) {
      const due = this.#due.filter(({ at }) => at <= this.#bot.now);
      if (due.length === 0) break;
      this.#due = this.#due.filter(({ at }) => at > this.#bot.now);
      for (const { action } of due) action();
    }
    for (const command of this.#bot.commands.slice(this.#seen)) {
      if (command.kind === 'cancel') this.#cancelled.add(command.coId);
      else if (command.kind === 'place') this.#take(command);
    }
    this.#seen = this.#bot.commands.length;
  }

  #later(after: Micros, action: () => void): void {
    this.#due.push({ at: this.#bot.now + after, action });
  }

  #take(command: PlaceCommand): void {
    const bot = this.#bot;
    const fate = Math.floor(this.#random() * 12);
    if (fate === 0) this.#later(STEP, () => bot.answer(command, 'not-sent', { status: 0 }));
    else if (fate === 1) {
      const off = { status: 400, code: 'PriceMismatch' };
      this.#later(STEP, () => bot.answer(command, 'rejected', off));
    } else if (fate === 2) {
      this.#later(STEP, () => bot.status(command, 'REJECTED', 0, { reason: 'NoLiquidity' }));
    } else if (fate === 3) {
      this.#later(STEP, () => bot.answer(command, 'weak', { status: 400 }));
      for (const wait of [2, 4, 6]) this.#later(wait * SECOND, () => bot.readEmpty(command));
    } else if (fate === 4) {
      this.#later(STEP, () => bot.answer(command, 'unknown', { status: 0 }));
      this.#fill(command, 5 * SECOND);
    } else if (fate === 5) {
      this.#fill(command, 20 * SECOND);
    } else {
      this.#later(STEP, () => bot.answer(command, 'accepted', { orderId: '77' }));
      this.#fill(command, STEP);
    }
  }

  /** Fills in random parts, trades and words in random order, then ends the order. */
  #fill(command: PlaceCommand, after: Micros): void {
    const bot = this.#bot;
    const draw = this.#random;
    const isLate = command.side === this.#lateSide && draw() < 0.3;
    if (isLate) {
      this.#fillLate(command, after);
      return;
    }
    const share = draw() < 0.4 ? 1 : draw();
    const total = Math.floor((command.units * share) / THOUSAND) * THOUSAND;
    const filled = share === 1 ? command.units : total;
    const cut = Math.floor(filled * draw());
    const parts = [cut, filled - cut].filter((units) => units > 0);
    let cum = 0;
    parts.forEach((units, i) => {
      cum += units;
      const word = cum;
      const better = command.priceTicks - toSign(command.side) * Math.floor(draw() * 5);
      const trade = () => bot.trade(command, `${command.coId}/${i}`, units, better);
      this.#later(after + Math.floor(draw() * 4) * STEP, trade);
      if (draw() < 0.3) this.#later(after + Math.floor(draw() * 4) * STEP, trade);
      if (draw() < 0.5) {
        this.#later(after + Math.floor(draw() * 3) * STEP, () => {
          bot.status(command, 'PARTIALLY_FILLED', word);
        });
      }
    });
    this.#later(after + 3 * STEP, () => {
      const end = this.#cancelled.has(command.coId) ? 'CANCELED' : 'EXPIRED';
      bot.status(command, filled === command.units ? 'FILLED' : end, filled);
    });
  }

  /** Ends the order with nothing filled; unless it was cancelled, a trade of it comes later. */
  #fillLate(command: PlaceCommand, after: Micros): void {
    const bot = this.#bot;
    const { coId, units } = command;
    this.#later(after + 3 * STEP, () => {
      const isCancelled = this.#cancelled.has(coId);
      bot.status(command, isCancelled ? 'CANCELED' : 'EXPIRED', 0);
      if (isCancelled) return;
      const part = (1 + Math.floor((units / THOUSAND) * this.#random())) * THOUSAND;
      const wait = Math.floor(this.#random() * 60) * STEP;
      this.#later(wait, () => bot.trade(command, `${coId}/late`, part));
    });
  }
}

/** A walk of the touch with gaps, some of them long enough to be stale. */
export class RandomMarket {
  bidTicks = 110_000;
  readonly #bot: Bot;
  readonly #random: Random;
  #silentUntil = 0;

  constructor(bot: Bot, random: Random) {
    this.#bot = bot;
    this.#random = random;
  }

  get offerTicks(): number {
    return this.bidTicks + 10;
  }

  step(): void {
    if (this.#bot.now < this.#silentUntil) return;
    if (this.#random() < 0.01) {
      this.#silentUntil = this.#bot.now + Math.floor(this.#random() * 50) * SECOND;
    }
    this.bidTicks += Math.floor(this.#random() * 7) - 3;
    this.#bot.rate(EUR_USD, this.bidTicks, this.offerTicks);
  }
}
