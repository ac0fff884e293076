// Net quantities of the venue and of the journal, added up and compared by symbol.
import { createInstrument, formatShortest, type Instrument } from '../../domain/index.js';
import type { NetPosition } from './memory.js';

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

/** The first less the second. */
export function subtract(
  from: readonly NetPosition[],
  what: readonly NetPosition[],
): readonly NetPosition[] {
  const negated = what.map(({ symbol, units }) => ({ symbol, units: -units }));
  return [...sumPositions([...from, ...negated])].map(([symbol, units]) => ({ symbol, units }));
}

export function describePositions(positions: readonly NetPosition[], say: SayAmount): string {
  return (
    positions.map(({ symbol, units }) => `${symbol} ${say(units, symbol)}`).join(', ') || 'none'
  );
}
