// Reads what rules compare and count with: the mid of another source, and what is free to spend.
import { type Instrument, type Micros, MILLISECOND, SECOND } from '../domain/index.js';
import { createGrid } from '../streams/index.js';
import type { RemotePorts } from './remote-ports.js';

/** Between two benchmarks, one symbol after the other (RC21). */
const BENCHMARK_EVERY: Micros = 10 * SECOND;
/** Between two balances; they count for a minute (RC30). */
const BALANCE_EVERY: Micros = 20 * SECOND;

/** What is read besides rates, orders and positions. */
export interface WatchOptions {
  /** Benchmarks of all instruments, in turn. */
  readonly benchmarks?: boolean;
  /** The free balance in this currency. */
  readonly balanceOf?: string;
}

/** Reads until stopped. */
export function watchVenue(
  ports: RemotePorts,
  instruments: readonly Instrument[],
  { benchmarks = false, balanceOf }: WatchOptions,
): { stop(): void } {
  const { clock, poller } = ports;
  const stop = { isStopped: false };
  const poll = (key: string, interval: Micros, ask: () => Promise<boolean>) =>
    poller.poll({
      ...{ key: `watch/${key}`, lane: 'data', share: 'queries', ask },
      // The first at once.
      schedule: createGrid(clock.now() + MILLISECOND, interval),
    });
  let turn = 0;
  const polls = [
    ...(benchmarks && instruments.length > 0
      ? [
          poll('benchmark', BENCHMARK_EVERY, () => {
            const instrument = instruments[turn++ % instruments.length];
            return instrument === undefined
              ? Promise.resolve(true)
              : readBenchmark(ports, instrument, stop);
          }),
        ]
      : []),
    ...(balanceOf === undefined
      ? []
      : [poll('balance', BALANCE_EVERY, () => readBalance(ports, balanceOf, stop))]),
  ];
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

/** A venue that has none of a symbol is no fault: the absolute band still holds. */
async function readBenchmark(
  { client, emit }: RemotePorts,
  { symbol, ticksPerUnit }: Instrument,
  stop: Stop,
): Promise<boolean> {
  const outcome = await client.api.market.benchmark({ symbol });
  if (stop.isStopped || outcome.class !== 'data') return outcome.class !== 'failed';
  const midTicks = Math.round(outcome.value.rate * ticksPerUnit);
  if (midTicks > 0) emit({ type: 'benchmark', symbol, source: 'benchmark', midTicks });
  return true;
}

/** What cannot be read is told as such: RC30 pauses everything then. */
async function readBalance(
  { client, emit }: RemotePorts,
  currency: string,
  stop: Stop,
): Promise<boolean> {
  const outcome = await client.api.custody.balances({ currency });
  if (stop.isStopped) return true;
  const list = outcome.class === 'data' ? outcome.value : [];
  const free = Number(list.find((one) => one.currency === currency)?.available);
  emit({ type: 'balance', currency, ...(Number.isFinite(free) ? { free } : {}) });
  return outcome.class !== 'failed';
}
