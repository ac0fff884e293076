// Market impact model: a trade moves the rate for itself and later orders of its side, for a time.
import { z } from 'zod';
import { durationText } from '../../validation/index.js';
import type { Instant, Instrument } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';
import type { VenueBook } from '../book.js';

export const impactSchema = z
  .strictObject({
    shape: z
      .enum(['linear', 'square-root'])
      .describe('how the move grows with the size that an order takes'),
    pips: z.number().positive().max(10_000).describe('move of an order of `size`'),
    size: z.number().positive().describe('units of the base that move the rate by `pips`'),
    decay: durationText
      .refine((span) => span > 0, { message: 'expected above 0' })
      .describe('time in which the move decays to zero, linearly'),
  })
  .describe('how orders that take liquidity move the rate against themselves; absent: no impact');

export type ImpactSettings = z.output<typeof impactSchema>;

/** Remaining impact: `ticks` above 0 is a move upwards, as of `at`. */
interface Move {
  ticks: number;
  at: Instant;
}

export class Impact {
  readonly #settings: ImpactSettings;
  /** By instrument id. */
  readonly #moves: readonly Move[];

  constructor(settings: ImpactSettings, instruments: readonly Instrument[]) {
    this.#settings = settings;
    this.#moves = instruments.map(() => ({ ticks: 0, at: 0 }));
  }

  /** Rate in ticks at which all of these base units trade; never better than the touch. */
  findTicks(at: Instant, sign: number, book: VenueBook, units: number): number {
    const touch = sign > 0 ? book.offerTicks : book.bidTicks;
    const move = this.#findCarried(at, sign, book) + this.#findOwn(book.instrument, units);
    return Math.max(1, touch + sign * Math.round(move));
  }

  /** Largest part of these units, in whole size increments, whose rate is within a limit. */
  limit(at: Instant, sign: number, book: VenueBook, limitTicks: number, units: number): number {
    const isWithin = (most: number) =>
      sign * (limitTicks - this.findTicks(at, sign, book, most)) >= 0;
    if (isWithin(units)) return units;
    const { sizeIncrement } = book.instrument;
    let [low, high] = [0, Math.floor(units / sizeIncrement) + 1];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (isWithin(middle * sizeIncrement)) low = middle;
      else high = middle;
    }
    return Math.min(units, low * sizeIncrement);
  }

  /** Records traded units of the base. */
  note(at: Instant, sign: number, { instrument }: VenueBook, units: number): void {
    const move = this.#moves[instrument.id];
    if (move === undefined) return;
    move.ticks = this.#findLeft(at, move) + sign * this.#findOwn(instrument, units);
    move.at = at;
  }

  #findOwn({ ticksPerUnit, pipFactor, baseDecimals }: Instrument, units: number): number {
    const { shape, pips, size } = this.#settings;
    const share = units / (size * powerOfTen(baseDecimals));
    return ((pips * ticksPerUnit) / pipFactor) * (shape === 'linear' ? share : Math.sqrt(share));
  }

  /** Impact of earlier orders of the same side; an opposite move does not improve the rate. */
  #findCarried(at: Instant, sign: number, { instrument }: VenueBook): number {
    const move = this.#moves[instrument.id];
    return move === undefined ? 0 : Math.max(0, sign * this.#findLeft(at, move));
  }

  #findLeft(at: Instant, move: Move): number {
    return move.ticks * Math.max(0, 1 - (at - move.at) / this.#settings.decay);
  }
}
