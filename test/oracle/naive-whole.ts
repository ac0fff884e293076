// Orders that the naive venue fills whole or not at all: at best, and previously quoted.
import { consume, listLevels, toLeft, toSum } from './naive-levels.js';
import { findProviders } from './naive-order.js';
import { toBase, toTouch, toWorth, type Book, type NamedRate, type Terms } from './naive-terms.js';
import type { OrderScript } from './order-script.js';

/** One trade for all of an order. */
export interface Whole {
  readonly base: bigint;
  readonly ticks: bigint;
  readonly provider: string;
}

/** Rules 20 and 42: of the market's size and of the counterparty's own level. */
export function takeAtBest(
  terms: Terms,
  book: Book | undefined,
  script: OrderScript,
): Whole | undefined {
  const { org, instrument } = terms;
  const [counterparty] = findProviders(script, org, 'rfsProviders', instrument.symbol);
  const level = book?.levels.find(({ provider }) => provider === counterparty);
  if (book === undefined || level === undefined) return undefined;
  const sizes = [book, level];
  const ticks = toTouch(terms, book);
  const isThere = sizes.every((one) => toWorth(terms, toLeft(terms, one), ticks) >= terms.size);
  if (!isThere) return undefined;
  const base = toBase(terms, terms.size, ticks);
  for (const size of sizes) consume(terms, size, base);
  return { base, ticks, provider: level.provider };
}

/** Rules 21 and 42: what the rate's levels at its price have left, in their order. */
export function takeQuote(terms: Terms, { book, providers }: NamedRate): Whole | undefined {
  const { price: ticks } = terms;
  const quoted = listLevels(terms, book, providers, ticks);
  const shown = quoted.find((level) => (terms.buysBase ? level.offerShown : level.bidShown) > 0n);
  const there = toWorth(terms, toSum(terms, quoted), ticks);
  if (shown === undefined || there < terms.size) return undefined;
  const base = toBase(terms, terms.size, ticks);
  let open = base;
  for (const level of quoted) {
    const left = toLeft(terms, level);
    const part = open < left ? open : left;
    consume(terms, level, part);
    open -= part;
  }
  return { base, ticks, provider: shown.provider };
}
