// Reads what rules compare and count with: the mid of another source, and what is free to spend.
import { type Instrument, type Micros, MILLISECOND, SECOND } from '../../domain/index.js';
import { decodeTicker, type VenueProfile } from '../../protocol/index.js';
import {
  createGrid,
  type NoData,
  type PollEnd,
  type Schedule,
  toPollEnd,
  toPollEvent,
} from '../../polling/index.js';
import type { RemotePorts } from './ports.js';

/** Between two mids of another source, one symbol after the other (RC21). */
const BENCHMARK_EVERY: Micros = 10 * SECOND;
/** Between two balances; they count for a minute (RC30). */
const BALANCE_EVERY: Micros = 20 * SECOND;

/** What is read besides rates, orders and positions. */
export interface WatchOptions {
  /** Benchmarks of all instruments, in turn; where the venue has none, its ticker. */
  readonly benchmarks?: boolean;
  /** The free balance in this currency. */
  readonly balanceOf?: string;
  /** How its ticker is spelled. */
  readonly profile?: VenueProfile;
}

/** Reads until stopped. */
export function startReferencePolls(
  ports: RemotePorts,
  instruments: readonly Instrument[],
  { benchmarks = false, balanceOf, profile }: WatchOptions,
): { stop(): void } {
  const { clock, poller } = ports;
  const stop = { isStopped: false };
  // The first at once.
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
 * Asks for the benchmark, and where there is none for the ticker: for that alone once the venue has
 * refused the benchmark and has a ticker. One that has neither of a symbol is no fault.
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
      return tellTicker(ports, instrument, decodeTicker(ticker.value, instrument, profile));
    }
    const refused = isRefused ? benchmark : ticker;
    const end = toPollEnd(refused);
    return end === 'refused' ? tellRefused(ports, symbol, refused) : end;
  };
}

/** The last trade, where the venue says when it was: it may be of long ago. */
function tellTicker(
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

/** The policy judges it as a refused read: it pauses the symbol until a person resumes. */
function tellRefused({ emit }: RemotePorts, symbol: string, outcome: NoData): PollEnd {
  emit(toPollEvent('benchmark', symbol, outcome));
  return 'refused';
}

/** What cannot be read is told as such: RC30 pauses everything then. */
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
