// Polled rates of a local venue: the rates that polls of a session would return, on virtual time.
import type { RateEvent } from '../../domain/events/index.js';
import {
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  NEVER,
} from '../../domain/index.js';
import type { Command } from '../../domain/orders/index.js';
import {
  DEFAULT_SHARES,
  RequestBudget,
  createPollGrid,
  isSameRate,
  type Schedule,
  toPollEvent,
  toRateKey,
  toUnchanged,
  type PendingPoll,
  PollAdmission,
} from '../../polling/index.js';
import { NextDue, Scheduler, type Timer } from '../../determinism/index.js';
import type { VisibleRate } from '../../venue/index.js';
import type { GatewayListener } from '../port.js';

const OK = 200;
const NOT_FOUND = 404;
/**
 * Requests before the first poll: login and one query for a non-existent order; reference data adds
 * one per symbol.
 */
const OPENING_REQUESTS = 2;

export interface PolledRatesSettings {
  readonly instruments: readonly Instrument[];
  readonly interval: Micros;
  readonly seed: number;
  /** Start of the polls; each symbol's grid has an additional phase of its own. */
  readonly startAt: Instant;
  /** Visible rate of an instrument; undefined before the first one. */
  show(instrument: Instrument): VisibleRate | undefined;
}

interface RatePoll extends PendingPoll {
  readonly instrument: Instrument;
  readonly schedule: Schedule;
  readonly reach: () => void;
  timer: Timer | undefined;
  last: Omit<RateEvent, 'type' | 'symbol'> | undefined;
}

/** Receives rates in their positional form: a backtest makes no object for each. */
export interface PolledRatesListener extends GatewayListener {
  rate(
    instrument: Instrument,
    bidTicks: number,
    offerTicks: number,
    bidUnits: number,
    offerUnits: number,
    venueAt: Instant,
  ): void;
}

/** Grid, phases and request budget are those of the remote gateway: see `createPoller`. */
export class PolledRates {
  readonly #settings: PolledRatesSettings;
  readonly #listener: PolledRatesListener;
  readonly #scheduler: Scheduler;
  readonly #budget: RequestBudget;
  readonly #turns: PollAdmission;
  readonly #polls: RatePoll[] = [];
  #isStopped = false;

  /** Lowers `horizon` whenever a poll is due. */
  constructor(
    settings: PolledRatesSettings,
    listener: PolledRatesListener,
    horizon = new NextDue(),
  ) {
    const { instruments, interval, seed, startAt } = settings;
    this.#settings = settings;
    this.#listener = listener;
    this.#scheduler = new Scheduler(startAt, horizon);
    this.#budget = new RequestBudget(DEFAULT_SHARES, startAt);
    this.#turns = new PollAdmission(this.#budget);
    const opening = OPENING_REQUESTS + instruments.length;
    for (let i = 0; i < opening; i++) this.#budget.overdraw('safety', startAt);
    for (const instrument of instruments) {
      const poll: RatePoll = {
        instrument,
        lane: 'data',
        share: 'data',
        dueAt: 0,
        askedAt: -1,
        putOffAt: 0,
        schedule: createPollGrid(seed, toRateKey(instrument.symbol), startAt, interval),
        reach: () => {
          this.#reach(poll);
        },
        last: undefined,
        timer: undefined,
      };
      this.#polls.push(poll);
      this.#arm(poll, startAt);
    }
  }

  /** Time of the next poll; NEVER once stopped. */
  get nextDueAt(): Instant {
    return this.#isStopped ? NEVER : this.#scheduler.nextDueAt;
  }

  /** Makes the polls that are due up to `to`. */
  fire(to: Instant): void {
    if (!this.#isStopped) this.#scheduler.fireUpTo(to);
  }

  /** A command is never delayed; later polls wait for the budget that it took. */
  noteCommand(at: Instant, kind: Command['kind']): void {
    const isTrading = kind === 'place' || kind === 'rfs';
    this.#budget.overdraw(isTrading ? 'trading' : 'safety', at);
  }

  /** Time between two polls of a symbol. */
  get interval(): Micros {
    return this.#settings.interval;
  }

  /** Skips polls before `to`, since no rate can change until then. */
  skip(to: Instant): void {
    for (const poll of this.#polls) {
      if (poll.dueAt >= to) continue;
      poll.timer?.cancel();
      this.#arm(poll, to - 1);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  #arm(poll: RatePoll, after: Instant): void {
    poll.dueAt = poll.schedule(after);
    poll.timer = this.#scheduler.at(poll.dueAt, poll.reach);
  }

  #reach(poll: RatePoll): void {
    this.#arm(poll, this.#scheduler.now);
    if (this.#turns.take(poll, this.#scheduler.now)) this.#ask(poll);
  }

  #ask(poll: RatePoll): void {
    const { instrument } = poll;
    const { symbol } = instrument;
    const shown = this.#settings.show(instrument);
    if (shown === undefined) {
      const none = { class: 'empty', status: NOT_FOUND } as const;
      this.#listener.event(toPollEvent('rate', symbol, none));
      return;
    }
    const { bidTicks, offerTicks, bidUnits, offerUnits, at } = shown;
    // The wire has milliseconds.
    const venueAt = at - (at % MILLISECOND);
    const rate = { bidTicks, offerTicks, bidUnits, offerUnits, venueAt };
    if (poll.last !== undefined && isSameRate(poll.last, rate)) {
      this.#listener.event(toUnchanged('rate', symbol, OK));
      return;
    }
    poll.last = rate;
    this.#listener.rate(instrument, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
  }
}
