// Sides of a quote request in the venue's spelling; the only protocol file that a backtest needs.
import type { QuoteRequestSide, RfsSide } from '../../domain/quotes/index.js';

export function toRfsSide(side: QuoteRequestSide): RfsSide {
  if (side === 'Both') return 'TWO_WAY';
  return side === 'Buy' ? 'BUY' : 'SELL';
}
