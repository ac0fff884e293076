// Finds limits that no order of a session can meet: they are valid, but hardly intended.
import type { Instrument } from '../domain/index.js';
import { formatShortest, powerOfTen } from '../domain/numbers/index.js';
import type { Limits } from './limits.js';

/** Limits that leave nothing to trade; empty when every symbol has orders that may pass. */
export function listUnreachableLimits(
  { accountCurrency, rules }: Pick<Limits, 'accountCurrency' | 'rules'>,
  instruments: readonly Instrument[],
): readonly string[] {
  const [RC02, RC04] = [readFigures(rules['RC02']), readFigures(rules['RC04'])];
  const allowed = RC02['allowed'];
  const isEmpty = Array.isArray(allowed) && allowed.length === 0;
  const sizes = instruments.flatMap(({ baseDecimals, class: kind, minSize, symbol }) => {
    const most = RC04[kind];
    if (typeof most !== 'number' || most * powerOfTen(baseDecimals) >= minSize) return [];
    const least = formatShortest(minSize, baseDecimals);
    return [`RC04 allows at most ${String(most)}, the smallest order of ${symbol} is ${least}`];
  });
  // Other currencies are converted through one of these symbols.
  const isPriced = instruments.some(
    ({ base, term }) => base === accountCurrency || term === accountCurrency,
  );
  return [
    ...(isEmpty ? ['RC02 allows no order type'] : []),
    ...sizes,
    ...(isPriced ? [] : [`no symbol converts into accountCurrency ${accountCurrency}`]),
  ];
}

/** Parameters of a rule; empty when it is off. */
function readFigures(rule: unknown): Readonly<Record<string, unknown>> {
  return typeof rule === 'object' ? { ...rule } : {};
}
