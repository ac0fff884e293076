// Ways of a request for quotes in the venue's words; a backtest needs these alone of the protocol.
import type { QuoteRequestSide, RfsSide } from '../../domain/index.js';

/** The venue's word for ways of the base currency. */
export function toRfsSide(side: QuoteRequestSide): RfsSide {
  if (side === 'Both') return 'TWO_WAY';
  return side === 'Buy' ? 'BUY' : 'SELL';
}
