// The levels that providers make of a rate of the market (rule 42), and what is left of each.
import { toScaled, type Instrument } from '../../src/domain/index.js';
import { ENDLESS, isReached, type Book, type Level, type Terms } from './naive-terms.js';
import type { QuotedStep, ScriptProvider } from './order-script.js';

const DECIMALS = 4;

/** Pips as a fraction of ticks. */
function toTicks(pips: number, { ticksPerUnit, pipFactor }: Instrument): readonly [bigint, bigint] {
  const scaled = BigInt(toScaled(pips, DECIMALS)!);
  return [scaled * BigInt(ticksPerUnit), BigInt(10 ** DECIMALS) * BigInt(pipFactor)];
}

function divideDown(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

/** The size of a provider: its factor of the market's, rounded down. */
function toShown(units: bigint, factor: number): bigint {
  if (units === ENDLESS) return ENDLESS;
  return (units * BigInt(toScaled(factor, DECIMALS)!)) / BigInt(10 ** DECIMALS);
}

/** A provider's rate: half ticks away from the other side; no rate below one tick. */
function createLevel(provider: ScriptProvider, step: QuotedStep, instrument: Instrument): Level {
  const [widen, unit] = toTicks(provider.widen, instrument);
  const [skew] = toTicks(provider.skew, instrument);
  const bid = divideDown(BigInt(step.bidTicks) * unit - widen + skew, unit);
  const offer = -divideDown(-(BigInt(step.offerTicks) * unit + widen + skew), unit);
  const bidShown = bid < 1n ? 0n : toShown(BigInt(step.bidUnits), provider.sizeFactor);
  const offerShown = toShown(BigInt(step.offerUnits), provider.sizeFactor);
  return {
    ...{ provider: provider.id, bid, offer },
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
    levels: own.map((provider) => createLevel(provider, step, instrument)),
  };
}

export function toPrice({ buysBase }: Terms, level: Level): bigint {
  return buysBase ? level.offer : level.bid;
}

export function toLeft({ buysBase }: Terms, level: Level): bigint {
  return buysBase ? level.offerLeft : level.bidLeft;
}

export function consume({ buysBase }: Terms, level: Level, base: bigint): void {
  if (buysBase && level.offerLeft !== ENDLESS) level.offerLeft -= base;
  if (!buysBase && level.bidLeft !== ENDLESS) level.bidLeft -= base;
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

/** The best bid and offer that these providers show; none without a level. */
export function findBest(book: Book, providers: readonly string[]) {
  const own = book.levels.filter((level) => providers.includes(level.provider));
  if (own.length === 0) return undefined;
  return {
    bid: own.map(({ bid }) => bid).reduce((a, b) => (a > b ? a : b)),
    offer: own.map(({ offer }) => offer).reduce((a, b) => (a < b ? a : b)),
  };
}
