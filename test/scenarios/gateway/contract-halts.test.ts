// One contract, two gateways: an order approved in a step that halts does not leave either.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runBacktest } from '../../../backtest/index.js';
import type { OrderView } from '../../../src/domain/events/index.js';
import { MILLISECOND, unwrap } from '../../../src/domain/index.js';
import { readJournal } from '../../../src/journal/index.js';
import { SILENT_SINK } from '../../../src/kernel/index.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runStepped } from '../../backtest/stepped-session.js';
import { START } from '../../simulator/harness.js';

/** In one step: an order, one that no strategy may ask for, and the end of an order that rests. */
const STUMBLER = `
import { cancel, defineStrategy, limit, symbol } from 'weir';
import { concatMap, from, take } from 'rxjs';
import { z } from 'zod';

export default defineStrategy({
  id: 'stumbler',
  summary: 'Asks for what halts it, once.',
  params: z.strictObject({ symbol: symbol(), bad: z.boolean() }),
  run: ({ params: { symbol, bad }, place, rates }) => {
    let seen = 0;
    let resting = 0;
    const order = (size, price) => {
      return { type: 'Limit', timeInForce: 'IOC', side: 'Buy', symbol, size, price };
    };
    return rates(symbol).pipe(
      take(20),
      concatMap(({ offer }) => {
        seen += 1;
        if (seen === 6) {
          const rest = { ...order(30_000, offer - 0.0005), timeInForce: 'GTT', expiryTime: 60 };
          resting = place(rest);
        }
        if (seen !== 12) return from([]);
        place(order(10_000, offer));
        if (bad) place(order(-1, offer));
        return from([cancel(resting)]);
      }),
    );
  },
});
`;

/** An order that the venue turns down with a 400 that has no code. */
const UNSAID = `
import { defineStrategy, symbol } from 'weir';
import { concatMap, from, take } from 'rxjs';
import { z } from 'zod';

export default defineStrategy({
  id: 'unsaid',
  summary: 'Waits half a millisecond, which the venue does not do, once.',
  params: z.strictObject({ symbol: symbol() }),
  run: ({ params: { symbol }, place, rates }) => {
    let seen = 0;
    return rates(symbol).pipe(
      take(20),
      concatMap(({ offer }) => {
        seen += 1;
        if (seen !== 6) return from([]);
        const order = { type: 'AtBest', timeInForce: 'FOK', side: 'Buy', symbol, size: 10_000 };
        const details = { targetStrategy: 'TWAP', passiveTime: 0.5 };
        place({ ...order, type: 'Algo', timeInForce: 'GTC', price: offer, details });
        return from([]);
      }),
    );
  },
});
`;

const LIMITS =
  'accountCurrency: USD\nallowedOrderTypes: { types: [Limit/IOC, Limit/GTT, Algo/GTC] }\n';

const LATENCY = { rates: 5 * MILLISECOND, orders: 20 * MILLISECOND, replies: 20 * MILLISECOND };

const ROWS = Array.from({ length: 40 }, (_, i) => {
  const bid = 110_000 + ((i * 7) % 5);
  const texts = [bid, bid + 4].map((ticks) => (ticks / 100_000).toFixed(5));
  return `${i * 2_000},EUR/USD,${texts.join(',')},5000000,5000000`;
});

type Strategies = readonly { readonly name: string; readonly params: object }[];

interface Case {
  readonly text: string;
  readonly strategies: Strategies;
}

const STUMBLE: Case = {
  text: STUMBLER,
  strategies: [
    { name: 'falls', params: { symbol: 'EUR/USD', bad: true } },
    { name: 'stands', params: { symbol: 'EUR/USD', bad: false } },
  ],
};

function createCase({ text, strategies }: Case) {
  const dir = mkdtempSync(join(tmpdir(), 'weir-contract-'));
  const strategy = join(dir, 'strategy.ts');
  writeFileSync(strategy, text);
  const limits = join(dir, 'limits.yaml');
  writeFileSync(limits, LIMITS);
  const config = {
    limits,
    name: 'contract',
    seed: 3,
    models: { latency: { rates: '5ms', orders: '20ms', replies: '20ms' } },
    polling: { rates: '500ms' },
    strategies: strategies.map((one) => ({ ...one, strategy })),
  };
  return { dir, config };
}

/** What came of each strategy, in words. */
class Outcome {
  readonly halts: string[] = [];
  readonly fills: string[] = [];
  readonly kept: string[] = [];
  readonly ends: string[] = [];

  halted({ scope, strategy, rule }: Readonly<Record<'scope' | 'strategy' | 'rule', string>>): void {
    this.halts.push(`${rule} ${scope} ${strategy}`);
  }

  order({ isTerminal, reason, state }: OrderView): void {
    if (isTerminal) this.ends.push(`${state} ${reason}`);
  }

  filled({ strategy, units }: { readonly strategy: string; readonly units: number }): void {
    this.fills.push(`${strategy} ${String(units)}`);
  }
}

async function runLocally(one: Case): Promise<Outcome> {
  const { dir, config } = createCase(one);
  const rates = ROWS.map((row) => row.replace(/^\d+/, (ms) => String(START + Number(ms))));
  const lines = ['time,symbol,bid,offer,bidSize,offerSize', ...rates, ''];
  writeFileSync(join(dir, 'rates.csv'), lines.join('\n'));
  const file = join(dir, 'config.yaml');
  writeFileSync(file, JSON.stringify({ ...config, recording: { file: 'rates.csv' } }));
  const outcome = new Outcome();
  const states = new Map<string, string>();
  const messages: string[] = [];
  const end = runBacktest(unwrap(await loadPlan(file, new Map())), {
    notify: (message) => messages.push(message),
    tap: {
      ...SILENT_SINK,
      halted: (halt) => outcome.halted(halt),
      fill: (fill) => outcome.filled(fill),
      order: (view) => {
        outcome.order(view);
        if (view.state === 'ABANDONED') states.set(view.coId, view.reason);
      },
    },
  });
  expect(unwrap(end).isDone).toBe(true);
  for (const [coId, reason] of states) {
    outcome.kept.push(reason);
    expect(messages).toContain(`not sent: ${coId}: ${reason}`);
  }
  return outcome;
}

async function runRemotely(one: Case): Promise<Outcome> {
  const { config } = createCase(one);
  const outcome = new Outcome();
  const { folder, end } = await runStepped({
    rows: ROWS,
    config,
    venue: { latency: LATENCY },
    watchOrder: (view) => {
      outcome.order(view);
    },
  });
  expect(end.bug).toBeUndefined();
  for (const record of readJournal(join(folder, 'journal'))) {
    const { type, data } = unwrap(record);
    if (type === 'halt') outcome.halted(data as Parameters<Outcome['halted']>[0]);
    if (type === 'fill') outcome.filled(data as Parameters<Outcome['filled']>[0]);
    if (type === 'egress') outcome.kept.push((data as { readonly reason: string }).reason);
  }
  return outcome;
}

it('both gateways stop the order of a step that halts its strategy', async () => {
  const local = await runLocally(STUMBLE);
  expect(local).toEqual({
    halts: ['RC08 strategy falls'],
    // The other one trades on, and the order that rested has ended.
    fills: ['stands 1000000'],
    kept: ['RC69: trading is halted, or paused until an operator resumes it'],
    ends: ['ABANDONED RC69: trading is halted, or paused until an operator resumes it', 'FILLED '],
  });
  expect(await runRemotely(STUMBLE)).toEqual(local);
});

it('both gateways report an order as rejected that the venue rejects without a code', async () => {
  const one = { text: UNSAID, strategies: [{ name: 'unsaid', params: { symbol: 'EUR/USD' } }] };
  const local = await runLocally(one);
  expect(local.ends).toEqual([
    'REJECTED passiveTime must be whole milliseconds from 0 to 604800000.',
  ]);
  expect(await runRemotely(one)).toEqual(local);
});
