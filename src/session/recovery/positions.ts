// Net quantities of the venue and of the journal, added up and compared by symbol.
import type { NetPosition } from './memory.js';

/** Sums by symbol; those that are 0 are left out. */
export function sumPositions(positions: readonly NetPosition[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { symbol, units } of positions) sums.set(symbol, (sums.get(symbol) ?? 0) + units);
  for (const [symbol, units] of sums) if (units === 0) sums.delete(symbol);
  return sums;
}

/** What differs, symbol by symbol, in words; empty when nothing does. */
export function comparePositions(
  expected: readonly NetPosition[],
  found: readonly NetPosition[],
): string {
  const wanted = sumPositions(expected);
  const given = sumPositions(found);
  const symbols = [...new Set([...wanted.keys(), ...given.keys()])].sort();
  return symbols
    .filter((symbol) => (wanted.get(symbol) ?? 0) !== (given.get(symbol) ?? 0))
    .map((symbol) => {
      const by = `${String(wanted.get(symbol) ?? 0)} by the journal`;
      return `${symbol}: ${by}, ${String(given.get(symbol) ?? 0)} at the venue (minor units)`;
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

export function describePositions(positions: readonly NetPosition[]): string {
  return positions.map(({ symbol, units }) => `${symbol} ${String(units)}`).join(', ') || 'none';
}
