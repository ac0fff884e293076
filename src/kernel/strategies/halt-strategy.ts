// Halts one strategy for what it did or threw.
import type { TradingHalts } from '../orders/trading-halts.js';
import { capText } from './intent-details.js';
import type { StrategyHost } from './strategy-host.js';

export function haltStrategy(halts: TradingHalts, host: StrategyHost, error: unknown): void {
  halts.halt('strategy', host.name, 'strategy', describe(host, error));
}

/**
 * Describes what was thrown, and where. Reasons of the kernel are texts already. Reading the thrown
 * value can throw as well.
 */
function describe(host: StrategyHost, error: unknown): string {
  if (typeof error === 'string') return capText(error);
  try {
    if (!(error instanceof Error)) return `the strategy threw a value of type ${typeof error}`;
    const message = capText(error.message);
    const place = host.locate(error);
    return place === '' ? message : `${message} (${place})`;
  } catch {
    return 'the strategy threw a value that cannot be read';
  }
}
