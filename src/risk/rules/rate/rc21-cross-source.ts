// RC21: the mid must agree with another source of the venue and lie within an absolute band.
import { z } from 'zod';
import { type Instant, type Micros, SECOND } from '../../../domain/index.js';
import { perClass, formatPrice, STATED } from '../limit-schemas.js';
import type { RuleActions } from '../../gate/actions.js';
import { findWorst } from '../../ledger/exposure.js';
import type { Breach, RiskRule } from '../../rule.js';
import type { SymbolState } from '../../gate/symbol-state.js';

const band = z
  .tuple([z.number().positive(), z.number().positive()])
  .refine(([low, high]) => low < high, 'expected the lowest mid first, then the highest');
const PAUSE: Micros = 60 * SECOND;
/** Interval of polls of other sources, symbol by symbol; two polls of a symbol may fail. */
const TURN: Micros = 10 * SECOND;
const TURNS = 3;

const params = z
  .strictObject({
    distance: perClass(
      { G10: 100, EM: 200, DA: 600 },
      'largest distance from the other source, basis points',
    ),
    oldest: z
      .number()
      .positive()
      .default(120)
      .describe(
        'oldest mid of another source that counts, seconds; 30 s per symbol if that is longer',
      ),
    missing: z
      .enum(['refuse', 'pass'])
      .optional()
      .describe('orders without a mid of another source; absent: refuse in live, pass elsewhere'),
    bands: z.record(z.string(), band).default({}).describe('lowest and highest mid by symbol'),
  })
  .prefault({});

type Band = readonly [low: number, high: number];

const ANY: Band = [-Infinity, Infinity];
const BASIS = 10_000;

interface Other {
  readonly at: Instant;
  readonly midTicks: number;
  readonly source: string;
}

/** References for a check of a mid. */
interface View {
  readonly band: Band | undefined;
  readonly other: Other | undefined;
  /** Basis points. */
  readonly distance: number;
}

export const rc21: RiskRule<typeof params> = {
  id: 'RC21',
  name: 'referencePrice',
  summary: 'Cross source and absolute band',
  stage: 'market',
  alsoChecks: ['retry'],
  class: 'T',
  research: 'observed',
  live: 'M',
  mitigates: 'a source whose rates are all wrong',
  isRecomputed: true,
  action: 'REFUSE and PAUSE(symbol)',
  params,
  keys: {
    maxDistanceBps: 'distance',
    maxAgeSeconds: 'oldest',
    whenMissing: 'missing',
    absoluteBands: 'bands',
  },
  required: { bands: STATED },
  create: (limits, { symbols, act, isLive }) => {
    const others = new Map<string, Other>();
    const refusesMissing = (limits.missing ?? (isLive ? 'refuse' : 'pass')) === 'refuse';
    const longest = Math.max(limits.oldest * SECOND, TURNS * TURN * symbols.length);
    const pause = createPause(act);
    const check = ({ instrument }: SymbolState, at: Instant): View => {
      const other = others.size === 0 ? undefined : others.get(instrument.symbol);
      return {
        band: limits.bands[instrument.symbol],
        other: other === undefined || at - other.at > longest ? undefined : other,
        distance: limits.distance[instrument.class],
      };
    };
    return {
      check: ({ at, sign, symbol, units }) => {
        if (!symbol.hasRate) return undefined; // RC16 and RC18 refuse orders without a rate
        const { symbol: name } = symbol.instrument;
        const view = check(symbol, at);
        const breach = (isLive ? findNoBand(name, view) : undefined) ?? evaluate(symbol, view);
        if (breach !== undefined || !refusesMissing || view.other !== undefined) return breach;
        // An order that only reduces passes: it must be possible to close a position without
        // another source.
        if (findWorst(symbol, sign) + units <= 0) return undefined;
        return toMissing(name, others.get(name), at, longest);
      },
      distrustsRate: (symbol, at) =>
        symbol.hasRate && evaluate(symbol, check(symbol, at)) !== undefined,
      // Only journaled inputs cause a pause, never an intent, so a replay finds the same pause.
      onRate: (symbol, at) => {
        const { symbol: name } = symbol.instrument;
        const view = check(symbol, at);
        const breach = symbol.hasRate ? evaluate(symbol, view) : undefined;
        if (breach !== undefined) pause(name, `${name}: ${breach.message}`, at);
        // After a wrong or missing rate the rule must see the next one.
        narrow(symbol, view, symbol.hasRate && breach === undefined ? Infinity : at);
      },
      onEvent: (event, at) => {
        if (event.type !== 'benchmark') return;
        const { midTicks, source, dealtAt = at } = event;
        // A trade of long ago, or dated in the future, is no evidence about the present rate.
        if (Math.abs(at - dealtAt) > limits.oldest * SECOND) return;
        const other = { at: Math.min(at, dealtAt), midTicks, source };
        others.set(event.symbol, other);
        const state = symbols.find(({ instrument }) => instrument.symbol === event.symbol);
        // The quiet band was set by the previous mid of the other source.
        state?.quietBand.endBy(at);
        if (state?.hasRate !== true) return;
        const value = findDistance(state, other);
        if (value <= limits.distance[state.instrument.class]) return;
        const found = value.toFixed(2);
        pause(event.symbol, `${event.symbol}: the mid is ${found} bp from the ${source}`, at);
      },
    };
  },
};

function findNoBand(symbol: string, { band }: View): Breach | undefined {
  if (band !== undefined) return undefined;
  return { limit: 'a band', value: 'none', message: `expected a band for ${symbol}, found none` };
}

/** Breach when there is no recent mid of another source to compare with. */
function toMissing(symbol: string, other: Other | undefined, at: Instant, longest: Micros): Breach {
  const limit = `a mid of another source of the last ${String(longest / SECOND)} s`;
  const value = other === undefined ? 'none' : `one of ${String((at - other.at) / SECOND)} s ago`;
  return { limit, value, message: `expected ${limit} for ${symbol}, found ${value}` };
}

/** Pauses a symbol from its latest wrong rate on; alerts at the first. */
function createPause(act: RuleActions) {
  const pausedUntil = new Map<string, Instant>();
  return (symbol: string, reason: string, at: Instant): void => {
    const until = at + PAUSE;
    act.pause('RC21', { symbol }, reason, until);
    const isNew = at >= (pausedUntil.get(symbol) ?? -Infinity);
    if (isNew) act.alert('page', 'RC21', { symbol }, reason);
    pausedUntil.set(symbol, until);
  };
}

function evaluate(symbol: SymbolState, { band, other, distance }: View): Breach | undefined {
  return findOutside(symbol, band) ?? findFar(symbol, other, distance);
}

/** While bid and offer stay within these prices, so does the mid. */
function narrow(
  { quietBand, instrument }: SymbolState,
  { band = ANY, other, distance }: View,
  until: Instant,
): void {
  const mid = other?.midTicks ?? Infinity;
  const [low, high] = band;
  const near = distance / BASIS;
  const least = other === undefined ? -Infinity : mid * (1 - near);
  quietBand.endBy(until);
  quietBand.lowestBid = Math.max(
    quietBand.lowestBid,
    Math.ceil(low * instrument.ticksPerUnit),
    least,
  );
  quietBand.highestOffer = Math.min(
    quietBand.highestOffer,
    Math.floor(high * instrument.ticksPerUnit),
    mid * (1 + near),
  );
}

function findOutside(symbol: SymbolState, inBand: Band | undefined): Breach | undefined {
  if (inBand === undefined) return undefined;
  const mid = (symbol.bidTicks + symbol.offerTicks) / (2 * symbol.instrument.ticksPerUnit);
  const [low, high] = inBand;
  if (mid >= low && mid <= high) return undefined;
  const limit = `${String(low)} to ${String(high)}`;
  return { limit, value: mid, message: `expected a mid of ${limit}, found ${String(mid)}` };
}

function findDistance({ bidTicks, offerTicks }: SymbolState, { midTicks }: Other): number {
  return (Math.abs(bidTicks + offerTicks - 2 * midTicks) / (2 * midTicks)) * BASIS;
}

function findFar(symbol: SymbolState, other: Other | undefined, limit: number): Breach | undefined {
  if (other === undefined) return undefined;
  const value = findDistance(symbol, other);
  if (value <= limit) return undefined;
  const price = formatPrice(other.midTicks, symbol.instrument);
  const message =
    `expected a mid within ${String(limit)} bp of the ${other.source} (${price}), ` +
    `found it ${value.toFixed(2)} bp away`;
  return { limit, value, message };
}
