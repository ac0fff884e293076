// Decodes one firm quote: the base's bid and offer become prices of the dealt currency.
import { fail, type Instrument, MILLISECOND, ok, type Result, SECOND } from '../../domain/index.js';
import { toScaled } from '../../domain/numbers/index.js';
import { type RfsPrice, type RfsQuote, swapSide } from '../../domain/quotes/index.js';
import { FINE_DIGITS } from '../../domain/venue/index.js';
import { failShape, failSymbol } from './decode-number.js';
import type { QuoteField, RfsProfile } from '../profile/rfs-profile.js';
import { isEpochMs } from './spot-rate.js';
import { cleanText, showValue } from '../wire-text.js';

/**
 * Instrument and dealt currency of the request, which the response does not repeat at its top
 * level.
 */
export interface RfsSubject {
  readonly instrument: Instrument;
  readonly dealtCurrency: string;
}

type Item = Readonly<Record<string, unknown>>;

/** One quote of a response. Fault codes `protocol.shape`, `protocol.symbol`, `protocol.value`. */
export function decodeQuote(item: Item, subject: RfsSubject, rfs: RfsProfile): Result<RfsQuote> {
  const { instrument, dealtCurrency } = subject;
  const read = (field: QuoteField) => item[rfs.quoteFields[field]];
  const [quoteId, provider, time] = [read('quoteId'), read('provider'), read('time')];
  const { priceType, ttl, effectiveTime = 0, symbol } = item;
  if (typeof quoteId !== 'string' || quoteId === '') return failShape('quote', 'quoteId', quoteId);
  const name = `quote ${cleanText(quoteId, 60)}`;
  if (symbol !== instrument.symbol) return failSymbol(name, instrument.symbol, symbol);
  if (item['dealtCurrency'] !== dealtCurrency) {
    return failSymbol(name, `dealt currency ${dealtCurrency}`, item['dealtCurrency']);
  }
  if (typeof priceType !== 'string') return failShape(name, 'priceType', priceType);
  if (!isSeconds(ttl)) return failShape(name, 'ttl in seconds', ttl);
  if (!isSeconds(effectiveTime)) return failShape(name, 'effectiveTime in seconds', effectiveTime);
  const prices = decodePrices(item, subject, rfs);
  if (!prices.ok) return prices;
  const dates = { valueDate: read('nearValueDate'), farValueDate: read('farValueDate') };
  return ok({
    quoteId,
    provider: typeof provider === 'string' ? provider : '',
    priceType,
    ...prices.value,
    ...pickTexts(dates),
    ...(isEpochMs(time) ? { quotedAt: time * MILLISECOND } : {}),
    life: Math.round(ttl * SECOND),
    activeAfter: Math.round(effectiveTime * SECOND),
  });
}

function isSeconds(value: unknown): value is number {
  return (
    typeof value === 'number' && value >= 0 && Number.isSafeInteger(Math.round(value * SECOND))
  );
}

export function pickTexts<K extends string>(values: Readonly<Record<K, unknown>>) {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Partial<Record<K, string>>;
}

/** Converts bid and offer of the base to prices to buy and sell the dealt currency. */
function decodePrices(
  item: Item,
  { instrument, dealtCurrency }: RfsSubject,
  rfs: RfsProfile,
): Result<{ readonly buy?: RfsPrice; readonly sell?: RfsPrice }> {
  const isOpposite = rfs.farFields === 'opposite';
  const offer = decodePrice(item, 'offer', isOpposite ? 'farBid' : 'farOffer', instrument, rfs);
  if (!offer.ok) return offer;
  const bid = decodePrice(item, 'bid', isOpposite ? 'farOffer' : 'farBid', instrument, rfs);
  if (!bid.ok) return bid;
  const isBase = dealtCurrency === instrument.base;
  const prices: { buy?: RfsPrice; sell?: RfsPrice } = {};
  for (const [side, price] of [['Buy', offer.value] as const, ['Sell', bid.value] as const]) {
    if (price !== undefined) prices[swapSide(side, isBase) === 'Buy' ? 'buy' : 'sell'] = price;
  }
  return ok(prices);
}

/** Price of one side of a quote; undefined if the side is not quoted. */
function decodePrice(
  item: Item,
  near: 'bid' | 'offer',
  far: 'farBid' | 'farOffer',
  instrument: Instrument,
  { quoteFields }: RfsProfile,
): Result<RfsPrice | undefined> {
  const names = {
    rate: near,
    spotRate: `${near}SpotRate`,
    forwardPoints: `${near}ForwardPoints`,
    farRate: far,
    farForwardPoints: `${far}ForwardPoints`,
  } as const;
  const price: Partial<Record<keyof RfsPrice, number>> = {};
  for (const [key, field] of Object.entries(names) as [keyof RfsPrice, QuoteField][]) {
    const value = item[quoteFields[field]];
    if (value === undefined || value === null) continue;
    const fine = decodeFine(quoteFields[field], value, instrument, key.endsWith('Points'));
    if (!fine.ok) return fine;
    price[key] = fine.value;
  }
  return ok(price.rate === undefined ? undefined : { ...price, rate: price.rate });
}

/** A rate or forward points in fine ticks: 10^-(ratePrecision + 2). */
export function decodeFine(
  field: string,
  value: unknown,
  { symbol, ratePrecision }: Instrument,
  mayBeNegative: boolean,
): Result<number> {
  const decimals = ratePrecision + FINE_DIGITS;
  const fine = typeof value === 'number' ? toScaled(value, decimals) : undefined;
  if (fine !== undefined && (mayBeNegative || fine > 0)) return ok(fine);
  const range = mayBeNegative ? 'a number' : 'above 0';
  const text = `${range} with at most ${String(decimals)} decimals`;
  const message = `${symbol}: expected ${field} to be ${text}, found ${showValue(value)}`;
  return fail('protocol.value', message);
}
