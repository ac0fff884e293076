// What the rules say of one order by itself: its sizes, limits, triggers and slices, exactly.
import { UNLIMITED, type Instant, type Instrument, type Micros } from '../../src/domain/index.js';
import { toScaled } from '../../src/domain/numbers/index.js';
import type { OrderRequestDetails, OrderType, TimeInForce } from '../../src/domain/orders/index.js';
import { DECIMALS, findDealt, parseExecution, toOffsetTicks, type Asked } from './naive-checks.js';

/** A rate of the market, and what the providers made of it, in the order of configuration. */
export interface Book extends OpenSize {
  readonly bid: bigint;
  readonly offer: bigint;
  readonly bidShown: bigint;
  readonly offerShown: bigint;
  /** One provider, whose rate is the market's. */
  readonly isPlain: boolean;
  readonly levels: readonly Level[];
}

/** What is left of the sizes that are displayed. */
export interface OpenSize {
  bidLeft: bigint;
  offerLeft: bigint;
}

/** A provider's rate. */
export interface Level extends OpenSize {
  readonly provider: string;
  readonly bid: bigint;
  readonly offer: bigint;
  readonly bidShown: bigint;
  readonly offerShown: bigint;
}

/** What an order asks for; `0n` as price, minimum or piece says none. */
export interface Terms {
  readonly user: string;
  readonly coId: string;
  readonly org: string;
  readonly instrument: Instrument;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly inTerm: boolean;
  /** Buys the base: dealt itself, or as what is paid for a sold term. */
  readonly buysBase: boolean;
  readonly size: bigint;
  readonly step: bigint;
  readonly price: bigint;
  readonly min: bigint;
  /** Size of a piece; the whole size when nothing is hidden. */
  readonly piece: bigint;
  readonly stop: bigint;
  readonly trigger: string;
  readonly peg: string;
  readonly pegOffset: bigint;
  readonly rateId: string;
  readonly details: OrderRequestDetails;
  readonly acceptedAt: Instant;
  readonly expirySeconds: number;
  readonly startAt: Instant;
  readonly endAt: Instant | undefined;
}

export const ENDLESS = BigInt(UNLIMITED);

export function toTerms(asked: Asked): Terms {
  const { request, details, user, at } = asked;
  const { instrument, inTerm, decimals, step } = findDealt(asked);
  const units = (value: number | undefined) => BigInt(toScaled(value ?? 0, decimals)!);
  const ticks = (value: number | undefined) =>
    BigInt(toScaled(value ?? 0, instrument.ratePrecision)!);
  const size = units(request.size);
  const shown = units(details.maxShow);
  const { executionStartTime: start = '0', executionEndTime: end } = details;
  return {
    ...{ user: user.user, coId: request.coId!, org: details.org ?? user.org, instrument },
    type: request.type as OrderType,
    timeInForce: (request.timeInForce ?? 'GTC') as TimeInForce,
    ...{ inTerm, buysBase: (request.side === 'Buy') !== inTerm, size, step: BigInt(step) },
    ...{ price: ticks(request.price), min: units(details.minQty) },
    ...{
      piece: shown === 0n || request.type === 'Algo' ? size : shown,
      stop: ticks(details.stopPrice),
    },
    ...{ trigger: details.execFlags?.[0] ?? '', peg: details.pegPriceType ?? '' },
    pegOffset: toOffsetTicks(details.pegOffsetValue ?? 0, instrument)!,
    ...{ rateId: details.rateId ?? '', details, acceptedAt: at },
    expirySeconds: request.timeInForce === 'GTT' ? request.expiryTime! : 0,
    startAt: parseExecution(start, at)!,
    endAt: end === undefined ? undefined : parseExecution(end, at),
  };
}

function power(decimals: number): bigint {
  return 10n ** BigInt(decimals);
}

/** (a / b) rounded half up, of what is not negative. */
function divideHalfUp(a: bigint, b: bigint): bigint {
  return (2n * a + b) / (2n * b);
}

/** Base units that t term units are at a rate, before rounding: a fraction. */
function toFraction(t: bigint, ticks: bigint, i: Instrument): readonly [bigint, bigint] {
  return [t * power(i.baseDecimals) * power(i.ratePrecision), ticks * power(i.termDecimals)];
}

/** Base units that a fill of dealt units takes (rule 23). */
export function toBase({ inTerm, instrument }: Terms, units: bigint, ticks: bigint): bigint {
  if (!inTerm) return units;
  const base = divideHalfUp(...toFraction(units, ticks, instrument));
  return base > 0n ? base : 1n;
}

/** What base units are worth in the dealt currency (rule 23). */
export function toWorth({ inTerm, instrument: i }: Terms, base: bigint, ticks: bigint): bigint {
  if (!inTerm || base === ENDLESS) return base;
  return (base * ticks * power(i.termDecimals)) / (power(i.baseDecimals) * power(i.ratePrecision));
}

/** Whether the order takes the touch also when it rested (rule 17). */
export function isTaker({ type }: Terms): boolean {
  return type === 'Market' || type === 'Stop' || type === 'Pegged';
}

/** The market's rate on the side that the order takes. */
export function toTouch({ buysBase }: Terms, book: Book): bigint {
  return buysBase ? book.offer : book.bid;
}

/** Whether a price is at a limit or better; 0 is no limit. */
export function isReached({ buysBase }: Terms, limit: bigint, price: bigint): boolean {
  return limit === 0n || (buysBase ? price <= limit : price >= limit);
}

/** Rule 25; twice the reference, for the mid has halves. */
export function isTriggered({ trigger, stop, buysBase }: Terms, { bid, offer }: Book): boolean {
  const twice = { BidTrigger: 2n * bid, OfferTrigger: 2n * offer }[trigger] ?? bid + offer;
  return buysBase ? twice >= 2n * stop : twice <= 2n * stop;
}

/** Rule 28. */
export function toPegLimit({ peg, pegOffset, buysBase, price }: Terms, book: Book): bigint {
  const { bid, offer } = book;
  const mid = buysBase ? (bid + offer) / 2n : (bid + offer + 1n) / 2n;
  let limit = ({ Bid: bid, Offer: offer }[peg] ?? mid) + pegOffset;
  if (price > 0n && (buysBase ? limit > price : limit < price)) limit = price;
  return limit > 1n ? limit : 1n;
}

/** Rule 34: the near touch, no worse than the price. */
export function toSliceLimit({ buysBase, price }: Terms, { bid, offer }: Book): bigint {
  const near = buysBase ? bid : offer;
  if (price === 0n) return near;
  return (buysBase ? near < price : near > price) ? near : price;
}

const WHOLE = 1_000_000n;
const RANDOM_STEPS = 4_294_967_296n;

/** Percentages are scaled by four decimals: 100 % is WHOLE. */
function toPercentage(value: number | undefined): bigint {
  return BigInt(toScaled(value ?? 0, DECIMALS)!);
}

/** A number of [0, 1) with 32 bits, as the integer that it is of 2^-32. */
function drawBits(random: () => number): bigint {
  return BigInt(random() * 4_294_967_296);
}

/**
 * The size of a slice (rules 32 and 33), of what is left of the order; 0 without a rate, when the
 * number is drawn all the same.
 */
export function drawSliceSize(
  terms: Terms,
  rest: bigint,
  book: Book | undefined,
  random: () => number,
): bigint {
  const { sliceSize, tobRange, randomizeSliceSizePercentage } = terms.details;
  const p = toPercentage(randomizeSliceSizePercentage);
  const drawn = p > 0n ? (2n * p * drawBits(random)) / RANDOM_STEPS : 0n;
  if (book === undefined) return 0n;
  let size: bigint;
  if (sliceSize === undefined) {
    const shown = terms.buysBase ? book.offerShown : book.bidShown;
    const worth = toWorth(terms, shown, toTouch(terms, book));
    if (worth === ENDLESS) return rest;
    size = (worth * toPercentage(tobRange ?? 100)) / WHOLE;
  } else {
    const { inTerm, instrument } = terms;
    const decimals = inTerm ? instrument.termDecimals : instrument.baseDecimals;
    size = BigInt(toScaled(sliceSize, decimals)!);
  }
  if (p > 0n) size = (size * (WHOLE - p + drawn)) / WHOLE;
  size -= size % terms.step;
  if (size < terms.step) size = terms.step;
  return size < rest ? size : rest;
}

/** The time to the next slice (rule 33), microseconds. */
export function drawSliceInterval({ details }: Terms, random: () => number): bigint {
  const interval = BigInt(details.sliceInterval ?? 10_000) * 1000n;
  const p = toPercentage(details.randomizeSliceIntervalPercentage);
  if (p === 0n) return interval;
  const cut = (p * drawBits(random)) / RANDOM_STEPS;
  const drawn = (interval * (WHOLE - cut)) / WHOLE;
  return drawn > 10_000n ? drawn : 10_000n;
}

/** How long a slice rests (rule 34), microseconds. */
export function toPassive({ details }: Terms, interval: bigint): bigint {
  const { passiveTime, passiveTimeFactorPercentage } = details;
  const passive =
    passiveTime === undefined
      ? (interval * toPercentage(passiveTimeFactorPercentage)) / WHOLE
      : BigInt(passiveTime) * 1000n;
  return passive < interval ? passive : interval;
}

/** A rate as a PQ order names it: the best bid and offer that some providers made of it. */
export interface NamedRate {
  readonly at: Instant;
  readonly symbol: string;
  readonly bid: bigint;
  readonly offer: bigint;
  readonly book: Book;
  readonly providers: readonly string[];
}

/** Rule 8; `rate` is the one that the order names. */
export function findRateFault(
  terms: Terms,
  rate: NamedRate | undefined,
  rateLife: Micros,
): string | undefined {
  if (terms.type !== 'PQ') return undefined;
  if (rate === undefined) return 'InvalidQuoteID';
  if (terms.acceptedAt - rate.at >= rateLife) return 'QuoteExpired';
  if (rate.symbol !== terms.instrument.symbol) return 'InvalidQuoteID';
  const [own, other] = terms.buysBase ? [rate.offer, rate.bid] : [rate.bid, rate.offer];
  if (terms.price === own) return undefined;
  return terms.price === other ? 'BuySellMismatch' : 'PriceMismatch';
}
