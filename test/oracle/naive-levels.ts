// The levels that providers make of a rate of the market (rule 42), and what is left of each.
import type { Instrument } from '../../src/domain/index.js';
import { toScaled } from '../../src/domain/numbers/index.js';
import {
  ENDLESS,
  isReached,
  toWorth,
  type Book,
  type Level,
  type OpenSize,
  type Terms,
} from './naive-terms.js';
import type { QuotedStep, ScriptProvider } from './order-script.js';

const DECIMALS = 4;

/** Pips as a fraction of ticks. */
function toTicks(pips: number, { ticksPerUnit, pipFactor }: Instrument): readonly [bigint, bigint] {
  const scaled = BigInt(toScaled(pips, DECIMALS)!);
  return [scaled * BigInt(ticksPerUnit), BigInt(10 ** DECIMALS) * BigInt(pipFactor)];
}

/** The size of a provider: its factor of the market's, rounded down. */
function toShown(units: bigint, factor: number): bigint {
  if (units === ENDLESS) return ENDLESS;
  return (units * BigInt(toScaled(factor, DECIMALS)!)) / BigInt(10 ** DECIMALS);
}

/** Pips as whole ticks, a part of one counts as one. */
function toWholeTicks(pips: number, instrument: Instrument): bigint {
  const [ticks, unit] = toTicks(Math.abs(pips), instrument);
  const whole = (ticks + unit - 1n) / unit;
  return pips < 0 ? -whole : whole;
}

/** A provider's rate; none below one tick. */
function createLevel(provider: ScriptProvider, step: QuotedStep, instrument: Instrument): Level {
  const [widen, skew] = [provider.widen, provider.skew].map((one) => toWholeTicks(one, instrument));
  const bid = BigInt(step.bidTicks) - widen! + skew!;
  const offer = BigInt(step.offerTicks) + widen! + skew!;
  const bidShown = bid < 1n ? 0n : toShown(BigInt(step.bidUnits), provider.sizeFactor);
  const offerShown = offer < 1n ? 0n : toShown(BigInt(step.offerUnits), provider.sizeFactor);
  return {
    ...{ provider: provider.id, bid, offer, bidShown, offerShown },
    ...{ bidLeft: bidShown, offerLeft: offerShown },
  };
}

export function createBook(
  step: QuotedStep,
  providers: readonly ScriptProvider[],
  instrument: Instrument,
): Book {
  const own = providers.filter(({ symbols }) => symbols?.includes(step.symbol) ?? true);
  return {
    ...{ bid: BigInt(step.bidTicks), offer: BigInt(step.offerTicks) },
    ...{ bidShown: BigInt(step.bidUnits), offerShown: BigInt(step.offerUnits) },
    ...{ bidLeft: BigInt(step.bidUnits), offerLeft: BigInt(step.offerUnits) },
    isPlain: providers.length === 1,
    levels: own.map((provider) => createLevel(provider, step, instrument)),
  };
}

export function toPrice({ buysBase }: Terms, level: Level): bigint {
  return buysBase ? level.offer : level.bid;
}

export function toLeft({ buysBase }: Terms, size: OpenSize): bigint {
  return buysBase ? size.offerLeft : size.bidLeft;
}

export function consume({ buysBase }: Terms, size: OpenSize, base: bigint): void {
  if (buysBase && size.offerLeft !== ENDLESS) size.offerLeft -= base;
  if (!buysBase && size.bidLeft !== ENDLESS) size.bidLeft -= base;
}

/** What is left of some levels, each at its price or at `ticks`, in the dealt currency. */
export function sumWorth(terms: Terms, levels: readonly Level[], ticks: bigint): bigint {
  return levels
    .map((level) =>
      toWorth(terms, toLeft(terms, level), ticks === 0n ? toPrice(terms, level) : ticks),
    )
    .reduce((sum, worth) => sum + worth, 0n);
}

/** What is left of some levels together. */
export function toSum(terms: Terms, levels: readonly Level[]): bigint {
  const lefts = levels.map((level) => toLeft(terms, level));
  if (lefts.includes(ENDLESS)) return ENDLESS;
  return lefts.reduce((sum, left) => sum + left, 0n);
}

/** The levels of these providers within a limit (0: any), the best first, then as configured. */
export function listLevels(
  terms: Terms,
  book: Book,
  providers: readonly string[],
  limit: bigint,
): readonly Level[] {
  return book.levels
    .filter((level) => providers.includes(level.provider))
    .filter((level) => isReached(terms, limit, toPrice(terms, level)))
    .sort((a, b) => {
      const [one, two] = [toPrice(terms, a), toPrice(terms, b)];
      if (one === two) return 0;
      return one < two === terms.buysBase ? -1 : 1;
    });
}

/**
 * The best bid and offer that these providers show, 0 where none does; undefined without a level.
 * Of several providers only those with a size are shown.
 */
export function findBest(book: Book, providers: readonly string[]) {
  const own = book.levels.filter((level) => providers.includes(level.provider));
  if (own.length === 0) return undefined;
  const bids = own.filter(({ bidShown }) => book.isPlain || bidShown > 0n).map(({ bid }) => bid);
  const offers = own.filter((one) => book.isPlain || one.offerShown > 0n).map(({ offer }) => offer);
  return {
    bid: bids.length === 0 ? 0n : bids.reduce((a, b) => (a > b ? a : b)),
    offer: offers.length === 0 ? 0n : offers.reduce((a, b) => (a < b ? a : b)),
  };
}
