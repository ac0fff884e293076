// Backtests from a configuration: timers between rates, latency, equal times, repeatability.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBacktest } from '../../backtest/index.js';
import type { Fill } from '../../src/domain/events/index.js';
import { SECOND, unwrap } from '../../src/domain/index.js';
import type { PlaceCommand } from '../../src/domain/orders/index.js';
import { loadRegistry } from '../../src/cli/registry.js';
import { summarise } from '../../src/report/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';

/** 2026-07-13T12:00:00Z. */
const START_MS = 1_783_944_000_000;
const START = START_MS * 1_000;

interface Case {
  /** Milliseconds after the start, bid, offer; sizes are 1,000,000. */
  readonly rates: readonly (readonly [number, number, number])[];
  readonly models?: string;
  readonly strategy: string;
  readonly limits?: string;
}

/** Writes recording and configuration into a folder of their own and runs them. */
async function run({ rates, models = '{}', strategy, limits = '{}' }: Case) {
  const dir = mkdtempSync(join(tmpdir(), 'weir-backtest-'));
  const rows = rates.map(([ms, bid, offer]) => `${START_MS + ms},EUR/USD,${bid},${offer},1e6,1e6`);
  const text = rows.join('\n').replaceAll('1e6', '1000000');
  writeFileSync(join(dir, 'rates.csv'), `time,symbol,bid,offer,bidSize,offerSize\n${text}\n`);
  writeFileSync(join(dir, 'limits.yaml'), limits);
  writeFileSync(
    join(dir, 'config.yaml'),
    `name: case\nrecording: { file: rates.csv }\nlimits: limits.yaml\nmodels: ${models}\n` +
      `polling: { view: every }\n` +
      `strategies:\n  - ${strategy}\n`,
  );
  const plan = unwrap(await loadPlan(join(dir, 'config.yaml'), await loadRegistry()));
  const commands: { at: number; readonly command: PlaceCommand }[] = [];
  const fills: Fill[] = [];
  const ignore = () => undefined;
  const outcome = unwrap(
    runBacktest(plan, {
      tap: {
        command: (command) => {
          if (command.kind === 'place') commands.push({ at: 0, command });
        },
        order: (view) => {
          // An order is shown right after its command.
          const last = commands.at(-1);
          if (last?.at === 0) last.at = view.at;
        },
        fill: (fill) => fills.push(fill),
        parent: ignore,
        quotes: ignore,
        busted: ignore,
        unstarted: ignore,
        refused: ignore,
        note: ignore,
        halted: ignore,
        alert: ignore,
        ask: ignore,
      },
    }),
  );
  return { outcome, commands, fills };
}

/** A rate every 10 s. */
const SPARSE = Array.from({ length: 30 }, (_, i) => [i * 10_000, 1.1, 1.1001] as const);
const TWAP =
  '{ strategy: twap, params: { symbol: EUR/USD, side: Buy, size: 400000, ' +
  'duration: 28s, slices: 4 } }';

describe('backtest', () => {
  it('fires timers at their own times, between rates', async () => {
    const { commands, fills } = await run({ rates: SPARSE, strategy: TWAP });
    // The third rate starts the parent at 20 s; a slice every 7 s from there.
    expect(commands.map(({ at }) => (at - START) / SECOND)).toEqual([20, 27, 34, 41]);
    expect(fills.map(({ executedAt }) => (executedAt - START) / SECOND)).toEqual([20, 27, 34, 41]);
    expect(
      fills.every(({ units, priceTicks }) => units === 10_000_000 && priceTicks === 110_010),
    ).toBe(true);
  });

  it('applies the latency of orders and replies', async () => {
    const models = '{ latency: { rates: 50ms, orders: 200ms, replies: 300ms } }';
    const { commands, fills } = await run({ rates: SPARSE, models, strategy: TWAP });
    expect((commands[0]!.at - START) / SECOND).toBeCloseTo(20.05, 6);
    expect((fills[0]!.executedAt - START) / SECOND).toBeCloseTo(20.25, 6);
    expect((fills[0]!.at - START) / SECOND).toBeCloseTo(20.55, 6);
  });

  it('draws latencies from a table, the same each time', async () => {
    const table = '{ min: 100ms, p50: 200ms, p90: 300ms, p99: 400ms, max: 900ms }';
    const models = `{ latency: { orders: ${table}, replies: ${table} } }`;
    const { commands, fills, outcome } = await run({ rates: SPARSE, models, strategy: TWAP });
    const gaps = fills.map(({ executedAt }, i) => (executedAt - commands[i]!.at) / SECOND);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.1);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0.9);
    expect(new Set(gaps).size).toBe(fills.length);
    const replies = fills.map(({ executedAt, at }) => (at - executedAt) / SECOND);
    expect(Math.min(...replies)).toBeGreaterThanOrEqual(0.1);
    expect(new Set(replies).size).toBe(fills.length);
    const again = await run({ rates: SPARSE, models, strategy: TWAP });
    expect(again.outcome.digest).toBe(outcome.digest);
  });

  it('names the quantile that is below the previous one', async () => {
    const models = '{ latency: { orders: { p50: 30ms, p90: 20ms, p99: 40ms, max: 50ms } } }';
    await expect(run({ rates: SPARSE, models, strategy: TWAP })).rejects.toThrow(
      /models\.latency\.orders.*expected at least p50, which is 30ms/,
    );
  });

  it('moves the rate against an order, and gives the provider last look', async () => {
    const impact = '{ shape: linear, pips: 1, size: 100000, decay: 14s }';
    const models = `{ impact: ${impact}, lastLook: { hold: 300ms, maxMove: 1 } }`;
    const { commands, fills } = await run({ rates: SPARSE, models, strategy: TWAP });
    const waits = fills.map(({ executedAt }, i) => (executedAt - commands[i]!.at) / SECOND);
    expect(waits).toEqual([0.3, 0.3, 0.3, 0.3]);
    // A pip each, and of the moves before half is left 7 s later (6.7 s after the trade).
    const ticks = [10];
    for (let i = 1, left = 0; i < 4; i++) {
      left = (left + 10) * (i === 1 ? 1 - 6.7 / 14 : 1 - 6.7 / 14);
      ticks.push(Math.round(left + 10));
    }
    expect(fills.map(({ priceTicks }) => priceTicks - 110_010)).toEqual(ticks);
  });

  it('reports fees, which change no trade', async () => {
    const models = '{ fees: { USD: { perMillion: 100 } } }';
    const { outcome } = await run({ rates: SPARSE, models, strategy: TWAP });
    const free = await run({ rates: SPARSE, strategy: TWAP });
    expect(outcome.digest).toBe(free.outcome.digest);
    const { collector, endAt, digest } = outcome;
    // Four times 100,000 at 1.1001.
    const [row] = summarise(collector.finish(endAt, digest)).rows;
    expect(row).toMatchObject({ pnl: '-20.00', fees: '44.00', netPnl: '-64.00' });
  });

  it('requires the fees of each currency that is paid', async () => {
    const models = '{ fees: { JPY: { perMillion: 100 } } }';
    await expect(run({ rates: SPARSE, models, strategy: TWAP })).rejects.toThrow(
      /models\.fees.*expected the fees of USD \(the term of EUR\/USD\), found JPY/,
    );
  });

  it.each([0.001, 1e14])('requires the volume of a tier to be an amount: %d', async (from) => {
    const tiers = `[{ from: ${String(from)}, perMillion: 1 }]`;
    const models = `{ fees: { USD: { perMillion: 3, tiers: ${tiers} } } }`;
    await expect(run({ rates: SPARSE, models, strategy: TWAP })).rejects.toThrow(
      /models\.fees\.USD\.tiers\[0\]\.from.*expected an amount of USD, of at most 2 decimals/,
    );
  });

  it('fills at the next rate when configured', async () => {
    const rates = SPARSE.map(([ms, bid, offer], i) =>
      i === 3 ? ([ms, 1.1002, 1.1003] as const) : ([ms, bid, offer] as const),
    );
    const models = '{ fillTiming: next-rate }';
    const { fills } = await run({ rates, models, strategy: TWAP });
    // Sent at 20 s and 27 s, both meet the rate of 30 s.
    expect(fills.slice(0, 2).map(({ executedAt }) => (executedAt - START) / SECOND)).toEqual([
      30, 30,
    ]);
    expect(fills[0]!.priceTicks).toBe(110_030);
  });

  it('lets an order that arrives with a rate meet the previous rate', async () => {
    const rates = [...SPARSE.slice(0, 3), [20_200, 1.1002, 1.1003] as const, ...SPARSE.slice(3)];
    const models = '{ latency: { orders: 200ms } }';
    const { fills } = await run({ rates, models, strategy: TWAP });
    expect(fills[0]!.priceTicks).toBe(110_010);
    expect((fills[0]!.executedAt - START) / SECOND).toBe(20.2);
  });

  it('gives the same digest for the same input, and another for another', async () => {
    const first = await run({ rates: SPARSE, strategy: TWAP });
    const second = await run({ rates: SPARSE, strategy: TWAP });
    const other = await run({
      rates: SPARSE.map(([ms, bid, offer]) => [ms, bid, offer + 0.0001] as const),
      strategy: TWAP,
    });
    expect(second.outcome.digest).toBe(first.outcome.digest);
    expect(other.outcome.digest).not.toBe(first.outcome.digest);
  });

  it('renews a resting order at each expiry, with its rest, until it is filled', async () => {
    // Rests at 1.09990 from 20 s on; the offer falls to it at 250 s.
    const rates = SPARSE.map(([ms], i) => {
      if (ms >= 250_000) return [ms, 1.0998, 1.0999] as const;
      return [ms, 1.1, i % 2 === 0 ? 1.1001 : 1.1002] as const;
    });
    const strategy =
      '{ strategy: resting, params: { symbol: EUR/USD, side: Buy, size: 400000, ' +
      'limitPrice: 1.0999, duration: 10m, life: 60s } }';
    const { commands, fills } = await run({ rates, strategy });
    const [first] = commands;
    const life = first!.command.expirySeconds;
    expect(life).toBeGreaterThanOrEqual(45);
    expect(life).toBeLessThanOrEqual(60);
    const seconds = commands.map(({ at }) => (at - START) / SECOND);
    const due = Array.from({ length: Math.ceil(230 / life) }, (_, i) => 20 + i * life);
    expect(seconds).toEqual(due);
    expect(commands.every(({ command }) => command.timeInForce === 'GTT')).toBe(true);
    expect(new Set(commands.map(({ command }) => command.coId)).size).toBe(due.length);
    expect(fills).toMatchObject([{ units: 40_000_000, priceTicks: 109_990 }]);
  });

  it('ends with its strategies, long before the recording does', async () => {
    const { outcome } = await run({ rates: SPARSE, strategy: TWAP });
    expect(outcome.isDone).toBe(true);
    expect((outcome.endAt - START) / SECOND).toBe(41);
  });

  it('stops what is still running at the end of the recording', async () => {
    const { outcome, fills } = await run({ rates: SPARSE.slice(0, 4), strategy: TWAP });
    expect(outcome.isDone).toBe(true);
    expect(fills).toHaveLength(2);
  });
});
