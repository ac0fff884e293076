// Adds up net positions of venue and journal and compares them by symbol.
import { findTradeDate, subtractUnits } from '../domain/dates/index.js';
import type { NetPosition } from '../domain/events/index.js';
import { createInstrument, type Instant, type Instrument, MINUTE } from '../domain/index.js';
import { formatShortest } from '../domain/numbers/index.js';
import type { KernelSnapshot } from '../kernel/index.js';

/** Own fills in a snapshot: net units by symbol, and their settlement. */
export type OwnBook = Pick<KernelSnapshot, 'positions'> & {
  readonly gate: Pick<KernelSnapshot['gate'], 'ledger'> | undefined;
};

/**
 * The venue's trade date may end this much before ours: its list then lacks what we still count as
 * open.
 */
const TURN_EARLY = 5 * MINUTE;

/** Own positions by symbol and value date, without what settled long ago. */
export function listOwn({ gate, positions }: OwnBook): readonly NetPosition[] {
  const { dated = [], settled = [] } = gate?.ledger.settlement ?? {};
  const rest = new Map(sumPositions(positions));
  for (const { symbol, units } of [...dated, ...settled]) {
    rest.set(symbol, (rest.get(symbol) ?? 0) - units);
  }
  const undated = [...rest].map(([symbol, units]) => ({ symbol, units }));
  return [
    ...dated.map(({ symbol, units, valueDate }) => ({ symbol, units, valueDate })),
    ...undated,
  ];
}

/** Own positions that have settled at `at`: they are cash, which no list of positions has. */
export function listSettled(
  book: OwnBook,
  instruments: readonly Instrument[],
  at: Instant,
): readonly NetPosition[] {
  const own = listOwn(book);
  const open = pickOpen(own, instruments, at);
  const { settled = [] } = book.gate?.ledger.settlement ?? {};
  return [...settled, ...own.filter((one) => !open.includes(one))];
}

/** Positions that the venue's list still has at `at`. */
export function pickOpen(
  positions: readonly NetPosition[],
  instruments: readonly Instrument[],
  at: Instant,
): readonly NetPosition[] {
  return positions.filter(({ symbol, valueDate = '' }) => {
    const instrument = instruments.find((one) => one.symbol === symbol) ?? findUsual(symbol);
    if (valueDate === '' || instrument === undefined) return true;
    return valueDate >= findTradeDate(at, instrument);
  });
}

/** Units by symbol, without zeros. */
export function sumPositions(positions: readonly NetPosition[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { symbol, units } of positions) sums.set(symbol, (sums.get(symbol) ?? 0) + units);
  for (const [symbol, units] of sums) if (units === 0) sums.delete(symbol);
  return sums;
}

/** Formats an amount of a symbol's base currency. */
export type SayAmount = (units: number, symbol: string) => string;

/** For a symbol not in `instruments` the built-in decimals count, if there are any. */
export function createSayAmount(instruments: readonly Instrument[]): SayAmount {
  const known = new Map(instruments.map((one) => [one.symbol, one]));
  return (units, symbol) => {
    const instrument = known.get(symbol) ?? findUsual(symbol);
    if (instrument === undefined) return `${String(units)} minor units`;
    return formatShortest(units, instrument.baseDecimals);
  };
}

function findUsual(symbol: string): Instrument | undefined {
  const usual = createInstrument(0, symbol);
  return usual.ok ? usual.value : undefined;
}

/**
 * Describes how the venue's list differs from the positions that should be open; empty when equal.
 */
export function compareOpen(
  expected: readonly NetPosition[],
  found: readonly NetPosition[],
  instruments: readonly Instrument[],
  at: Instant,
): string {
  const formatAmount = createSayAmount(instruments);
  const compare = (then: Instant) => {
    const [ours, theirs] = [expected, found].map((list) => pickOpen(list, instruments, then));
    return comparePositions(ours ?? [], theirs ?? [], formatAmount);
  };
  const difference = compare(at);
  return difference === '' || compare(at + TURN_EARLY) === '' ? '' : difference;
}

/** Describes the difference symbol by symbol; empty when equal. */
export function comparePositions(
  expected: readonly NetPosition[],
  found: readonly NetPosition[],
  say: SayAmount,
): string {
  const wanted = sumPositions(expected);
  const given = sumPositions(found);
  const symbols = [...new Set([...wanted.keys(), ...given.keys()])].sort();
  return symbols
    .filter((symbol) => (wanted.get(symbol) ?? 0) !== (given.get(symbol) ?? 0))
    .map((symbol) => {
      const [ours, theirs] = [wanted, given].map((sums) => say(sums.get(symbol) ?? 0, symbol));
      return `${symbol}: ${ours ?? ''} by the journal, ${theirs ?? ''} at the venue`;
    })
    .join('; ');
}

/** `from` less `what`, by symbol and value date. */
export function subtract(
  from: readonly NetPosition[],
  what: readonly NetPosition[],
): readonly NetPosition[] {
  return subtractUnits(from, what, ({ symbol, valueDate = '' }) => `${valueDate} ${symbol}`);
}

export function describePositions(positions: readonly NetPosition[], say: SayAmount): string {
  return (
    positions.map(({ symbol, units }) => `${symbol} ${say(units, symbol)}`).join(', ') || 'none'
  );
}
