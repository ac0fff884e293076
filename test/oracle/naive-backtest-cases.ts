// Seeded random cases for the naive reference backtest, made so that much falls on one instant.
import type {
  NaiveAction,
  NaiveCase,
  NaiveDecision,
  NaiveInstrument,
  NaiveLatency,
  NaivePlace,
  NaivePoll,
  NaivePolling,
  NaiveRate,
  NaiveTrigger,
} from './naive-backtest-types.js';

const MS = 1000;
const SECOND = 1_000_000;
/** Minimum two steps, steps even: below the minimum and off the step are both in reach. */
const INSTRUMENTS: readonly (NaiveInstrument & { readonly bidTicks: number })[] = [
  terms('EUR/USD', 5, 2, 50_000, 114_270),
  terms('USD/JPY', 3, 2, 50_000, 147_315),
  terms('BTC/USD', 2, 8, 10_000, 2_481_250),
];
/** A quiet noon, and three seconds before 17:00 in New York, in summer and in winter. */
const STARTS = [
  Date.UTC(2026, 6, 14, 12, 0, 0) * MS,
  Date.UTC(2026, 6, 14, 20, 59, 57) * MS,
  Date.UTC(2026, 0, 13, 21, 59, 57) * MS,
];
const GAPS = [0, 0, 0, 0, MS, MS, 5 * MS, 20 * MS, 500 * MS, SECOND];
/** Below a second, so that no GTT order ends at the instant of its own arrival. */
const LATENCIES = [0, 0, MS, 5 * MS, 20 * MS, 500 * MS];
const POLL_GAPS = [0, MS, 5 * MS, 20 * MS, 40 * MS, 500 * MS];
const TIMES_IN_FORCE = ['IOC', 'IOC', 'FOK', 'GTC', 'GTC', 'GTC', 'GTT', 'GTT', 'DAY'] as const;

export interface NaiveCaseOptions {
  readonly rates?: number;
  readonly decisions?: number;
  /** Drawn where absent. */
  readonly view?: NaivePolling['view'];
  readonly fillTiming?: NaiveCase['fillTiming'];
  readonly latency?: NaiveLatency;
  /** How many symbols there are, up to three. */
  readonly symbols?: number;
  readonly polls?: (rates: readonly NaiveRate[]) => readonly NaivePoll[];
}

/** Draws a whole number from 0 up to, not including, its bound. */
type Draw = (bound: number) => number;

/** What the bot sees, and when. */
interface Sight {
  readonly at: number;
  readonly row: NaiveRate;
}

interface Anchor {
  readonly at: number;
  readonly when: NaiveTrigger;
  readonly symbol: string;
  /** How many sights the bot has had there. */
  readonly known: number;
}

/** The same case for the same seed and options; every time is in whole milliseconds. */
export function generateNaiveCase(seed: number, options: NaiveCaseOptions = {}): NaiveCase {
  const draw = createDraw(seed);
  const most = 1 + draw(INSTRUMENTS.length);
  const chosen = INSTRUMENTS.slice(0, options.symbols ?? most);
  const drawn = { rates: pick(draw, LATENCIES), orders: pick(draw, LATENCIES) };
  const latency = options.latency ?? { ...drawn, replies: pick(draw, LATENCIES) };
  const timing = pick(draw, ['arrival', 'next-rate'] as const);
  const view = pick(draw, ['every', 'every', 'polled'] as const);
  const rates = drawRates(draw, chosen, options.rates ?? 60);
  const drawnPolls = drawPolls(draw, rates);
  const polls = options.polls?.(rates) ?? drawnPolls;
  const polling: NaivePolling =
    (options.view ?? view) === 'every' ? { view: 'every' } : { view: 'polled', polls };
  const sights = toSights(rates, latency, polling);
  const instruments = chosen.map(({ bidTicks: _, ...instrument }) => instrument);
  const anchors = drawAnchors(draw, sights, latency, options.decisions ?? 20);
  const script = drawScript(draw, anchors, sights, instruments);
  return {
    ...{ instruments, rates, latency, polling, script },
    fillTiming: options.fillTiming ?? timing,
  };
}

function terms(
  symbol: string,
  ratePrecision: number,
  baseDecimals: number,
  sizeStep: number,
  bidTicks: number,
): NaiveInstrument & { readonly bidTicks: number } {
  return { symbol, ratePrecision, baseDecimals, minSize: 2 * sizeStep, sizeStep, bidTicks };
}

/** A linear congruential generator (Numerical Recipes), of which the high bits are used. */
function createDraw(seed: number): Draw {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * bound);
  };
}

function pick<T>(draw: Draw, list: readonly T[]): T {
  const picked = list[draw(list.length)];
  if (picked === undefined) throw new Error('naive backtest: nothing to pick from');
  return picked;
}

/** Small steps and spreads, so that prices meet often; some rows repeat the one before. */
function drawRates(
  draw: Draw,
  instruments: readonly (NaiveInstrument & { readonly bidTicks: number })[],
  count: number,
): readonly NaiveRate[] {
  const unlimited = draw(4) === 0;
  const bids = new Map(instruments.map(({ symbol, bidTicks }) => [symbol, bidTicks]));
  const rates: NaiveRate[] = [];
  let at = pick(draw, STARTS);
  while (rates.length < count) {
    at += pick(draw, GAPS);
    const { symbol, sizeStep, bidTicks } = pick(draw, instruments);
    const before = rates.findLast((rate) => rate.symbol === symbol);
    if (before && draw(8) === 0) {
      rates.push({ ...before, at });
      continue;
    }
    const bid = (bids.get(symbol) ?? bidTicks) + draw(5) - 2;
    bids.set(symbol, bid);
    const prices = { bidTicks: bid, offerTicks: bid + draw(4) };
    const [bidUnits, offerUnits] = [drawSize(draw, sizeStep), drawSize(draw, sizeStep)];
    const sizes = unlimited ? { bidUnits: null, offerUnits: null } : { bidUnits, offerUnits };
    rates.push({ at, symbol, ...prices, ...sizes });
  }
  return rates;
}

/** Half steps, so that what a partial fill leaves is off the step; now and then 0 or unlimited. */
function drawSize(draw: Draw, sizeStep: number): number | null {
  const halfSteps = 1 + draw(20);
  const kind = draw(16);
  if (kind === 0) return 0;
  return kind === 1 ? null : (halfSteps * sizeStep) / 2;
}

function drawPolls(draw: Draw, rates: readonly NaiveRate[]): readonly NaivePoll[] {
  const symbols = [...new Set(rates.map((rate) => rate.symbol))];
  const polls: NaivePoll[] = [];
  const end = rates.at(-1)?.at ?? 0;
  let at = rates[0]?.at ?? 0;
  while (at <= end) {
    polls.push({ at, symbol: pick(draw, symbols) });
    at += pick(draw, POLL_GAPS);
  }
  return polls;
}

/** All that the bot sees in time, in order. */
function toSights(
  rates: readonly NaiveRate[],
  latency: NaiveLatency,
  polling: NaivePolling,
): readonly Sight[] {
  const arrivals = rates.map((row) => ({ at: row.at + latency.rates, row }));
  const end = rates.at(-1)?.at ?? 0;
  if (polling.view === 'every') return arrivals.filter((arrival) => arrival.at <= end);
  const reported = new Map<string, NaiveRate>();
  const sights: Sight[] = [];
  for (const { at, symbol } of polling.polls) {
    const shown = arrivals.findLast((one) => one.row.symbol === symbol && one.at <= at)?.row;
    if (!shown || shown === reported.get(symbol)) continue;
    reported.set(symbol, shown);
    sights.push({ at, row: shown });
  }
  return sights;
}

/** Where decisions stand: on a rate or at an instant near one, often where the last one stood. */
function drawAnchors(
  draw: Draw,
  sights: readonly Sight[],
  latency: NaiveLatency,
  count: number,
): readonly Anchor[] {
  const anchors: Anchor[] = [];
  const delays = [0, 0, MS, 5 * MS, latency.orders, latency.replies, SECOND];
  let index = 0;
  while (sights.length > 0 && anchors.length < count) {
    if (draw(2) === 0) index = draw(sights.length);
    const sight = sights[index];
    if (!sight) break;
    const { symbol } = sight.row;
    const delay = pick(draw, delays);
    if (draw(2) === 0) {
      const seen = sights.slice(0, index + 1).filter((one) => one.row.symbol === symbol);
      const when = { symbol, nthRate: seen.length };
      anchors.push({ at: sight.at, when, symbol, known: index + 1 });
      continue;
    }
    // A timer stands before the rates of its instant.
    const at = sight.at + delay;
    const known = sights.filter((one) => one.at < at).length;
    anchors.push({ at, when: { at }, symbol, known });
  }
  // As the bot comes by them.
  return anchors.sort((a, b) => a.at - b.at || a.known - b.known);
}

function drawScript(
  draw: Draw,
  anchors: readonly Anchor[],
  sights: readonly Sight[],
  instruments: readonly NaiveInstrument[],
): readonly NaiveDecision[] {
  const ids: string[] = [];
  const script: NaiveDecision[] = [];
  for (const { when, symbol, known } of anchors) {
    // Nobody trades what he has not seen.
    const row = sights.slice(0, known).findLast((one) => one.row.symbol === symbol)?.row;
    const instrument = instruments.find((one) => one.symbol === symbol);
    const actions: NaiveAction[] = [];
    for (let left = 1 + draw(3); left > 0 && row && instrument; left -= 1) {
      if (ids.length > 0 && draw(4) === 0) {
        actions.push({ do: 'cancel', id: pick(draw, ids.slice(-5)) });
        continue;
      }
      const id = `o${ids.length + 1}`;
      ids.push(id);
      actions.push(drawOrder(draw, id, row, instrument));
    }
    if (actions.length > 0) script.push({ when, actions });
  }
  return script;
}

/** Prices within a few ticks of the touch; two sizes in twelve are such that the venue rejects. */
function drawOrder(
  draw: Draw,
  id: string,
  row: NaiveRate,
  instrument: NaiveInstrument,
): NaivePlace {
  const { symbol, sizeStep } = instrument;
  const [side, sign] = pick(draw, [['Buy', 1] as const, ['Sell', -1] as const]);
  const touch = side === 'Buy' ? row.offerTicks : row.bidTicks;
  const market = draw(6) === 0;
  const timeInForce = market ? 'IOC' : pick(draw, TIMES_IN_FORCE);
  const steps = pick(draw, [2, 2, 3, 4, 5, 6, 7, 8, 10, 12, 1, 2.5]);
  const seconds = 1 + draw(3);
  return {
    ...{ do: 'place', id, symbol, side, type: market ? 'Market' : 'Limit', timeInForce },
    ...(timeInForce === 'GTT' ? { seconds } : {}),
    units: steps * sizeStep,
    priceTicks: touch + sign * (market ? 5 : draw(7) - 4),
  };
}
