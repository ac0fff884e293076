// Why the naive venue turns an order down that it has taken (rules 10 and 39).
import type { Instant } from '../../src/domain/index.js';
import { toScaled } from '../../src/domain/numbers/index.js';
import { isOpen } from './naive-hours.js';
import { findProviders } from './naive-order.js';
import { toBase, toTouch, type Book, type Terms } from './naive-terms.js';
import type { OrderScript } from './order-script.js';

/** `net`: base units that the organization has filled in the symbol. */
export function findRejection(
  script: OrderScript,
  terms: Terms,
  book: Book | undefined,
  net: bigint,
  at: Instant,
): string | undefined {
  const { maxSize, credit, hours } = script.settings;
  const { symbol, baseDecimals } = terms.instrument;
  const kind = terms.type === 'AtBest' ? 'rfsProviders' : 'spotProviders';
  if (findProviders(script, terms.org, kind, symbol).length === 0) return 'NoLiquidity';
  if (!isOpen(hours, at)) return 'MarketClosed';
  const most = maxSize[symbol];
  const units = toWholeBase(terms, book);
  const toUnits = (size: number) => BigInt(toScaled(size, baseDecimals)!);
  if (most !== undefined && units > toUnits(most)) return 'OrderSizeLimitExceeded';
  const limit = credit[terms.org];
  if (limit === undefined) return undefined;
  const then = terms.buysBase ? net + units : net - units;
  const bound = toUnits(limit);
  return then > bound || then < -bound ? 'CreditCheckFailed' : undefined;
}

/** The order in full in base units: at its price, else at the touch. */
function toWholeBase(terms: Terms, book: Book | undefined): bigint {
  const touch = book === undefined ? 0n : toTouch(terms, book);
  const ticks = terms.price === 0n ? touch : terms.price;
  return terms.inTerm && ticks === 0n ? 0n : toBase(terms, terms.size, ticks);
}
