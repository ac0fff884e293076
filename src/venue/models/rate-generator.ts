// Generates random rates of one symbol with realistic properties: volatility regimes, spreads and
// sizes with tails, gaps and weekends. Uses only sums, products and square roots, which all
// JavaScript engines round alike; prices are integers.
import { findNextClose, isWeekend, SUNDAY, toWeekday } from '../../domain/dates/index.js';
import {
  DAY,
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  MINUTE,
  NEVER,
  SECOND,
} from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';
import { createRandom, type Random } from '../../determinism/index.js';
import type { GeneratedSymbol, Regime } from './generator-schema.js';
import { scaleUnits, toPipTicks } from './providers.js';

/** Resolution of the mid: steps in a tick. */
const STEPS = 10_000;
/** Share of moves that jump, and the factor by which a jump is larger. */
const JUMP_SHARE = 0.004;
const JUMP = 4;
/** Share of rates that get a new spread. */
const SPREAD_SHARE = 0.25;
/** Largest displayed size, as a multiple of the smallest. */
const MOST_SIZES = 20;
/** Delay of the weekly opening after 17:00 New York on Sunday (wire facts 12). */
const OPENING: Micros = 10 * SECOND;
const SQRT_3 = Math.sqrt(3);

export class RateGenerator {
  readonly instrument: Instrument;
  /** Time of the current rate. */
  at: Instant;
  bidTicks = 0;
  offerTicks = 0;
  bidUnits = 0;
  offerUnits = 0;
  readonly #settings: GeneratedSymbol;
  readonly #random: Random;
  readonly #isWeekly: boolean;
  readonly #startSteps: number;
  readonly #sizeUnits: number;
  /** Standard deviation of the mid in a calm minute, in steps. */
  readonly #minuteSteps: number;
  #midSteps: number;
  #spreadTicks = 1;
  #regime = 0;
  #regimeUntil: Instant;
  #gapAt: Instant;
  #closeAt: Instant = 0;

  /** The first rate is at `startAt`, or at the first market opening after it. */
  constructor(
    instrument: Instrument,
    settings: GeneratedSymbol,
    seed: number,
    startAt: Instant,
    isWeekly: boolean,
  ) {
    this.instrument = instrument;
    this.#settings = settings;
    this.#random = createRandom(seed, `rates ${instrument.symbol}`);
    this.#isWeekly = isWeekly;
    this.#startSteps = Math.round(settings.price * instrument.ticksPerUnit) * STEPS;
    this.#midSteps = this.#startSteps;
    this.#minuteSteps = Math.round(toPipTicks(1, instrument) * STEPS * settings.volatility);
    this.#sizeUnits = toScaled(settings.size, instrument.baseDecimals) ?? 1;
    this.#regimeUntil = startAt + this.#draw(this.#regimeNow().life);
    this.#gapAt = this.#findGap(startAt);
    this.at = this.#skipWeekend(startAt);
    this.#drawSpread();
    this.#show();
  }

  next(): void {
    const from = this.at;
    if (from >= this.#regimeUntil) this.#changeRegime(from);
    let at = from + this.#drawInterval();
    if (at >= this.#gapAt) {
      at += this.#drawGap();
      this.#gapAt = this.#findGap(at);
    }
    this.#make(from, at);
  }

  /** Generates the rate of `to` without rates in between, as after a closed market. */
  skipTo(to: Instant): void {
    if (this.at >= to) return;
    if (to >= this.#gapAt) this.#gapAt = this.#findGap(to);
    this.#make(this.at, to);
  }

  #make(from: Instant, to: Instant): void {
    this.at = this.#skipWeekend(to);
    // A gap or weekend moves the mid no more than a minute would.
    this.#move(Math.min(this.at - from, MINUTE));
    if (this.#random() < SPREAD_SHARE) this.#drawSpread();
    this.#show();
  }

  #regimeNow(): Regime {
    const regime = this.#settings.regimes[this.#regime];
    if (regime === undefined) throw new RangeError('a generator without regimes');
    return regime;
  }

  /** Moves to the previous or next regime of the list. */
  #changeRegime(at: Instant): void {
    const last = this.#settings.regimes.length - 1;
    const step = this.#random() < 0.5 ? -1 : 1;
    const next = this.#regime + step;
    this.#regime = next < 0 ? Math.min(1, last) : next > last ? Math.max(last - 1, 0) : next;
    this.#regimeUntil = at + this.#draw(this.#regimeNow().life);
  }

  #drawInterval(): Micros {
    const mean = this.#settings.interval * this.#regimeNow().interval;
    return Math.max(MILLISECOND, Math.round((this.#exponential() * mean) / MILLISECOND) * 1_000);
  }

  #drawGap(): Micros {
    const { gaps } = this.#settings;
    return gaps === undefined ? 0 : Math.max(MILLISECOND, this.#draw(gaps.life));
  }

  #findGap(from: Instant): Instant {
    const { gaps } = this.#settings;
    return gaps === undefined ? NEVER : from + this.#draw(gaps.every);
  }

  /** Random time with this mean, exponentially distributed, in whole milliseconds. */
  #draw(mean: Micros): Micros {
    return Math.round((this.#exponential() * mean) / MILLISECOND) * MILLISECOND;
  }

  /** Random walk with reversion to the start price. */
  #move(span: Micros): void {
    const { reversion } = this.#settings;
    const jump = this.#random() < JUMP_SHARE ? JUMP : 1;
    const deviation = this.#minuteSteps * this.#regimeNow().volatility * Math.sqrt(span / MINUTE);
    const pull = ((this.#startSteps - this.#midSteps) * span) / reversion;
    this.#midSteps += Math.round(deviation * jump * this.#normal() + pull);
  }

  #drawSpread(): void {
    const { instrument } = this;
    const { spread } = this.#settings;
    const pips = spread * this.#regimeNow().spread * (1 + this.#exponential() / 2);
    const thousandths = Math.round(pips * 1_000) / 1_000;
    this.#spreadTicks = Math.max(1, toPipTicks(thousandths, instrument));
  }

  #show(): void {
    const spread = this.#spreadTicks;
    // Keeps the bid at one tick or more.
    this.#midSteps = Math.max(this.#midSteps, (spread + 1) * STEPS);
    this.bidTicks = Math.round((this.#midSteps - (spread * STEPS) / 2) / STEPS);
    this.offerTicks = this.bidTicks + spread;
    this.bidUnits = this.#drawSize();
    this.offerUnits = this.#drawSize();
  }

  #drawSize(): number {
    const many = 1 + Math.floor(this.#exponential());
    return scaleUnits(this.#sizeUnits, Math.min(many, MOST_SIZES));
  }

  /** `at`, or the next weekly opening if the market is closed at `at`. */
  #skipWeekend(at: Instant): Instant {
    if (!this.#isWeekly || at < this.#closeAt) return at;
    const close = findNextClose(at);
    const day = Math.floor(close / DAY);
    if (!isWeekend(day)) {
      this.#closeAt = close;
      return at;
    }
    const sunday = toWeekday(day) === SUNDAY ? close : findNextClose(close);
    this.#closeAt = findNextClose(sunday);
    return sunday + OPENING;
  }

  /** Approximately normal, mean 0 and standard deviation 1: a sum of four uniform numbers. */
  #normal(): number {
    const random = this.#random;
    return (random() + random() + random() + random() - 2) * SQRT_3;
  }

  /** Exponentially distributed, mean 1, computed by comparisons only (von Neumann, 1951). */
  #exponential(): number {
    for (let whole = 0; ; whole++) {
      const first = this.#random();
      let last = first;
      let count = 1;
      for (let next = this.#random(); next < last; next = this.#random()) {
        last = next;
        count++;
      }
      if (count % 2 === 1) return whole + first;
    }
  }
}
