// Net quantities of the venue and of the journal, added up and compared by symbol.
import {
  createInstrument,
  findTradeDate,
  formatShortest,
  type Instant,
  type Instrument,
  MINUTE,
  type NetPosition,
  subtractUnits,
} from '../domain/index.js';
import type { KernelSnapshot } from '../kernel/index.js';

/** What a journal says of own fills: net by symbol, and how that settles. */
export type OwnBook = Pick<KernelSnapshot, 'positions'> & {
  readonly gate: Pick<KernelSnapshot['gate'], 'ledger'> | undefined;
};

/** The venue's day may end so long before ours: it has dropped what we do then. */
const TURN_EARLY = 5 * MINUTE;

/** Own positions by symbol and value date, without what has settled long ago. */
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

/** What of own positions has settled by then: it is cash, which no list of positions shows. */
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

/** Those that the venue's list still has at a time. */
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

/** Sums by symbol; those that are 0 are left out. */
export function sumPositions(positions: readonly NetPosition[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { symbol, units } of positions) sums.set(symbol, (sums.get(symbol) ?? 0) + units);
  for (const [symbol, units] of sums) if (units === 0) sums.delete(symbol);
  return sums;
}

/** An amount of a symbol's base as people write it. */
export type SayAmount = (units: number, symbol: string) => string;

/** Of a symbol beside these the usual decimals count, if it has any. */
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

/** How the venue's list differs from what should be open now, in words; empty when it does not. */
export function compareOpen(
  expected: readonly NetPosition[],
  found: readonly NetPosition[],
  instruments: readonly Instrument[],
  at: Instant,
): string {
  const say = createSayAmount(instruments);
  const compare = (then: Instant) => {
    const [ours, theirs] = [expected, found].map((list) => pickOpen(list, instruments, then));
    return comparePositions(ours ?? [], theirs ?? [], say);
  };
  const difference = compare(at);
  return difference === '' || compare(at + TURN_EARLY) === '' ? '' : difference;
}

/** What differs, symbol by symbol, in words; empty when nothing does. */
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

/** The first less the second, by symbol and value date. */
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
