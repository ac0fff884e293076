// Last look on orders: the provider holds an order that takes the touch, then trades or rejects it.
import type { Instant } from '../../domain/index.js';
import { createRandom, type Random, type Timer } from '../../determinism/index.js';
import type { VenueBook } from '../book.js';
import { findMove, decideLastLook, type LastLookSettings } from '../models/last-look.js';
import { toPipTicks } from '../models/providers.js';
import type { VenueOrder } from '../order.js';
import type { Matching } from './matching.js';

export class LastLookHolds {
  readonly #engine: Matching;
  readonly #settings: LastLookSettings;
  readonly #random: Random;
  readonly #held = new WeakMap<VenueOrder, Timer>();

  constructor(engine: Matching, settings: LastLookSettings, seed: number) {
    this.#engine = engine;
    this.#settings = settings;
    this.#random = createRandom(seed, 'venue/orders/last-looks');
  }

  /** Calls `trade` after the hold time, unless the order has ended or the provider rejects it. */
  hold(at: Instant, order: VenueOrder, book: VenueBook, trade: (at: Instant) => void): void {
    const { hold, maxMove, rejectShare } = this.#settings;
    const { scheduler } = this.#engine;
    const { bidTicks, offerTicks, instrument } = book;
    const answer = () => {
      if (order.hasEnded) return;
      const move = findMove(order.sign, { bidTicks, offerTicks }, book);
      const check = { hold, maxMove: toPipTicks(maxMove, instrument), rejectShare };
      const isWanted = decideLastLook(check, move, this.#random) === undefined;
      if (isWanted) trade(scheduler.now);
      else this.#engine.end(scheduler.now, order, 'REJECTED', 'NoLiquidity');
    };
    this.#held.set(order, scheduler.at(at + hold, answer));
  }

  /** Ends the hold of an order that left the market. */
  drop(order: VenueOrder): void {
    this.#held.get(order)?.cancel();
  }
}
