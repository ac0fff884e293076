// Invariants of every order of every type, whatever the market does.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EXEC_FLAGS,
  isTerminalStatus,
  ORDER_TYPES,
  PEG_PRICE_TYPES,
  TIMES_IN_FORCE,
} from '../../../src/domain/orders/index.js';
import { type Asked, VenueHarness } from '../../venue/orders/harness.js';
import { countRuns } from '../../runs.js';

const ticks = fc.integer({ min: 109_980, max: 110_020 });
const price = ticks.map((tick) => tick / 1e5);
const size = fc.integer({ min: 100_000, max: 30_000_000 }).map((cents) => cents / 100);

const order: fc.Arbitrary<Asked> = fc
  .record({
    type: fc.constantFrom(...ORDER_TYPES),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    side: fc.constantFrom('Buy', 'Sell'),
    currency: fc.constantFrom('EUR', 'EUR', 'USD'),
    size,
    price,
    expiryTime: fc.constantFrom(1, 2, 3),
    valueDate: fc.constant('2026-01-08'),
    stopPrice: price,
    execFlags: fc.constantFrom(...EXEC_FLAGS).map((flag) => [flag]),
    pegPriceType: fc.constantFrom(...PEG_PRICE_TYPES),
    pegOffsetValue: fc.integer({ min: -20, max: 20 }).map((tenths) => tenths / 10),
    minQty: fc.oneof(fc.constant(0), fc.constantFrom(10_000, 500)),
    maxShow: fc.oneof(fc.constant(0), fc.constantFrom(20_000, 1_000)),
    targetStrategy: fc.constant('TWAP'),
    sliceInterval: fc.constantFrom(100, 333),
    passiveTimeFactorPercentage: fc.constantFrom(0, 50, 100),
    randomizeSliceSizePercentage: fc.constantFrom(0, 30),
    randomizeSliceIntervalPercentage: fc.constantFrom(0, 30),
    tobRange: fc.constantFrom(10, 150),
  })
  .map((asked) => ({ ...asked, ...(asked.type === 'Algo' ? { timeInForce: 'GTC' } : {}) }));

const step = fc.oneof(
  fc.record({
    kind: fc.constant('rate' as const),
    bid: ticks,
    spread: fc.integer({ min: 0, max: 20 }),
    bidSize: size,
    offerSize: size,
  }),
  fc.record({ kind: fc.constant('place' as const), order }),
  fc.record({
    kind: fc.constantFrom('cancel' as const, 'suspend' as const, 'resume' as const),
    pick: fc.nat(),
  }),
);
const script = fc.array(fc.tuple(fc.nat({ max: 400 }), step), { minLength: 20, maxLength: 60 });
type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

interface Outcome {
  readonly harness: VenueHarness;
  readonly coIds: readonly string[];
}

function play(steps: Script): Outcome {
  const harness = new VenueHarness();
  const coIds: string[] = [];
  let hasRate = false;
  let ms = 0;
  for (const [wait, action] of steps) {
    ms += wait;
    harness.moveTo(ms);
    if (action.kind === 'rate') {
      const { bid, spread, bidSize, offerSize } = action;
      harness.rate(ms, bid / 1e5, (bid + spread) / 1e5, bidSize, offerSize);
      hasRate = true;
    } else if (action.kind === 'place') {
      const rateId = hasRate ? harness.rateId() : 'none';
      const answer = harness.place({ ...action.order, rateId });
      if (/^o-\d+$/.test(answer)) coIds.push(answer);
    } else if (coIds.length > 0) {
      const coId = coIds[action.pick % coIds.length]!;
      if (action.kind === 'cancel') harness.cancel(coId);
      else if (action.kind === 'suspend') harness.suspend(coId);
      else harness.resume(coId);
    }
  }
  harness.moveTo(ms + 5_000);
  return { harness, coIds };
}

describe('venue order', () => {
  it('trades at most its size, within its price, its least size first', () => {
    let fills = 0;
    fc.assert(
      fc.property(script, (steps) => {
        const { harness, coIds } = play(steps);
        fills += harness.trades.length;
        for (const coId of coIds) {
          const view = harness.view(coId);
          const { details, type, priceTicks, side } = view;
          const own = harness.trades.filter((trade) => trade.coId === coId);
          const amounts = own.map((trade) => trade.termUnits ?? trade.units);
          const total = amounts.reduce((sum, one) => sum + one, 0);
          expect(view.cumUnits).toBe(total);
          expect(total).toBeLessThanOrEqual(view.units);
          expect(view.status === 'FILLED').toBe(total === view.units);
          const least = details?.minUnits ?? 0;
          expect(amounts[0] ?? least).toBeGreaterThanOrEqual(least);
          if (type === 'AtBest') continue;
          const buysBase = (side === 'Buy') !== (details?.inTerm === true);
          for (const trade of own) {
            const isWithin = buysBase
              ? trade.priceTicks <= priceTicks
              : trade.priceTicks >= priceTicks;
            expect(isWithin).toBe(true);
          }
        }
      }),
      { numRuns: countRuns(300) },
    );
    expect(fills).toBeGreaterThan(countRuns(1_000));
  });

  it('ends once, and nothing happens to it afterwards', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const { harness, coIds } = play(steps);
        for (const coId of coIds) {
          const { status, timeInForce, cumUnits, units, type } = harness.view(coId);
          const isImmediate = timeInForce === 'IOC' || timeInForce === 'FOK';
          const mayWait = type === 'Stop' || type === 'StopLimit';
          if (isImmediate && !mayWait) expect(isTerminalStatus(status)).toBe(true);
          if (timeInForce === 'GTT') expect(isTerminalStatus(status)).toBe(true);
          if (timeInForce === 'FOK') expect([0, units]).toContain(cumUnits);
        }
        const before = coIds.map((coId) => harness.state(coId));
        const ended = before.filter((state) => /^(FILLED|EXPIRED|CANCELED)/.test(state));
        harness.rate(31_000, 1.1, 1.1);
        harness.rate(31_100, 1.09, 1.091);
        harness.rate(31_200, 1.11, 1.111);
        const after = coIds.map((coId) => harness.state(coId));
        expect(
          after.filter((state, i) => before[i] !== state && ended.includes(before[i]!)),
        ).toEqual([]);
      }),
      { numRuns: countRuns(200) },
    );
  });

  it('has the same life in every run', () => {
    fc.assert(
      fc.property(script, (steps) => {
        expect(play(steps).harness.trades).toEqual(play(steps).harness.trades);
      }),
      { numRuns: countRuns(50) },
    );
  });
});
