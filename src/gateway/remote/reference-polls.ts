// Polls reference prices and free balances for the rules that use them.
import { type Instrument, type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import { decodeTicker } from '../../protocol/codecs/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import {
  createGrid,
  type NoData,
  type PollEnd,
  type Schedule,
  toPollEnd,
  toPollEvent,
} from '../../polling/index.js';
import type { RemotePorts } from './ports.js';

/** Time between two reference prices, one symbol after the other (RC21). */
const BENCHMARK_EVERY: Micros = 10 * SECOND;
/** Time between two balances; a balance counts for a minute (RC30). */
const BALANCE_EVERY: Micros = 20 * SECOND;

/** What is polled besides rates, orders and positions. */
export interface WatchOptions {
  /** Benchmarks of all instruments in turn; where the venue has none, its ticker. */
  readonly benchmarks?: boolean;
  /** Currency whose free balance is polled. */
  readonly balanceOf?: string;
  /** Profile for the spelling of the ticker. */
  readonly profile?: VenueProfile;
}

/** Polls until stopped. */
export function startReferencePolls(
  ports: RemotePorts,
  instruments: readonly Instrument[],
  { benchmarks = false, balanceOf, profile }: WatchOptions,
): { stop(): void } {
  const { clock, poller } = ports;
  const stop = { isStopped: false };
  // The first poll is at once.
  const from = clock.now() + MILLISECOND;
  const poll = (key: string, schedule: Schedule, ask: () => Promise<PollEnd>) =>
    poller.poll({ key: `watch/${key}`, lane: 'data', share: 'queries', schedule, ask });
  const turns = benchmarks ? instruments : [];
  const polls = turns.map((instrument, place) => {
    const schedule = createGrid(from + place * BENCHMARK_EVERY, turns.length * BENCHMARK_EVERY);
    const ask = createOtherSource(ports, instrument, { stop, profile });
    return poll(`benchmark/${instrument.symbol}`, schedule, ask);
  });
  if (balanceOf !== undefined) {
    const ask = () => readBalance(ports, balanceOf, stop);
    polls.push(poll('balance', createGrid(from, BALANCE_EVERY), ask));
  }
  return {
    stop: () => {
      stop.isStopped = true;
      for (const one of polls) one.stop();
    },
  };
}

interface Stop {
  readonly isStopped: boolean;
}

interface Reading {
  readonly stop: Stop;
  readonly profile: VenueProfile | undefined;
}

/**
 * Polls the benchmark, or the ticker where there is none; only the ticker once the venue has
 * refused the benchmark and has a ticker. A symbol with neither is no fault.
 */
function createOtherSource(
  ports: RemotePorts,
  instrument: Instrument,
  { profile, ...reading }: Reading,
): () => Promise<PollEnd> {
  const { market } = ports.client.api;
  const { symbol, ticksPerUnit } = instrument;
  const isStopped = (): boolean => reading.stop.isStopped;
  let hasTickerOnly = false;
  return async () => {
    const benchmark = hasTickerOnly ? undefined : await market.benchmark({ symbol });
    if (isStopped()) return true;
    if (benchmark?.class === 'data') {
      const midTicks = Math.round(benchmark.value.rate * ticksPerUnit);
      if (midTicks > 0) ports.emit({ type: 'benchmark', symbol, source: 'benchmark', midTicks });
      return true;
    }
    const ticker = await market.ticker({ symbol });
    if (isStopped()) return true;
    const isRefused = benchmark !== undefined && toPollEnd(benchmark) === 'refused';
    if (ticker.class === 'data') {
      hasTickerOnly ||= isRefused;
      return formatTicker(ports, instrument, decodeTicker(ticker.value, instrument, profile));
    }
    const refused = isRefused ? benchmark : ticker;
    const end = toPollEnd(refused);
    return end === 'refused' ? reportRefused(ports, symbol, refused) : end;
  };
}

/** Last trade, only with the venue's time of it, since it may be old. */
function formatTicker(
  { emit }: RemotePorts,
  { symbol }: Instrument,
  last: ReturnType<typeof decodeTicker>,
): PollEnd {
  if (!last.ok) return false;
  const { priceTicks: midTicks, at: dealtAt } = last.value;
  if (dealtAt !== undefined)
    emit({ type: 'benchmark', symbol, source: 'ticker', midTicks, dealtAt });
  return true;
}

/** The policy treats it as a refused read: it pauses the symbol until an operator resumes. */
function reportRefused({ emit }: RemotePorts, symbol: string, outcome: NoData): PollEnd {
  emit(toPollEvent('benchmark', symbol, outcome));
  return 'refused';
}

/** An unreadable balance is reported without a figure, and RC30 then pauses everything. */
async function readBalance(
  { client, emit }: RemotePorts,
  currency: string,
  stop: Stop,
): Promise<PollEnd> {
  const outcome = await client.api.custody.balances({ currency });
  if (stop.isStopped) return true;
  const list = outcome.class === 'data' ? outcome.value : [];
  const free = Number(list.find((one) => one.currency === currency)?.available);
  emit({ type: 'balance', currency, ...(Number.isFinite(free) ? { free } : {}) });
  if (outcome.class === 'data') return true;
  const end = toPollEnd(outcome);
  if (end === 'refused') emit(toPollEvent('balance', '', outcome));
  return end;
}
