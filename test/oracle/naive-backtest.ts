// A naive reference backtest: a scripted bot and a venue in plain loops, with none of our code.
import { assertCase } from './naive-backtest-check.js';
import { nextNewYorkClose } from './naive-backtest-close.js';
import { toDigest, toSums, type Booking } from './naive-backtest-result.js';
import type {
  NaiveAction,
  NaiveCase,
  NaiveDecision,
  NaiveEvent,
  NaivePlace,
  NaiveRate,
  NaiveResult,
} from './naive-backtest-types.js';
import {
  acceptOrder,
  applyRate,
  arriveOrder,
  createVenue,
  endOrder,
  type Venue,
} from './naive-backtest-venue.js';

const SECOND = 1_000_000;

/** A request on its way to the venue or one of the venue's timers. */
interface Errand {
  readonly at: number;
  readonly id: string;
  readonly what: 'arrive' | 'cancel' | 'expire';
}

interface Run {
  readonly input: NaiveCase;
  readonly venue: Venue;
  readonly bookings: Booking[];
  readonly events: NaiveEvent[];
  /** In the order of insertion; the earliest due goes first, of equals the first inserted. */
  errands: Errand[];
  /** Already in order: every reply takes the same time. */
  readonly replies: NaiveEvent[];
  /** By time, equal times in the order of the script. */
  readonly timers: (NaiveDecision & { readonly when: { readonly at: number } })[];
  /** Decisions by symbol and number of the rate, as `EUR/USD 7`. */
  readonly byRate: Map<string, NaiveDecision[]>;
  readonly placed: string[];
  readonly seenCount: Map<string, number>;
  readonly lastPolled: Map<string, NaiveRate>;
  /** Rows that the venue has had, rows that the bot has seen, polls that were made. */
  venueRows: number;
  botRows: number;
  pollsMade: number;
  stopped: boolean;
}

/** Runs a case to the end of its recording and until nothing more is due. */
export function runNaiveBacktest(input: NaiveCase): NaiveResult {
  assertCase(input);
  const run = createRun(input);
  const end = input.rates.at(-1)?.at ?? -Infinity;
  for (let at = nextInstant(run); at <= end; at = nextInstant(run)) workInstant(run, at);
  stopBot(run, end);
  for (let at = nextInstant(run); at < Infinity; at = nextInstant(run)) workInstant(run, at);
  const sums = toSums(input, run.bookings);
  return { events: run.events, sums, digest: toDigest(run.events, sums) };
}

function createRun(input: NaiveCase): Run {
  const bookings: Booking[] = [];
  const replies: NaiveEvent[] = [];
  const venue = createVenue(input, {
    fill: (executedAt, { id, symbol, side }, units, priceTicks) => {
      const at = executedAt + input.latency.replies;
      bookings.push({ symbol, side, units, priceTicks });
      replies.push({ at, kind: 'fill', id, units, priceTicks, executedAt });
    },
    end: (endedAt, id, state, filledUnits) => {
      replies.push({ at: endedAt + input.latency.replies, kind: 'end', id, state, filledUnits });
    },
  });
  const { timers, byRate } = sortScript(input.script);
  return {
    ...{ input, venue, bookings, replies, timers, byRate, events: [], errands: [], placed: [] },
    ...{ seenCount: new Map<string, number>(), lastPolled: new Map<string, NaiveRate>() },
    ...{ venueRows: 0, botRows: 0, pollsMade: 0, stopped: false },
  };
}

function sortScript(script: readonly NaiveDecision[]): Pick<Run, 'timers' | 'byRate'> {
  const timers: Run['timers'] = [];
  const byRate: Run['byRate'] = new Map();
  for (const { when, actions } of script) {
    if ('at' in when) {
      timers.push({ when, actions });
      continue;
    }
    const key = `${when.symbol} ${when.nthRate}`;
    byRate.set(key, [...(byRate.get(key) ?? []), { when, actions }]);
  }
  timers.sort((a, b) => a.when.at - b.when.at);
  return { timers, byRate };
}

/** The next instant at which anything is due, or Infinity. */
function nextInstant(run: Run): number {
  const { rates } = run.input;
  const errands = run.errands.map((errand) => errand.at);
  const outside = [...errands, run.replies[0]?.at, rates[run.venueRows]?.at];
  const inside = run.stopped ? [] : [run.timers[0]?.when.at, nextView(run)];
  return Math.min(...[...outside, ...inside].map((at) => at ?? Infinity));
}

/** When the bot looks at rates next. */
function nextView(run: Run): number | undefined {
  const { polling, rates, latency } = run.input;
  if (polling.view === 'polled') return polling.polls[run.pollsMade]?.at;
  const row = rates[run.botRows];
  return row && row.at + latency.rates;
}

/**
 * All of one instant: requests and venue timers, then one row at a time with what follows it. Each
 * kind is worked off whole before the next; what that brings about now waits for the next round.
 */
function workInstant(run: Run, at: number): void {
  while (workErrand(run, at));
  do {
    const row = run.input.rates[run.venueRows];
    if (row?.at === at) {
      applyRate(run.venue, row);
      run.venueRows += 1;
    }
    while (workRound(run, at));
  } while (run.input.rates[run.venueRows]?.at === at);
}

/** False when nothing was due. */
function workRound(run: Run, at: number): boolean {
  let isBusy = false;
  for (const work of [workErrand, workReply, workTimer, workView]) {
    while (work(run, at)) isBusy = true;
  }
  return isBusy;
}

/** 1: a venue timer or an arriving request. Each of these returns false when none was due. */
function workErrand(run: Run, at: number): boolean {
  const errand = run.errands.find((one) => one.at === at);
  if (!errand) return false;
  run.errands = run.errands.filter((one) => one !== errand);
  if (errand.what === 'arrive') arriveOrder(run.venue, at, errand.id);
  else endOrder(run.venue, at, errand.id, errand.what === 'cancel' ? 'CANCELED' : 'EXPIRED');
  return true;
}

/** 3: a reply to the bot. */
function workReply(run: Run, at: number): boolean {
  if (run.replies[0]?.at !== at) return false;
  run.events.push(...run.replies.splice(0, 1));
  return true;
}

/** 4: a timer of the bot. */
function workTimer(run: Run, at: number): boolean {
  if (run.stopped || run.timers[0]?.when.at !== at) return false;
  for (const { actions } of run.timers.splice(0, 1)) act(run, at, actions);
  return true;
}

/** 5: a rate that the bot sees, or a poll. */
function workView(run: Run, at: number): boolean {
  if (run.stopped || nextView(run) !== at) return false;
  const { polling, rates } = run.input;
  if (polling.view === 'every') {
    // The venue has a row before the bot has it, also without latency.
    if (run.botRows === run.venueRows) return false;
    seeRate(run, at, rates[run.botRows]?.symbol ?? '');
    run.botRows += 1;
    return true;
  }
  workPoll(run, at, polling.polls[run.pollsMade]?.symbol ?? '');
  run.pollsMade += 1;
  return true;
}

/**
 * The newest row that the venue has had and that is old enough: of several rows of this very
 * instant the first. The bot is told only when it is another than before.
 */
function workPoll(run: Run, at: number, symbol: string): void {
  const rates = run.input.rates.slice(0, run.venueRows);
  const latest = at - run.input.latency.rates;
  const shown = rates.findLast((row) => row.symbol === symbol && row.at <= latest);
  // Two rows of one time, with the same prices and sizes, are one rate to who asks.
  const reported = JSON.stringify(run.lastPolled.get(symbol));
  if (!shown || JSON.stringify(shown) === reported) return;
  run.lastPolled.set(symbol, shown);
  seeRate(run, at, symbol);
}

function seeRate(run: Run, at: number, symbol: string): void {
  const count = (run.seenCount.get(symbol) ?? 0) + 1;
  run.seenCount.set(symbol, count);
  for (const { actions } of run.byRate.get(`${symbol} ${count}`) ?? []) act(run, at, actions);
}

function act(run: Run, at: number, actions: readonly NaiveAction[]): void {
  for (const action of actions) {
    if (action.do === 'place') placeOrder(run, at, action);
    else if (run.placed.includes(action.id)) cancelOrder(run, at, action.id);
  }
}

/**
 * The venue accepts at once; the order meets the market a latency later. A wrong size never gets
 * there: the bot's own gate turns it down, at once too.
 */
function placeOrder(run: Run, at: number, place: NaivePlace): void {
  run.placed.push(place.id);
  if (!acceptOrder(run.venue, place)) {
    run.events.push({ at, kind: 'end', id: place.id, state: 'REJECTED', filledUnits: 0 });
    return;
  }
  run.errands.push({ at: at + run.input.latency.orders, id: place.id, what: 'arrive' });
  const expiry =
    place.timeInForce === 'GTT'
      ? at + (place.seconds ?? 0) * SECOND
      : place.timeInForce === 'DAY'
        ? nextNewYorkClose(at)
        : undefined;
  if (expiry !== undefined) run.errands.push({ at: expiry, id: place.id, what: 'expire' });
}

function cancelOrder(run: Run, at: number, id: string): void {
  run.errands.push({ at: at + run.input.latency.orders, id, what: 'cancel' });
}

/** The recording is over: the bot sees and decides nothing more and cancels what it placed. */
function stopBot(run: Run, at: number): void {
  run.stopped = true;
  for (const id of run.placed) cancelOrder(run, at, id);
}
