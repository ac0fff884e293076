// The backtest loop: feeds recorded rates through venue and kernel, in exact order of time.
import type { BotEvent } from '../src/domain/events/index.js';
import {
  HOUR,
  type Instant,
  type Micros,
  MINUTE,
  NEVER,
  type Result,
  ok,
} from '../src/domain/index.js';
import type { RateColumns, Recording } from '../src/recordings/index.js';
import type { LocalGateway, PolledRates } from '../src/gateway/index.js';
import type { NextDue } from '../src/determinism/index.js';
import { type Collector, toShown } from '../src/report/index.js';
import type { Venue } from '../src/venue/index.js';
import type { Bot } from './bot.js';
import type { SeenRates } from './seen-rates.js';

/** Maximum number of instants processed after the last rate. */
const MAX_CLOSING_INSTANTS = 1_000_000;

/**
 * Idle time is skipped if only polls without news happen in it. After `SETTLING`, the rules that
 * watch time have reported what they find. Polls start again `WAKING` before the end of the idle
 * time, and the rules that watch polls `ASKING` after that, when each poll has run.
 */
const SETTLING: Micros = HOUR;
const WAKING: Micros = 5 * MINUTE;
const ASKING: Micros = 2 * MINUTE;

const WAKE: BotEvent = { type: 'wake' };

/** Brings rates to the bot. */
export type RatePolls = Pick<PolledRates, 'fire' | 'nextDueAt' | 'noteCommand' | 'stop'> &
  Partial<Pick<PolledRates, 'interval' | 'skip'>>;

export interface BacktestParts {
  readonly recording: Recording;
  /** Rates are read into these. */
  readonly columns: RateColumns;
  readonly venue: Venue;
  readonly gateway: LocalGateway;
  readonly bot: Bot;
  /** Undefined if the bot sees every rate. */
  readonly polls: RatePolls | undefined;
  /** Shared by venue, gateway and kernel. */
  readonly horizon: NextDue;
  /** Rows of the columns that the bot has seen, for a report; without rate latency. */
  readonly seen: SeenRates;
  /** Reports a delayed or polled rate that the bot has seen. */
  readonly observe: Collector['rate'];
  /** Starts the bot at the first rate; `bot.start` when absent. */
  readonly begin?: (clock: BacktestClock) => void;
  /** End of the run, if it is not at the last rate. */
  readonly lastAt?: Instant;
  /** Called after each block with the number of rates so far. */
  progress(rates: number): void;
}

export interface BacktestEnd {
  readonly rates: number;
  readonly endAt: Instant;
}

/** The present instant; the gateway stamps requests with it. */
export class BacktestClock {
  now: Instant = 0;
}

/**
 * Runs until every strategy is done or the recording ends: then stops the strategies and processes
 * what is still due. Order at equal time: venue timers and arriving requests, the venue's rate,
 * replies, bot timers, the bot's rate.
 */
export function runLoop(parts: BacktestParts, clock: BacktestClock): Result<BacktestEnd> {
  const { recording, columns, seen } = parts;
  parts.gateway.start({
    event: (event) => {
      parts.bot.event(clock.now, event);
    },
  });
  let rates = 0;
  for (;;) {
    const read = recording.read(columns);
    if (!read.ok) return read;
    if (read.value === 0) break;
    if (rates === 0) startAt(parts, clock, columns.at[0] ?? 0);
    seen.start();
    rates += runBlock(parts, clock, read.value);
    seen.flush();
    parts.progress(rates);
    if (parts.bot.kernel.isDone) break;
  }
  if (rates > 0) closeDown(parts, clock);
  return ok({ rates, endAt: clock.now });
}

function startAt({ begin, bot }: BacktestParts, clock: BacktestClock, at: Instant): void {
  clock.now = at;
  if (begin === undefined) bot.start();
  else begin(clock);
}

/** Time at which anything but the next rate is due. */
function findNextDue({ venue, gateway, bot, polls }: BacktestParts): Instant {
  const { nextTimerAt, nextVisibleRateAt } = venue;
  const pollAt = polls === undefined ? NEVER : polls.nextDueAt;
  return Math.min(nextTimerAt, gateway.nextDueAt, nextVisibleRateAt, bot.kernel.nextDueAt, pollAt);
}

function runBlock(parts: BacktestParts, clock: BacktestClock, count: number): number {
  const { bot, venue, gateway, horizon, seen, columns } = parts;
  const { kernel } = bot;
  const { at, instrument, bidTicks, offerTicks, bidUnits, offerUnits } = columns;
  const seesAtOnce = parts.polls === undefined && venue.seesRatesAtOnce;
  for (let i = 0; i < count; i++) {
    const now = at[i] ?? 0;
    const id = instrument[i] ?? 0;
    const bid = bidTicks[i] ?? 0;
    const offer = offerTicks[i] ?? 0;
    const bidSize = bidUnits[i] ?? 0;
    const offerSize = offerUnits[i] ?? 0;
    if (horizon.at <= now && !catchUp(parts, clock, i)) return i;
    clock.now = now;
    venue.rate(now, id, bid, offer, bidSize, offerSize);
    if (horizon.at <= now) gateway.deliver(now);
    if (seesAtOnce) {
      kernel.rate(now, id, bid, offer, bidSize, offerSize, now);
      seen.row = i + 1;
    }
    if (horizon.at > now) continue;
    bot.letOut();
    horizon.at = workOffRest(parts, clock);
    if (kernel.isDone) return i + 1;
  }
  return count;
}

/**
 * Processes every instant before that of the row, then the venue timers of that instant; false if
 * the bot is done before. Called rarely, like the functions below: takes a row instead of a time
 * because the engine would allocate an object for each time.
 */
function catchUp(parts: BacktestParts, clock: BacktestClock, row: number): boolean {
  const now = parts.columns.at[row] ?? 0;
  let settledAt = clock.now + SETTLING;
  for (let due = findNextDue(parts); due < now; due = findNextDue(parts)) {
    if (due > settledAt) {
      settledAt = skipIdle(parts, due, now) + SETTLING;
      continue;
    }
    workOff(parts, clock, due);
    if (parts.bot.kernel.isDone) return false;
  }
  clock.now = now;
  parts.venue.fireTimers(now);
  parts.horizon.at = findNextDue(parts);
  return true;
}

/** Skips polls and ticks until something else is due, at the latest until `until`. */
function skipIdle({ bot, gateway, polls, venue }: BacktestParts, at: Instant, until: Instant) {
  const { kernel } = bot;
  const { nextTimerAt, nextVisibleRateAt } = venue;
  const others = [nextTimerAt, nextVisibleRateAt, gateway.nextDueAt, kernel.idle.quietUntil];
  const end = Math.min(until, ...others);
  const { interval = NEVER } = polls ?? {};
  if (interval <= ASKING / 2 && end - at > 2 * WAKING) {
    polls?.skip?.(end - WAKING);
    kernel.idle.sleep(end - WAKING + ASKING);
  }
  return Math.max(at, end);
}

/** Processes what is still due at this instant; returns the time at which more will be due. */
function workOffRest(parts: BacktestParts, clock: BacktestClock): Instant {
  const { now } = clock;
  let due = findNextDue(parts);
  for (; due <= now; due = findNextDue(parts)) workOff(parts, clock, now);
  return due;
}

/** One pass over everything due at an instant without a recorded rate. */
function workOff(parts: BacktestParts, clock: BacktestClock, at: Instant): void {
  const { bot, venue, gateway, polls } = parts;
  clock.now = Math.max(clock.now, at);
  venue.fireTimers(clock.now);
  gateway.deliver(clock.now);
  if (bot.kernel.nextDueAt <= clock.now) bot.event(clock.now, WAKE);
  for (;;) {
    const rate = venue.takeVisibleRate(clock.now);
    if (rate === undefined) break;
    if (polls !== undefined) continue;
    const { instrument, bidTicks, offerTicks, bidUnits, offerUnits } = rate;
    bot.rate(clock.now, instrument.id, bidTicks, offerTicks, bidUnits, offerUnits, rate.at);
    parts.observe(clock.now, instrument.id, bidTicks, offerTicks, toShown(bidUnits, offerUnits));
  }
  polls?.fire(clock.now);
}

/** The recording is over: stops strategies, cancels own orders and processes what is due. */
function closeDown(parts: BacktestParts, clock: BacktestClock): void {
  const { bot, lastAt = 0, polls } = parts;
  const { kernel } = bot;
  for (let due = findNextDue(parts); due <= lastAt && !kernel.isDone; due = findNextDue(parts)) {
    workOff(parts, clock, due);
  }
  polls?.stop();
  if (!kernel.isDone) {
    bot.event(clock.now, {
      type: 'operator',
      action: 'stop',
      reason: 'the recording has ended',
    });
  }
  for (let i = 0; i < MAX_CLOSING_INSTANTS && !kernel.isDone; i++) {
    const due = findNextDue(parts);
    if (due === NEVER) return;
    workOff(parts, clock, due);
  }
}
