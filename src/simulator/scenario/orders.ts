// Selects the orders of an effect: all, or those of a symbol or with matching coIds.
import { z } from 'zod';
import type { VenueOrder } from '../../venue/index.js';
import type { Stage } from './effect.js';
import { fitsPattern } from './pattern.js';

export const orderParams = {
  symbol: z.string().min(1).exactOptional().describe('symbol of the orders; absent: all'),
  coId: z.string().min(1).exactOptional().describe('pattern of the coIds, `*` is any text'),
};

interface Choice {
  readonly symbol?: string;
  readonly coId?: string;
}

export function isOf({ symbol, coId }: Choice, { terms, isLive }: VenueOrder): boolean {
  const isSymbol = symbol === undefined || terms.instrument.symbol === symbol;
  return isLive && isSymbol && (coId === undefined || fitsPattern(terms.coId, coId));
}

/** Text on a symbol that the venue does not trade; undefined if it does. */
export function findNoSymbol({ venue }: Stage, symbol: string | undefined): string | undefined {
  if (symbol === undefined || venue.findInstrument(symbol) !== undefined) return undefined;
  return `a symbol ${symbol}`;
}
