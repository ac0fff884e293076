// The bracket strategy against a random venue: it exits no more than it holds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../src/domain/events/index.js';
import { SECOND } from '../../src/domain/index.js';
import { toSign } from '../../src/domain/orders/index.js';
import { replayJournal } from '../../src/kernel/index.js';
import { createRandom } from '../../src/determinism/index.js';
import { bracket } from '../../strategies/bracket.js';
import { RandomMarket, RandomVenue, STEP } from '../algorithms/random-venue.js';
import { Bot, type BotOptions, EUR_USD, PATIENT, THOUSAND } from '../kernel/harness.js';
import { countRuns } from '../runs.js';

interface Case {
  readonly seed: number;
  readonly side: 'Buy' | 'Sell';
  readonly thousands: number;
  readonly times: number;
  readonly stop: number;
  readonly target: number;
}

const cases: fc.Arbitrary<Case> = fc.record({
  seed: fc.nat(),
  side: fc.constantFrom('Buy', 'Sell'),
  thousands: fc.integer({ min: 1, max: 500 }),
  times: fc.integer({ min: 1, max: 4 }),
  stop: fc.integer({ min: 1, max: 10 }),
  target: fc.integer({ min: 1, max: 10 }),
});

type Params = Partial<Parameters<typeof bracket.run>[0]['params']>;

function createBot(params: Params, options: BotOptions = {}): Bot {
  const full = bracket.params.parse({ symbol: 'EUR/USD', ...params, retry: '5s' });
  const RC02 = { allowed: ['Limit/GTT', 'Stop/GTT'] };
  return new Bot({
    hands: [],
    ...options,
    policy: PATIENT,
    // Parts of any size, again and again, are what this venue is for.
    limits: { RC02, RC10: 'off', RC16: {}, RC33: {}, RC35: 'off', RC36: {}, RC53: 'off' },
    strategies: { bracket: (ctx) => bracket.run({ ...ctx, params: full }) },
  })
    .warmUp()
    .calibrate();
}

/** Plays one case to its end; late fills of its entries, and its exits. */
function play({ seed, side, thousands, ...more }: Case) {
  const bot = createBot({ side, size: thousands * 1_000, ...more }, { seed });
  const market = new RandomMarket(bot, createRandom(seed, 'market'));
  const venue = new RandomVenue(bot, createRandom(seed, 'venue'), side);
  const latest = new Map<string, OrderView>();
  const booked = new Map<string, number>();
  let [orders, fills] = [0, 0];
  // A late fill is not shown as a view, and a fill's word may come before its trade.
  const filledOf = ({ coId, filledUnits }: OrderView) =>
    Math.max(filledUnits, booked.get(coId) ?? 0);
  const sum = (figure: (view: OrderView) => number) =>
    [...latest.values()].reduce((total, view) => total + figure(view), 0);
  const held = () => sum((view) => toSign(view.side) * toSign(side) * filledOf(view));
  const check = () => {
    for (const view of bot.orders.slice(orders)) latest.set(view.coId, view);
    for (const { coId, units } of bot.fills.slice(fills)) {
      booked.set(coId, (booked.get(coId) ?? 0) + units);
    }
    [orders, fills] = [bot.orders.length, bot.fills.length];
    const leaving = sum((view) => {
      return view.isTerminal || view.side === side ? 0 : view.units - filledOf(view);
    });
    expect(leaving).toBeLessThanOrEqual(held());
  };
  for (let left = 1_200; left > 0 || !venue.isQuiet; left--) {
    bot.now += STEP;
    bot.wait(0);
    check();
    venue.step();
    market.step();
    check();
  }
  const entries = bot.placed.filter((order) => order.side === side);
  expect([held(), bot.halts]).toEqual([0, []]);
  expect(entries.length).toBeLessThanOrEqual(more.times);
  for (const { units } of entries) expect(units).toBe(thousands * THOUSAND);
  const late = bot.fills.filter(({ tradeId }) => tradeId.endsWith('/late')).length;
  return { late, exits: bot.placed.filter((order) => order.side !== side) };
}

describe('bracket strategy', () => {
  it('never sends more exits than its position, and ends flat', () => {
    const types = new Set<string>();
    let late = 0;
    fc.assert(
      fc.property(cases, (one) => {
        const end = play(one);
        late += end.late;
        for (const { type } of end.exits) types.add(type);
      }),
      { seed: 20_260_713, numRuns: countRuns(60, 20) },
    );
    expect(types).toEqual(new Set(['Stop', 'Limit']));
    expect(late).toBeGreaterThan(countRuns(20));
  });

  const TEN = { side: 'Buy', size: 10_000, stop: 10, target: 10 } as const;

  /** Its entry of 10,000 at 1.10000 is filled, so that 1.09890 and 1.10110 are the exits. */
  function createHolding(): Bot {
    const bot = createBot(TEN);
    const [entry] = bot.placed;
    bot.answer(entry!, 'accepted', { orderId: '77' });
    bot.trade(entry!, 'T1', entry!.units);
    bot.status(entry!, 'FILLED', entry!.units);
    return bot;
  }

  it('rests its stop, and gives it up only for a target that is near', () => {
    const bot = createHolding();
    const [, stop] = bot.placed;
    expect(stop).toMatchObject({ type: 'Stop', side: 'Sell', priceTicks: 109_869 });
    expect([stop!.units, stop!.details?.stopPrice]).toEqual([10 * THOUSAND, 1.0989]);
    bot.answer(stop!, 'accepted', { orderId: '77' });
    bot.wait(SECOND);
    bot.rate(EUR_USD, 110_040, 110_050);
    expect(bot.cancels).toEqual([]);
    bot.rate(EUR_USD, 110_050, 110_060);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([stop!.coId]);
    // While it is not known to have ended, nothing else is sent, and it is asked to end again.
    bot.wait(4 * SECOND);
    bot.rate(EUR_USD, 110_050, 110_060);
    expect([bot.placed.length, bot.cancels.length]).toEqual([2, 1]);
    bot.status(stop!, 'CANCELED', 2 * THOUSAND);
    const [, , target] = bot.placed;
    expect(target).toMatchObject({ type: 'Limit', side: 'Sell', priceTicks: 110_110 });
    expect(target!.units).toBe(8 * THOUSAND);
    // Half way back it is the stop's turn again.
    bot.answer(target!, 'accepted', { orderId: '77' });
    bot.wait(SECOND);
    bot.rate(EUR_USD, 109_994, 110_004);
    expect(bot.cancels.at(-1)?.coId).toBe(target!.coId);
    bot.status(target!, 'CANCELED', 0);
    expect(bot.placed.at(-1)).toMatchObject({ type: 'Stop', units: 8 * THOUSAND });
  });

  it('gives the rest of an entry up once a part is filled', () => {
    const bot = createBot(TEN);
    const [entry] = bot.placed;
    bot.answer(entry!, 'accepted', { orderId: '77' });
    bot.status(entry!, 'PARTIALLY_FILLED', 3 * THOUSAND);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([entry!.coId]);
    expect(bot.placed).toHaveLength(1);
    bot.status(entry!, 'CANCELED', 4 * THOUSAND);
    expect(bot.placed.at(-1)).toMatchObject({ type: 'Stop', units: 4 * THOUSAND });
  });

  /** Its only entry so far ended with nothing filled, a second ago. */
  function createMissed(more: Params = {}): Bot {
    const bot = createBot({ ...TEN, ...more });
    const [entry] = bot.placed;
    bot.answer(entry!, 'accepted', { orderId: '77' });
    bot.wait(60 * SECOND);
    bot.rate(EUR_USD, 109_990, 110_000);
    bot.status(entry!, 'EXPIRED', 0);
    bot.wait(SECOND);
    return bot;
  }

  it('protects what its last entry fills after its end, from the mid of then', () => {
    const bot = createMissed();
    const [entry] = bot.placed;
    bot.rate(EUR_USD, 110_200, 110_210);
    expect(bot.placed).toHaveLength(1);
    bot.trade(entry!, 'T1', 7 * THOUSAND);
    bot.rate(EUR_USD, 110_200, 110_210);
    const [, stop] = bot.placed;
    expect(stop).toMatchObject({ type: 'Stop', side: 'Sell', units: 7 * THOUSAND });
    expect(stop!.details?.stopPrice).toBe(1.10095);
    bot.answer(stop!, 'accepted', { orderId: '77' });
    // More of it: the stop gives way to one for all that is held.
    bot.trade(entry!, 'T2', 3 * THOUSAND);
    bot.rate(EUR_USD, 110_200, 110_210);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([stop!.coId]);
    bot.status(stop!, 'CANCELED', 0);
    expect(bot.placed.at(-1)).toMatchObject({ type: 'Stop', units: 10 * THOUSAND });
    expect(bot.halts).toEqual([]);
  });

  it('gives an entry up when the previous one fills after its end', () => {
    const bot = createMissed({ times: 2 });
    const [first, second] = bot.placed;
    expect([second!.side, bot.placed.length]).toEqual(['Buy', 2]);
    bot.answer(second!, 'accepted', { orderId: '77' });
    bot.trade(first!, 'T1', first!.units);
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([second!.coId]);
    expect(bot.placed).toHaveLength(2);
    bot.status(second!, 'CANCELED', 3 * THOUSAND);
    expect(bot.placed.at(-1)).toMatchObject({ type: 'Stop', units: 13 * THOUSAND });
  });

  it('covers what an exit oversold by a fill after its end', () => {
    const bot = createHolding();
    const [, stop] = bot.placed;
    bot.answer(stop!, 'accepted', { orderId: '77' });
    bot.wait(SECOND);
    bot.status(stop!, 'EXPIRED', 0);
    const [, , renewed] = bot.placed;
    bot.answer(renewed!, 'accepted', { orderId: '77' });
    bot.trade(stop!, 'T2', 4 * THOUSAND);
    bot.rate(EUR_USD, 109_000, 109_010);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([renewed!.coId]);
    bot.status(renewed!, 'FILLED', renewed!.units);
    const cover = bot.placed.at(-1);
    expect(cover).toMatchObject({ type: 'Stop', side: 'Buy', units: 4 * THOUSAND });
    expect(cover!.details?.stopPrice).toBe(1.09114);
  });

  it('leaves a partly filled exit unchanged, whatever the decimals', () => {
    const bot = createBot({ ...TEN, size: 1_000.2 });
    const [entry] = bot.placed;
    bot.answer(entry!, 'accepted', { orderId: '77' });
    bot.status(entry!, 'FILLED', entry!.units);
    const [, stop] = bot.placed;
    bot.answer(stop!, 'accepted', { orderId: '77' });
    // Its word first, then another trade first: 1,000.2 - 1,000.1 is more than 0.1 to a computer.
    bot.status(stop!, 'PARTIALLY_FILLED', 100_010);
    bot.rate(EUR_USD, 110_000, 110_010);
    bot.trade(stop!, 'T1', 100_010);
    bot.trade(stop!, 'T2', 5);
    bot.rate(EUR_USD, 110_000, 110_010);
    expect([bot.cancels, bot.placed.length]).toEqual([[], 2]);
  });

  it('adopts the position of a previous run, with exits around the mid', () => {
    const before = createHolding();
    const restored = replayJournal(before.foldSetup, before.records);
    const startAt = before.now + SECOND;
    const bot = createBot(TEN, { restored, epoch: 2, startAt });
    const [stop] = bot.placed;
    expect(stop).toMatchObject({ type: 'Stop', side: 'Sell', units: 10 * THOUSAND });
    expect(stop!.details?.stopPrice).toBe(1.09895);
  });
});
