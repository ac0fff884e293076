// The halt of one strategy for what it did or threw.
import type { Desk } from './desk.js';
import type { StrategyHost } from './strategy-host.js';

export function haltStrategy(desk: Desk, { name }: StrategyHost, error: unknown): void {
  const thrown = typeof error === 'string' ? error : `something of type ${typeof error}`;
  desk.halt('strategy', name, 'strategy', error instanceof Error ? error.message : thrown);
}
