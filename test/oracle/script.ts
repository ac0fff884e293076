// Scripts for the venue machine and its naive twin: the types, and a generator of random ones.
import type { Micros } from '../../src/domain/index.js';
import type { Side, TimeInForce } from '../../src/domain/orders/index.js';

/** Instants are epoch microseconds, prices are ticks, sizes are units: integers all. */
export interface Script {
  readonly settings: ScriptSettings;
  readonly instruments: readonly ScriptInstrument[];
  /** In order of time; at equal time rates stand before places and cancels. */
  readonly steps: readonly Step[];
}

export interface ScriptSettings {
  /** Microseconds from asking to the matching engine. */
  readonly latencyOrders: Micros;
  /** Microseconds from the matching engine to the bot; no fill depends on it. */
  readonly latencyReplies: Micros;
  readonly fillTiming: 'arrival' | 'next-rate';
}

export interface ScriptInstrument {
  readonly symbol: string;
  readonly baseDecimals: number;
  readonly ratePrecision: number;
  readonly minSize: number;
  readonly sizeIncrement: number;
}

export type Step = RateStep | PlaceStep | CancelStep;

export interface RateStep {
  readonly at: Micros;
  readonly kind: 'rate';
  readonly symbol: string;
  readonly bidTicks: number;
  readonly offerTicks: number;
  /** Displayed sizes; 0 shows none, UNLIMITED is never consumed. */
  readonly bidUnits: number;
  readonly offerUnits: number;
}

export interface PlaceStep {
  readonly at: Micros;
  readonly kind: 'place';
  readonly coId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: 'Limit' | 'Market';
  /** A Market order is IOC. */
  readonly timeInForce: TimeInForce;
  readonly units: number;
  readonly priceTicks: number;
  /** Counts for GTT; 0 elsewhere. */
  readonly expirySeconds: number;
}

export interface CancelStep {
  readonly at: Micros;
  readonly kind: 'cancel';
  readonly coId: string;
}

export const UNLIMITED = Number.MAX_SAFE_INTEGER;

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;

const INSTRUMENTS: readonly (ScriptInstrument & { readonly middle: number })[] = [
  {
    ...{ symbol: 'EUR/USD', baseDecimals: 2, ratePrecision: 5, middle: 109_520 },
    ...{ minSize: 100_000, sizeIncrement: 100 },
  },
  {
    ...{ symbol: 'USD/JPY', baseDecimals: 2, ratePrecision: 3, middle: 148_250 },
    ...{ minSize: 1, sizeIncrement: 1 },
  },
  {
    ...{ symbol: 'GBP/USD', baseDecimals: 2, ratePrecision: 5, middle: 127_004 },
    ...{ minSize: 5_000, sizeIncrement: 5_000 },
  },
  {
    // So cheap that an order's price is sometimes not above 0.
    ...{ symbol: 'BTC/USD', baseDecimals: 8, ratePrecision: 2, middle: 6 },
    ...{ minSize: 3_000, sizeIncrement: 1_000 },
  },
];

/** The more often a word stands here, the more orders have it. */
const TIMES: readonly TimeInForce[] = [
  ...(['GTC', 'GTC', 'GTC', 'GTC', 'GTT', 'GTT'] as const),
  ...(['DAY', 'DAY', 'IOC', 'FOK'] as const),
];

/** 17:00 in New York: in summer, in winter, and on the days before its clocks change. */
const STARTS: readonly number[] = [
  Date.UTC(2026, 6, 1, 21) * 1000,
  Date.UTC(2026, 0, 6, 22) * 1000,
  Date.UTC(2026, 2, 7, 22) * 1000,
  Date.UTC(2026, 9, 31, 21) * 1000,
];

/** Numbers of [0, 1) of the seed (Park and Miller, "minimal standard" with factor 48271). */
export function createRandom(seed: number): () => number {
  let state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
  // The first numbers of small seeds are alike.
  for (let skipped = 0; skipped < 10; skipped++) next();
  return next;
}

/**
 * A script of at least `size` steps and, after a pause that lets everything arrive, a closing rate
 * per symbol. The same draws give the same script.
 */
export function generateScript(random: () => number, size: number): Script {
  const draw = createDraw(random);
  const settings = drawSettings(draw);
  const listed = INSTRUMENTS.slice(draw.int(0, 3)).slice(0, draw.int(1, 4));
  const market = listed.map((entry) => ({ ...entry }));
  const steps: Step[] = [];
  const coIds: string[] = [];
  let at = draw.pick(STARTS) - draw.pick([0, 1, 2, 5, 10]) * SECOND;
  while (steps.length < size) {
    for (let rates = draw.pick([0, 0, 1, 1, 2, 3]); rates > 0; rates--) {
      steps.push(drawRate(draw, at, draw.pick(market)));
    }
    for (let asks = draw.pick([0, 0, 1, 1, 2, 5]); asks > 0; asks--) {
      const cancels = draw.chance(0.3);
      steps.push(cancels ? drawCancel(draw, at, coIds) : drawPlace(draw, at, market, coIds));
    }
    at += drawPause(draw, settings.latencyOrders);
  }
  at += settings.latencyOrders + SECOND;
  for (const entry of market) steps.push(drawRate(draw, at, entry));
  const instruments = market.map(({ middle: _middle, ...instrument }) => instrument);
  return { settings, instruments, steps };
}

export interface Draw {
  /** An integer of [from, to], both ends included. */
  int(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(probability: number): boolean;
}

export function createDraw(random: () => number): Draw {
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  return {
    int,
    pick: (choices) => choices[int(0, choices.length - 1)]!,
    chance: (probability) => random() < probability,
  };
}

type Quoted = ScriptInstrument & { middle: number };

function drawSettings(draw: Draw): ScriptSettings {
  return {
    // One second meets the expiry of one second; more of it lets an order expire on its way.
    latencyOrders: draw.pick([0, 0, 1, 1_000, 250_000, SECOND, 2 * SECOND + 7]),
    latencyReplies: draw.pick([0, 1, 40_000]),
    fillTiming: draw.pick(['arrival', 'next-rate']),
  };
}

/** Above 0; often the latency or a second: then arrivals, cancels, expiries and rates coincide. */
function drawPause(draw: Draw, latency: Micros): Micros {
  if (draw.chance(0.03)) return draw.pick([HOUR, 23 * HOUR, 24 * HOUR, 25 * HOUR, 49 * HOUR]);
  return draw.pick([1, draw.int(2, 3_000), 250_000, SECOND, SECOND, latency || 1, latency || 1]);
}

function drawRate(draw: Draw, at: Micros, entry: Quoted): RateStep {
  entry.middle = Math.max(2, entry.middle + draw.int(-2, 2));
  const bidTicks = entry.middle - draw.int(0, 1);
  const offerTicks = entry.middle + draw.int(0, 2);
  const [bidUnits, offerUnits] = [drawDisplayed(draw, entry), drawDisplayed(draw, entry)];
  return { at, kind: 'rate', symbol: entry.symbol, bidTicks, offerTicks, bidUnits, offerUnits };
}

function drawDisplayed(draw: Draw, { minSize, sizeIncrement }: ScriptInstrument): number {
  const lots = minSize + sizeIncrement * draw.int(0, 12);
  return draw.pick([0, 1, minSize, lots, lots, lots + 1, 3 * lots, 2_000_000_000_001, UNLIMITED]);
}

function drawPlace(draw: Draw, at: Micros, market: Quoted[], coIds: string[]): PlaceStep {
  const entry = draw.pick(market);
  const again = coIds.length > 0 && draw.chance(0.05);
  const coId = again ? draw.pick(coIds) : `order-${coIds.length + 1}`;
  if (!again) coIds.push(coId);
  const type = draw.chance(0.1) ? 'Market' : 'Limit';
  const timeInForce = type === 'Market' ? 'IOC' : draw.pick(TIMES);
  return {
    ...{ at, kind: 'place', coId, symbol: entry.symbol, side: draw.pick(['Buy', 'Sell']), type },
    timeInForce,
    units: drawUnits(draw, entry),
    priceTicks: drawPrice(draw, entry.middle),
    expirySeconds: timeInForce === 'GTT' ? draw.pick([1, 1, 2, 3, 60, 86_399]) : 0,
  };
}

function drawUnits(draw: Draw, { minSize, sizeIncrement }: ScriptInstrument): number {
  if (draw.chance(0.04)) {
    return draw.pick([0, -minSize, minSize - 1, minSize - sizeIncrement]);
  }
  if (draw.chance(0.04)) return minSize + sizeIncrement * draw.int(0, 5) + draw.int(0, 99);
  if (draw.chance(0.05)) return 1_000_000_000_000 * draw.int(1, 9);
  return minSize + sizeIncrement * draw.pick([0, 0, draw.int(1, 12), draw.int(1, 40)]);
}

/** Near the middle, so that many orders share a price; now and then far away or invalid. */
function drawPrice(draw: Draw, middle: number): number {
  if (draw.chance(0.03)) return draw.pick([0, -1, -middle]);
  if (draw.chance(0.05)) return draw.pick([1, middle * 2, middle * 10]);
  return middle + draw.int(-3, 3);
}

function drawCancel(draw: Draw, at: Micros, coIds: readonly string[]): CancelStep {
  const recent = coIds.slice(-4);
  const known = recent.length > 0 && !draw.chance(0.05);
  const coId = known ? draw.pick(draw.chance(0.6) ? recent : coIds) : 'order-unknown';
  return { at, kind: 'cancel', coId };
}
