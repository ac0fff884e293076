// A manual call passes the risk rules of its venue: those of live in live.
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { MILLISECOND, unwrap } from '../../src/domain/index.js';
import { type Route, ROUTES } from '../../src/protocol/index.js';
import type { Plan } from '../../src/plan/plan.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { realPorts } from '../../src/host/index.js';
import { checkManualCall } from '../../src/manual-calls/risk-check.js';
import { createSessionClock } from '../../src/host/session-clock.js';

const CONFIG = fileURLToPath(new URL('../../config/paper.yaml', import.meta.url));
const VENUE = { baseUrl: 'https://venue.example', user: 'algo1', org: 'DeskOrg' };
const BANDS = { 'EUR/USD': [0.7, 1.8] };
const ORDER = { symbol: 'EUR/USD', currency: 'EUR', side: 'Buy', size: 1_000 };
const INPUT = { ...ORDER, type: 'Limit', timeInForce: 'IOC', price: 1.1, coId: 'x-1' };
const TUESDAY = Date.UTC(2026, 6, 14, 12);
const SATURDAY = Date.UTC(2026, 6, 18, 12);

let paper: Plan;

beforeAll(async () => {
  paper = unwrap(await loadPlan(CONFIG, await loadRegistry(), 'off'));
});

/** Controls that refuse the order, or another call. */
async function evaluate(
  environment: 'test' | 'live',
  atMs: number,
  bands: object = BANDS,
  [route, input]: readonly [Route, object] = [ROUTES.placeOrder, INPUT],
) {
  const venue = { ...VENUE, environment } as unknown as Plan['config']['venue'];
  const rules = { ...paper.limits.rules };
  rules['RC21'] = { ...(rules['RC21'] as object), bands };
  const limits = { ...paper.limits, rules };
  const plan: Plan = { ...paper, limits, config: { ...paper.config, venue } };
  const clock = createSessionClock(atMs * MILLISECOND, 1, realPorts.clock);
  const read = {
    activeOrders: () => Promise.resolve({ class: 'data', status: 200, value: [] }),
    spotRate: () => {
      const sizes = { bidUnits: 100_000_000, offerUnits: 100_000_000 };
      const value = { bidTicks: 109_999, offerTicks: 110_000, ...sizes, venueAt: clock.now() };
      return Promise.resolve({ class: 'data', status: 200, value });
    },
  };
  const client = read as unknown as Parameters<typeof checkManualCall>[2]['client'];
  const pause = () => Promise.resolve();
  const evaluated = await checkManualCall(route, { ...input }, { plan, client, clock, pause });
  return unwrap(evaluated).refusals.map(({ rule }) => rule);
}

it('manual call passes at a weekend in test, and not in live', async () => {
  expect(await evaluate('test', SATURDAY)).toEqual([]);
  expect(await evaluate('live', SATURDAY)).toEqual(['RC70']);
});

it('manual call passes live within hours and by the band, without a second source', async () => {
  expect(await evaluate('live', TUESDAY)).toEqual([]);
  expect(await evaluate('live', TUESDAY, { 'EUR/USD': [1.2, 1.8] })).toEqual(['RC21']);
  expect(await evaluate('live', TUESDAY, {})).toEqual(['RC21']);
});

it('manual call books no spot rate that is a tenth off the market', async () => {
  const judgeBooking = (terms: object) => {
    const deal = { symbol: 'EUR/USD', side: 'BUY', dealtIns: 'EUR', dealtAmount: 1_000 };
    return evaluate('test', TUESDAY, BANDS, [ROUTES.bookTrade, { ...deal, ...terms }]);
  };
  expect(await judgeBooking({ type: 'Spot', rate: 1.2099 })).toEqual([]);
  expect(await judgeBooking({ type: 'Spot', rate: 1.2101 })).toEqual(['RC14']);
  expect(await judgeBooking({ type: 'Spot', rate: 0.9899 })).toEqual(['RC14']);
  expect(await judgeBooking({ type: 'Spot', rate: 109.99 })).toEqual(['RC14']);
  expect(await judgeBooking({ type: 'Outright', rate: 1.4, spotRate: 1.1 })).toEqual([]);
  expect(await judgeBooking({ type: 'Outright', rate: 1.1, spotRate: 11 })).toEqual(['RC14']);
});
