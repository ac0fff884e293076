// Quantity is conserved: a TWAP against a venue that fills, rejects, loses and delays at random.
import fc from 'fast-check';
import { map, skip, take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../../src/domain/events/index.js';
import { SECOND } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { createRandom } from '../../../src/determinism/index.js';
import { execute } from '../../../src/strategy/index.js';
import { Bot, EUR_USD, PATIENT, THOUSAND } from '../../kernel/harness.js';
import { RandomMarket, RandomVenue, STEP } from '../../algorithms/random-venue.js';
import { countRuns } from '../../runs.js';

interface Case {
  readonly seed: number;
  readonly side: 'Buy' | 'Sell';
  readonly hundreds: number;
  readonly seconds: number;
  readonly slices: number;
  readonly jitter: number;
  readonly atEnd: 'sweep' | 'stop';
  /** Ticks from the first touch to the limit; undefined without a limit. */
  readonly limitAway: number | undefined;
  /** Largest child in thousands. */
  readonly most: number;
}

const cases: fc.Arbitrary<Case> = fc.record({
  seed: fc.nat(),
  side: fc.constantFrom('Buy', 'Sell'),
  hundreds: fc.integer({ min: 10, max: 3_000 }),
  seconds: fc.integer({ min: 5, max: 90 }),
  slices: fc.integer({ min: 1, max: 30 }),
  jitter: fc.integer({ min: 0, max: 9 }).map((tenths) => tenths / 10),
  atEnd: fc.constantFrom('sweep', 'stop'),
  limitAway: fc.option(fc.integer({ min: -10, max: 80 }), { nil: undefined }),
  most: fc.integer({ min: 2, max: 200 }),
});

function toLimit({ side, limitAway }: Case): number | undefined {
  if (limitAway === undefined) return undefined;
  return side === 'Buy' ? 110_010 + limitAway : 110_000 - limitAway;
}

/** All defaults of the limits, but for the size of a child; rejections and doubts halt nothing. */
function createWork(one: Case): Bot {
  const limitTicks = toLimit(one);
  const { seconds, slices, jitter, atEnd } = one;
  return new Bot({
    hands: [],
    seed: one.seed,
    policy: PATIENT,
    limits: { RC04: { G10: one.most * 1_000 }, RC16: {}, RC33: {}, RC36: {}, RC53: 'off' },
    strategies: {
      work: (ctx) =>
        ctx.rates('EUR/USD').pipe(
          skip(2),
          take(1),
          map(() =>
            execute({
              algorithm: 'twap',
              symbol: 'EUR/USD',
              side: one.side,
              size: one.hundreds * 100,
              ...(limitTicks === undefined ? {} : { limitPrice: limitTicks / 100_000 }),
              params: {
                duration: `${seconds}s`,
                slices,
                sizeJitter: jitter,
                intervalJitter: jitter,
                atEnd,
              },
            }),
          ),
        ),
    },
  })
    .warmUp()
    .calibrate();
}

function sumOf(views: Iterable<OrderView>, figure: (view: OrderView) => number): number {
  let sum = 0;
  for (const view of views) sum += figure(view);
  return sum;
}

/** Checks every child sent since the last look against limit, collar, sizes and the market. */
function checkChildren(one: Case, children: readonly PlaceCommand[], market: RandomMarket): void {
  const limitTicks = toLimit(one);
  for (const { units, priceTicks, side } of children) {
    expect(units).toBeGreaterThanOrEqual(EUR_USD.minSize);
    expect(units).toBeLessThanOrEqual(one.most * THOUSAND);
    expect(units % EUR_USD.sizeIncrement).toBe(0);
    const isBuy = side === 'Buy';
    const collar = isBuy
      ? Math.floor((market.offerTicks * 10_005) / 10_000)
      : Math.ceil((market.bidTicks * 9_995) / 10_000);
    const nearer = isBuy ? Math.min : Math.max;
    expect(priceTicks).toBe(limitTicks === undefined ? collar : nearer(collar, limitTicks));
    const isBeyond = isBuy ? market.offerTicks > priceTicks : market.bidTicks < priceTicks;
    expect(isBeyond).toBe(false);
  }
}

/** Plays one case to its end; the number of children and how it ended. */
function play(one: Case) {
  const bot = createWork(one);
  const market = new RandomMarket(bot, createRandom(one.seed, 'market'));
  const venue = new RandomVenue(bot, createRandom(one.seed, 'venue'));
  const whole = one.hundreds * 10_000;
  const latest = new Map<string, OrderView>();
  let [commands, orders] = [0, 0];
  const check = () => {
    checkChildren(one, bot.placed.slice(commands), market);
    commands = bot.placed.length;
    for (const view of bot.orders.slice(orders)) latest.set(view.coId, view);
    orders = bot.orders.length;
    const working = sumOf(latest.values(), (view) => {
      return view.isTerminal ? 0 : view.units - view.filledUnits;
    });
    const filled = sumOf(latest.values(), (view) => view.filledUnits);
    expect(filled + working).toBeLessThanOrEqual(whole);
  };
  check();
  for (let left = one.seconds + 80; left > 0 || !venue.isQuiet; left -= STEP / SECOND) {
    bot.now += STEP;
    bot.wait(0);
    check();
    venue.step();
    market.step();
    check();
  }
  const parent = bot.parents.at(-1)!;
  const filled = sumOf(latest.values(), (view) => view.filledUnits);
  const rest = whole - filled;
  expect(parent).toMatchObject({ units: whole, filledUnits: filled });
  expect(rest).toBeGreaterThanOrEqual(0);
  expect(parent.state).toBe(rest === 0 ? 'DONE' : 'STOPPED');
  expect(parent.reason === '').toBe(rest === 0);
  const booked = bot.fills.reduce((sum, fill) => sum + fill.units, 0);
  expect(booked).toBe(filled);
  expect(bot.halts).toEqual([]);
  expect(bot.kernel.isDone).toBe(true);
  return { children: bot.placed.length, isFilled: rest === 0 };
}

describe('TWAP against a random venue', () => {
  it('fills and releases exactly its size, and never has more than that working', () => {
    let [children, done, stopped] = [0, 0, 0];
    fc.assert(
      fc.property(cases, (one) => {
        const end = play(one);
        children += end.children;
        if (end.isFilled) done++;
        else stopped++;
      }),
      { numRuns: countRuns(60, 30) },
    );
    expect(children).toBeGreaterThan(countRuns(200));
    expect(done).toBeGreaterThan(0);
    expect(stopped).toBeGreaterThan(0);
  });
});
