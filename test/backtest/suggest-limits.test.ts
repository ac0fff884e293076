// Limits suggested for a session: under them nothing of it is refused, and its path is the same.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runBacktest, suggestLimits } from '../../backtest/index.js';
import { formatLimits } from '../../src/cli/check/limits.js';
import { unwrap } from '../../src/domain/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';

const RECORDING = resolve('config/recordings/EURUSD-2026-07-13T12.csv');

/** Buys two million at the bid with each rate, and rests a little beside it. */
const EAGER = `import { defineStrategy, limit } from 'weir';
import { map, mergeMap, skip } from 'rxjs';
import { z } from 'zod';
export default defineStrategy({
  id: 'eager', summary: 'Asks with each rate.', params: z.strictObject({}),
  run: (ctx) => ctx.rates('EUR/USD').pipe(skip(1), map(({ bid }) => limit({
    symbol: 'EUR/USD', side: 'Buy', size: 2_000_000, price: bid, timeInForce: 'FOK',
  }))),
});
`;

/** Crosses the spread with each rate, there and back: it loses all the time. */
const CHURN = `import { defineStrategy, limit } from 'weir';
import { map, skip } from 'rxjs';
import { z } from 'zod';
export default defineStrategy({
  id: 'churn', summary: 'Loses the spread.', params: z.strictObject({}),
  run: (ctx) => ctx.rates('EUR/USD').pipe(skip(1), map(({ bid, offer }, index) => limit({
    symbol: 'EUR/USD', side: index % 2 === 0 ? 'Buy' : 'Sell', size: 5_000_000,
    price: index % 2 === 0 ? offer : bid, timeInForce: 'IOC',
  }))),
});
`;

function write(limits: string, strategy = EAGER) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-suggest-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'own.ts'), strategy);
  const session = join(folder, 'session.yaml');
  const minutes = strategy === CHURN ? '10' : '05';
  const recording = `recording: { file: ${RECORDING}, endAt: 2026-07-13T12:${minutes}:00Z }`;
  writeFileSync(
    session,
    `name: own\n${recording}\n${limits}\nstrategies: [{ strategy: ./own.ts }]\n`,
  );
  return session;
}

async function run(limits: string, strategy = EAGER) {
  const plan = unwrap(await loadPlan(write(limits, strategy), new Map()));
  const { collector, digest, endAt } = unwrap(runBacktest(plan));
  const { halts, observed, orders, refusals: all } = collector.finish(endAt, digest);
  // The venue's own: some rates of the recording are half a minute apart.
  const refusals = all.filter(({ rule }) => rule !== 'RC16');
  return { halts: halts.rows, observed, orders: orders.rows.length + orders.leftOut, refusals };
}

it('session without limits has no refusal, and reports what paper would stop', async () => {
  const { halts, observed, orders, refusals } = await run('');
  expect([halts, refusals]).toEqual([[], []]);
  expect(orders).toBeGreaterThan(100);
  expect(observed.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['RC04', 'RC05', 'RC33']),
  );
});

it('session with stated default limits refuses as before', async () => {
  const { observed, refusals } = await run('limits: {}');
  expect(refusals.map(({ rule }) => rule)).toContain('RC02');
  expect(observed).toEqual([]);
});

it.each([
  ['large orders', EAGER, /^maxOrderSize:\n {2}G10: 2000000$/m],
  ['losses', CHURN, /^dailyLoss:\n {2}maxPerStrategy: \d+$/m],
])('session of %s has no refusal under its suggested limits', async (...one) => {
  const [, strategy, expected] = one;
  const free = await run('', strategy);
  const plan = unwrap(await loadPlan(write('', strategy), new Map()));
  const text = formatLimits(unwrap(suggestLimits(plan)), 'own');
  expect(text).toMatch(expected);
  const bound = await run(`limits:\n${text.replaceAll(/^/gm, '  ')}`, strategy);
  expect([bound.refusals, bound.halts]).toEqual([[], []]);
  expect(bound.orders).toBe(free.orders);
});
