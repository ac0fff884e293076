// A backtest from a checked configuration: the same strategies, kernel and venue machine as live.
import { faultAt } from '../src/config/index.js';
import { type Instant, ok, type Result } from '../src/domain/index.js';
import { openRecording } from '../src/data/index.js';
import { LocalGateway } from '../src/gateway/index.js';
import { Kernel, type KernelSink } from '../src/kernel/index.js';
import { Horizon } from '../src/machine/index.js';
import {
  createHeader,
  createSessionCollector,
  describeModels,
  type Plan,
  type SessionHeader,
  toCsvOptions,
  toKernelSetup,
} from '../src/session/index.js';
import type { Collector } from '../src/report/index.js';
import { DEFAULT_TOKEN_LIFE, Venue } from '../src/venue/index.js';
import { BacktestClock, type BacktestEnd, runLoop } from './loop.js';

/** Ended orders that the venue machine remembers: nobody queries them, and our coIds never repeat. */
const MAX_ENDED_ORDERS = 16;
const BOT = { user: 'bot', org: 'Weir', account: 'WeirLE' };

export interface BacktestOptions {
  /** Called after each block of rates. */
  readonly progress?: (rates: number, total: number) => void;
  /** Sees every output too, e.g. to compare them. */
  readonly tap?: KernelSink;
}

export interface BacktestOutcome extends BacktestEnd {
  readonly header: SessionHeader;
  readonly digest: string;
  readonly collector: Collector;
  /** Every strategy and order has ended. */
  readonly isDone: boolean;
  readonly isHalted: boolean;
}

/** The header of a backtest: epoch 1 and a salt from the seed, so that coIds repeat. */
function createBacktestHeader(plan: Plan, startAt: Instant): SessionHeader {
  return createHeader(plan, {
    mode: 'backtest',
    startAt,
    speed: 0,
    epochSalt: plan.config.seed % 1_048_576,
    seesEveryRate: true,
    instruments: plan.instruments,
    notes: describeModels(plan),
  });
}

/**
 * Runs a plan over its recording. Faults are those of the recording, which the plan has scanned.
 */
export async function runBacktest(
  plan: Plan,
  options: BacktestOptions = {},
): Promise<Result<BacktestOutcome>> {
  const { recording: recorded, config } = plan;
  if (recorded === undefined) {
    const message = 'expected `recording:` for a backtest, found none';
    return { ok: false, fault: faultAt(plan.source, [], 'config.missing-key', message) };
  }
  const header = createBacktestHeader(plan, recorded.facts.firstAt);
  const setup = await toKernelSetup(header);
  if (!setup.ok) return setup;
  const opened = openRecording(recorded.file, toCsvOptions(config, plan.instruments));
  if (!opened.ok) return opened;
  const recording = opened.value;
  const horizon = new Horizon();
  const venue = new Venue(
    {
      instruments: plan.instruments,
      users: [BOT],
      latency: config.models.latency,
      fillTiming: config.models.fillTiming,
      tokenLife: DEFAULT_TOKEN_LIFE,
      seed: config.seed,
      maxEndedOrders: MAX_ENDED_ORDERS,
    },
    horizon,
  );
  const account = venue.findAccount(BOT.user, BOT.org);
  if (account === undefined) throw new RangeError('the backtest’s own user is missing');
  const clock = new BacktestClock();
  const replyLatency = config.models.latency.replies;
  const gateway = new LocalGateway({ venue, account, replyLatency, now: () => clock.now }, horizon);
  const collector = createSessionCollector(header);
  const kernel = new Kernel(setup.value, createSink(gateway, collector, options.tap));
  const end = runLoop(
    {
      recording,
      venue,
      gateway,
      kernel,
      horizon,
      observe: (at, instrument, bidTicks, offerTicks) => {
        collector.rate(at, instrument, bidTicks, offerTicks);
      },
      progress: (rates) => options.progress?.(rates, recorded.facts.count),
    },
    clock,
  );
  recording.close();
  if (!end.ok) return end;
  const { digest, isDone, halt } = kernel;
  return ok({ ...end.value, header, digest, collector, isDone, isHalted: halt !== undefined });
}

function createSink(gateway: LocalGateway, collector: Collector, tap?: KernelSink): KernelSink {
  const sink: KernelSink = {
    command: (command) => {
      gateway.send(command);
    },
    order: (view) => {
      collector.order(view);
    },
    parent: (view) => {
      collector.parent(view);
    },
    fill: (fill) => {
      collector.fill(fill);
    },
    refused: (refusal) => {
      collector.refused(refusal);
    },
    note: (note) => {
      collector.note(note);
    },
    halted: (halt) => {
      collector.halted(halt);
    },
  };
  return tap === undefined ? sink : both(sink, tap);
}

function both(first: KernelSink, second: KernelSink): KernelSink {
  return {
    command: (command) => {
      second.command(command);
      first.command(command);
    },
    order: (view) => {
      second.order(view);
      first.order(view);
    },
    parent: (view) => {
      second.parent(view);
      first.parent(view);
    },
    fill: (fill) => {
      second.fill(fill);
      first.fill(fill);
    },
    refused: (refusal) => {
      second.refused(refusal);
      first.refused(refusal);
    },
    note: (note) => {
      second.note(note);
      first.note(note);
    },
    halted: (halt) => {
      second.halted(halt);
      first.halted(halt);
    },
  };
}
