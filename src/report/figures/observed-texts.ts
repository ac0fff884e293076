// Texts about limits that a backtest only observes.
import type { ObservedLimit } from '../../domain/venue/index.js';
import { formatGrouped, formatTimes } from './texts.js';

/** `G10 3,000,000`: the figure each parameter would need, rounded up to be readable. */
export function describeNeeds(needs: ObservedLimit['needs']): string {
  if (needs === 'off') return 'none: switch the rule off';
  return Object.entries(needs)
    .map(([path, figure]) => `${path} ${formatGrouped(roundUp(figure))}`)
    .join(', ');
}

/** `3,412 times, needs strategyPerMinute 410`. */
export function describeObserved({ count, needs, rule }: Omit<ObservedLimit, 'first'>): string {
  const what = needs === 'off' ? 'no figure is enough' : `needs ${describeNeeds(needs)}`;
  return `${rule} ${formatTimes(count)}, ${what}`;
}

/** Rounds to three digits, never below the figure; a figure of three digits stays. */
export function roundUp(figure: number): number {
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(figure))) - 2);
  const rounded = Number((Math.ceil(figure / unit - 1e-9) * unit).toPrecision(3));
  return rounded >= figure ? rounded : figure;
}
