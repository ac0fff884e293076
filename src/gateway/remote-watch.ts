// Reads what rules compare and count with: the mid of another source, and what is free to spend.
import { type Instrument, type Micros, MILLISECOND, SECOND } from '../domain/index.js';
import { decodeTicker, type VenueProfile } from '../protocol/index.js';
import {
  createGrid,
  type NoData,
  type PollEnd,
  type Schedule,
  toPollEnd,
  toPollEvent,
} from '../streams/index.js';
import type { RemotePorts } from './remote-ports.js';

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
export function watchVenue(
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
    const ask = () => readOther(ports, instrument, { stop, profile });
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

/** A venue that has neither of a symbol is no fault: the absolute band still holds. */
async function readOther(
  ports: RemotePorts,
  instrument: Instrument,
  reading: Reading,
): Promise<PollEnd> {
  const { client, emit } = ports;
  const { symbol, ticksPerUnit } = instrument;
  const outcome = await client.api.market.benchmark({ symbol });
  if (reading.stop.isStopped) return true;
  if (outcome.class !== 'data') {
    const isRefused = toPollEnd(outcome) === 'refused';
    return isRefused ? tellRefused(ports, symbol, outcome) : readTicker(ports, instrument, reading);
  }
  const midTicks = Math.round(outcome.value.rate * ticksPerUnit);
  if (midTicks > 0) emit({ type: 'benchmark', symbol, source: 'benchmark', midTicks });
  return true;
}

/** The last trade, where the venue says when it was: it may be of long ago. */
async function readTicker(
  ports: RemotePorts,
  instrument: Instrument,
  { stop, profile }: Reading,
): Promise<PollEnd> {
  const { client, emit } = ports;
  const { symbol } = instrument;
  const outcome = await client.api.market.ticker({ symbol });
  if (stop.isStopped) return true;
  if (outcome.class !== 'data') {
    const end = toPollEnd(outcome);
    return end === 'refused' ? tellRefused(ports, symbol, outcome) : end;
  }
  const last = decodeTicker(outcome.value, instrument, profile);
  if (!last.ok) return false;
  const { priceTicks: midTicks, at: dealtAt } = last.value;
  if (dealtAt === undefined) return true;
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
