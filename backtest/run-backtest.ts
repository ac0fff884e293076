// Runs a backtest from a checked plan, with the strategies, kernel and venue model of a live
// session.
import { faultAt } from '../src/config/index.js';
import type { OutputSink } from '../src/domain/events/index.js';
import { type Instant, ok, type Result } from '../src/domain/index.js';
import type { Approved, Command } from '../src/domain/orders/index.js';
import { createColumns, type Recording } from '../src/recordings/index.js';
import { LocalGateway } from '../src/gateway/index.js';
import { Kernel, type KernelSetup, type KernelSink } from '../src/kernel/index.js';
import { NextDue } from '../src/determinism/index.js';
import { createHeader, type SessionHeader, toKernelSetup } from '../src/records/index.js';
import {
  createObserver,
  createSessionCollector,
  describeModels,
  type MessageTopic,
} from '../src/session/index.js';
import type { Plan } from '../src/plan/index.js';
import { tuneEngine } from '../src/host/index.js';
import type { Collector, Detail, SeeChange } from '../src/report/index.js';
import {
  DEFAULT_RFS_SETTINGS,
  DEFAULT_TOKEN_LIFE,
  QuoteService,
  TradeBook,
  Transit,
  Venue,
} from '../src/venue/index.js';
import { Bot } from './bot.js';
import { createPolls } from './create-polls.js';
import { BacktestClock, type BacktestEnd, type RatePolls, runLoop } from './loop.js';
import { SeenRates } from './seen-rates.js';

/** Rates per block: few enough to stay in the processor's cache. */
const BLOCK_RATES = 4_096;
/** Minimum number of rates between two progress reports. */
const PROGRESS_RATES = 65_536;
/**
 * Ended orders that the venue keeps: nobody queries them, and our client order ids never repeat.
 */
const MAX_ENDED_ORDERS = 16;
/** Trades of accepted quotes that the venue keeps: each is reported when it is made. */
const MAX_QUOTE_TRADES = 16;
const RFS_CHANNEL = 'API/RFS';
/** User of the bot at the venue in this process. */
export const BOT = { user: 'bot', org: 'Weir', account: 'WeirLE' };

export interface BacktestOptions {
  /** How much the collector keeps; full when absent. */
  readonly detail?: Detail;
  /** Called from time to time, and with the last rate. */
  readonly progress?: (rates: number, total: number) => void;
  /**
   * Called with a message on each refusal and halt; without `about` for an order that never left.
   */
  readonly notify?: (message: string, about?: MessageTopic) => void;
  /** Receives every output too, for example to compare them. */
  readonly tap?: KernelSink;
  /** Called with the P&L changes per minute. */
  readonly seeChange?: SeeChange;
}

export interface BacktestOutcome extends BacktestEnd {
  readonly header: SessionHeader;
  readonly digest: string;
  readonly collector: Collector;
  /** Every strategy and order has ended. */
  readonly isDone: boolean;
}

/** Header of a backtest: epoch 1 and a salt from the seed, so that client order ids repeat. */
export function createBacktestHeader(plan: Plan, startAt: Instant): SessionHeader {
  return createHeader(plan, {
    node: process.version,
    mode: 'backtest',
    startAt,
    speed: 0,
    epoch: 1,
    epochSalt: plan.config.seed % 1_048_576,
    seesEveryRate: plan.config.polling.view === 'every',
    instruments: plan.instruments,
    customer: { org: BOT.org, account: BOT.account },
    notes: describeModels(plan),
  });
}

/**
 * Runs a plan over its recording. Faults are those of the recording, which the plan has scanned.
 */
export function runBacktest(plan: Plan, options: BacktestOptions = {}): Result<BacktestOutcome> {
  const { recording: recorded } = plan;
  if (recorded === undefined) {
    const message = 'expected `recording:` for a backtest, found none';
    return { ok: false, fault: faultAt(plan.source, [], 'config.missing-key', message) };
  }
  tuneEngine('backtest');
  const header = createBacktestHeader(plan, recorded.facts.firstAt);
  const setup = toKernelSetup(header, plan.strategies);
  if (!setup.ok) return setup;
  const recording = recorded.open();
  const { detail, seeChange } = options;
  const collector = createSessionCollector(header, { detail, seeChange });
  const parts = createParts(plan, setup.value, recording, collector, options);
  let reported = 0;
  const progress = (rates: number): void => {
    const total = recorded.facts.count;
    if (rates - reported < PROGRESS_RATES && rates < total) return;
    reported = rates;
    options.progress?.(rates, total);
  };
  const end = runLoop({ ...parts, progress }, parts.clock);
  recording.close();
  if (!end.ok) return end;
  const { kernel } = parts.bot;
  const { digest, isDone } = kernel;
  collector.observed(kernel.listObserved());
  return ok({ ...end.value, header, digest, collector, isDone });
}

/** Creates the source of the bot's rates; polls of a recording when absent. */
type CreatePolls = (...parts: Parameters<typeof createPolls>) => RatePolls | undefined;

/** Venue, gateway and kernel on one virtual time. */
export function createParts(
  plan: Pick<Plan, 'calendars' | 'config' | 'instruments'>,
  setup: KernelSetup,
  recording: Recording,
  collector: Collector,
  options: BacktestOptions & { readonly createPolls?: CreatePolls },
) {
  const horizon = new NextDue();
  const clock = new BacktestClock();
  const venue = createVenue(plan, horizon);
  const account = venue.findAccount(BOT.user, BOT.org);
  if (account === undefined) throw new RangeError('the backtest’s own user is missing');
  const { seed, models } = plan.config;
  const answers = new Transit(models.latency.replies, seed, 'answers');
  const context = {
    venue,
    trades: new TradeBook(MAX_QUOTE_TRADES),
    settings: DEFAULT_RFS_SETTINGS,
  };
  const rfs = new QuoteService(context, seed, RFS_CHANNEL);
  const now = () => clock.now;
  const gateway = new LocalGateway({ venue, account, rfs, answers, now }, horizon);
  const columns = createColumns(BLOCK_RATES);
  const seen = new SeenRates((from, to) => {
    collector.rates(columns, from, to);
  });
  const notify = options.notify ?? (() => undefined);
  const observer = createObserver({ collector, notify });
  const send = (command: Approved<Command>): void => {
    polls?.noteCommand(clock.now, command.kind);
    gateway.send(command);
  };
  const bot = new Bot({ horizon, send, notify }, (take) => {
    return new Kernel(setup, createSink(take, seen, observer, options.tap), horizon);
  });
  const observe: Collector['rate'] = (at, instrument, bidTicks, offerTicks, shown) => {
    collector.rate(at, instrument, bidTicks, offerTicks, shown);
  };
  const create = options.createPolls ?? createPolls;
  const polls = create(setup, { bot, venue, clock, observe }, horizon);
  return { recording, columns, seen, venue, gateway, bot, polls, horizon, clock, observe };
}

function createVenue(
  { config, instruments, calendars }: Parameters<typeof createParts>[0],
  horizon: NextDue,
): Venue {
  const { seed, models } = config;
  return new Venue(
    {
      instruments,
      users: [BOT],
      calendars: calendars.calendars,
      ...models,
      tokenLife: DEFAULT_TOKEN_LIFE,
      seed,
      maxEndedOrders: MAX_ENDED_ORDERS,
      hasUniqueCoIds: true,
    },
    horizon,
  );
}

function createSink(
  send: KernelSink['command'],
  seen: SeenRates,
  observer: OutputSink,
  tap?: KernelSink,
): KernelSink {
  const sink: KernelSink = {
    ...observer,
    command: send,
    order: (view) => {
      seen.flush();
      observer.order(view);
    },
    parent: (view) => {
      seen.flush();
      observer.parent(view);
    },
    fill: (fill) => {
      seen.flush();
      observer.fill(fill);
    },
    busted: (bust) => {
      seen.flush();
      observer.busted(bust);
    },
    refused: (refusal) => {
      seen.flush();
      observer.refused(refusal);
    },
    quotes: (view) => {
      seen.flush();
      observer.quotes(view);
    },
  };
  return tap === undefined ? sink : both(tap, sink);
}

/** Passes every output to both sinks, in this order; frequent outputs without a look-up by name. */
function both(first: KernelSink, second: KernelSink): KernelSink {
  const toBoth = <K extends Exclude<keyof KernelSink, 'parentRefused'>>(name: K) => {
    return ((...output: Parameters<NonNullable<KernelSink[K]>>) => {
      (first[name] as (...given: typeof output) => void)(...output);
      (second[name] as (...given: typeof output) => void)(...output);
    }) as KernelSink[K];
  };
  return {
    command: (...output) => {
      first.command(...output);
      second.command(...output);
    },
    order: (view) => {
      first.order(view);
      second.order(view);
    },
    fill: (fill) => {
      first.fill(fill);
      second.fill(fill);
    },
    parent: toBoth('parent'),
    quotes: toBoth('quotes'),
    busted: toBoth('busted'),
    unstarted: toBoth('unstarted'),
    parentRefused: (parent) => {
      first.parentRefused?.(parent);
      second.parentRefused?.(parent);
    },
    refused: toBoth('refused'),
    note: toBoth('note'),
    halted: toBoth('halted'),
    alert: toBoth('alert'),
    ask: toBoth('ask'),
  };
}
