// The halt of one strategy for what it did or threw.
import type { Desk } from './desk.js';
import type { StrategyHost } from './strategy-host.js';

export function haltStrategy(desk: Desk, host: StrategyHost, error: unknown): void {
  desk.halt('strategy', host.name, 'strategy', describe(host, error));
}

/** What was thrown, and where; the kernel's own reasons are texts. */
function describe(host: StrategyHost, error: unknown): string {
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return `something of type ${typeof error}`;
  const place = host.locate(error);
  return place === '' ? error.message : `${error.message} (${place})`;
}
