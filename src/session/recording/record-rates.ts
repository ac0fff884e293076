// Records the rates that a venue returns to polls: uses the reads of a session and sends no order.
import { join } from 'node:path';
import { RateRecorder } from '../../recordings/index.js';
import { type Fault, formatInstant, type Instant, ok, type Result } from '../../domain/index.js';
import { replaceFile } from '../../journal/index.js';
import type { RemoteGateway } from '../../gateway/index.js';
import { ReadFailureLog } from '../monitors/read-failure-log.js';
import { openGateway } from '../live/open-gateway.js';
import { openClock } from '../live/open-session.js';
import { type Plan, findPollInterval, type LoginSettings } from '../../plan/index.js';
import type { SessionPorts, SessionClock } from '../../host/index.js';
import { takeFolderName } from '../../state/index.js';
import { PollGaps } from './poll-gaps.js';

/** Monotonic time between two syncs, milliseconds: a power cut loses at most this much. */
const SYNC_MS = 1_000;
/** Syncs between two summaries. */
const SUMMARY_EVERY = 10;
const SUMMARY = 'summary.json';

export interface RecordOptions {
  readonly ports: SessionPorts;
  readonly login: LoginSettings;
  readonly folder: string;
  /** Real path of the folder: links to it lead to the same one. */
  readonly realFolder: string;
  readonly partBytes: number;
  readonly notify: (message: string) => void;
  /** Called once polls run, with the function that stops the recording. */
  readonly started: (stop: () => void) => void;
}

export interface RecordEnd {
  readonly rates: number;
  readonly gaps: number;
}

/**
 * Records until stopped. Fault codes `record.busy`, `record.write`, those of the login and of the
 * session clock.
 */
export async function recordRates(plan: Plan, options: RecordOptions): Promise<Result<RecordEnd>> {
  const { folder, login, partBytes, ports, notify } = options;
  const clock = await openClock(plan, login.baseUrl, ports);
  if (!clock.ok) return clock;
  const bound = await takeFolderName(ports.host.bindName, options.realFolder);
  if (!bound.ok) return bound;
  const { instruments } = plan;
  const recorder = await RateRecorder.open({ folder, instruments, partBytes, notify });
  const recorded = recorder.ok
    ? await new Recording(plan, options, clock.value, recorder.value).run()
    : recorder;
  bound.value.release();
  return recorded;
}

class Recording {
  readonly #plan: Plan;
  readonly #options: RecordOptions;
  readonly #clock: SessionClock;
  readonly #recorder: RateRecorder;
  readonly #gaps: PollGaps;
  readonly #faults: ReadFailureLog;
  readonly #startedAt: number;
  #end: (fault: Fault | undefined) => void = () => undefined;
  #syncs = 0;
  #failed = 0;
  #timer: { cancel(): void } | undefined;

  constructor(plan: Plan, options: RecordOptions, clock: SessionClock, recorder: RateRecorder) {
    this.#plan = plan;
    this.#options = options;
    this.#clock = clock;
    this.#recorder = recorder;
    this.#startedAt = clock.now();
    this.#gaps = new PollGaps(findPollInterval(plan), options.notify);
    this.#faults = new ReadFailureLog(options.ports.clock, options.notify);
  }

  async run(): Promise<Result<RecordEnd>> {
    const ended = new Promise<Fault | undefined>((resolve) => {
      this.#end = resolve;
    });
    const gateway = await this.#open();
    if (!gateway.ok) {
      await this.#recorder.close();
      return gateway;
    }
    this.#seeStart(this.#clock.now());
    gateway.value.start(this.#listen());
    this.#arm();
    this.#options.started(() => {
      this.#end(undefined);
    });
    const fault = await ended;
    this.#timer?.cancel();
    // before the last parts are compacted, which takes time
    this.#gaps.finish(this.#clock.now());
    await gateway.value.close();
    const closed = await this.#recorder.close();
    const reported = this.#reportEnd();
    if (fault !== undefined) return { ok: false, fault };
    if (!closed.ok) return closed;
    return reported.ok ? ok({ rates: this.#countRates(), gaps: this.#gaps.count }) : reported;
  }

  /** Starts the gap measurement of each symbol now, or at the last rate of the previous run. */
  #seeStart(now: Instant): void {
    for (const [symbol, { lastReceivedAt }] of this.#recorder.list()) {
      // A clock that starts anew with its recording gives no gap.
      const isBefore = lastReceivedAt > 0 && lastReceivedAt <= now;
      this.#gaps.see(symbol, isBefore ? lastReceivedAt : now);
    }
  }

  #reportEnd(): Result<void> {
    for (const [symbol, { rates }] of this.#recorder.list()) {
      if (rates === 0) this.#options.notify(`no rate of ${symbol} was recorded in this run`);
    }
    return this.#writeSummary(true);
  }

  /** The gateway of a session, with a pre-write check that refuses every order. */
  async #open(): Promise<Result<RemoteGateway>> {
    const { login, ports } = this.#options;
    const settings = { login, ports, restsWhenRefused: false };
    const made = await openGateway(asStated(this.#plan), settings, this.#clock, {
      venueWatch: { see: () => undefined },
      serverFaults: { see: () => undefined },
      support: { see: () => undefined },
      notify: this.#options.notify,
      giveUp: (message) => {
        this.#end({ code: 'record.login', message, where: login.baseUrl });
      },
      mayPlace: () => false,
    });
    if (!made.ok) return made;
    const opened = await made.value.open();
    if (opened.ok) return made;
    await made.value.close();
    const { fault } = opened;
    return { ok: false, fault: { ...fault, where: fault.where ?? login.baseUrl } };
  }

  #listen(): Parameters<RemoteGateway['start']>[0] {
    return {
      rate: (instrument, rate) => {
        const receivedAt = this.#clock.now();
        this.#gaps.see(instrument.symbol, receivedAt);
        this.#check(this.#recorder.add(instrument, { ...rate, receivedAt }));
      },
      event: (event) => {
        if (event.type !== 'poll') return;
        this.#faults.see(event);
        if (event.subject !== 'rate') return;
        if (event.outcome === 'unchanged') this.#gaps.see(event.key, this.#clock.now());
        else this.#failed++;
      },
    };
  }

  #arm(): void {
    this.#timer = this.#options.ports.clock.setTimer(SYNC_MS, () => {
      const now = this.#clock.now();
      this.#check(this.#recorder.sync(now));
      this.#gaps.tellOpen(now);
      if (this.#syncs++ % SUMMARY_EVERY === 0) this.#check(this.#writeSummary(false));
      this.#arm();
    });
  }

  #check(result: Result<void>): void {
    if (!result.ok) this.#end(result.fault);
  }

  #countRates(): number {
    return [...this.#recorder.list().values()].reduce((sum, { rates }) => sum + rates, 0);
  }

  #writeSummary(hasEnded: boolean): Result<void> {
    const { count, gaps, total } = this.#gaps;
    const now = this.#clock.now();
    const symbols = [...this.#recorder.list()].map(([symbol, { outOfOrder, rates }]) => {
      return { symbol, rates, outOfOrder };
    });
    const summary = {
      name: this.#plan.config.name,
      startedAt: formatInstant(this.#startedAt),
      reportedAt: formatInstant(now),
      hasEnded,
      pollMilliseconds: findPollInterval(this.#plan) / 1_000,
      symbols,
      failedPolls: this.#failed,
      gapCount: count,
      gapMilliseconds: Math.round(total / 1_000),
      gaps,
      openGaps: hasEnded ? [] : this.#gaps.findOpen(now),
    };
    const { folder, ports } = this.#options;
    try {
      replaceFile(ports.disk, folder, SUMMARY, `${JSON.stringify(summary, undefined, 2)}\n`);
      return ok(undefined);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const where = join(folder, SUMMARY);
      return { ok: false, fault: { code: 'record.write', message, where } };
    }
  }
}

/**
 * Records only what the venue states: a size that it does not state stays unknown, whatever a
 * session assumes. Trades are not downloaded.
 */
function asStated(plan: Plan): Plan {
  const { venue } = plan.config;
  if (venue === undefined) return plan;
  const stated = { ...venue, stp: false, size: 'unlimited' } as const;
  return { ...plan, config: { ...plan.config, recording: [], venue: stated } };
}
