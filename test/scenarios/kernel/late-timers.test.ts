// Timers that fire late, as after a stall, decide at their due time; checks use the real time.
import { map, take } from 'rxjs';
import { expect, it } from 'vitest';
import { type Micros, MILLISECOND } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { Bot, buy, EUR_USD } from '../../kernel/harness.js';

const EVERY = 600 * MILLISECOND;

/** A strategy with an order of each size: the first after one span, the next after the other. */
function start(
  [first, next]: readonly [Micros, Micros],
  sizes: readonly number[],
  limits: Readonly<Record<string, unknown>>,
) {
  const bot = new Bot({
    polled: true,
    limits,
    strategies: {
      beta: (ctx) =>
        ctx.time.timer(first, next).pipe(
          take(sizes.length),
          map((turn) => ({ kind: 'place' as const, ...buy(), size: sizes[turn] ?? 0 })),
        ),
    },
  }).warmUp();
  const rules = () => bot.refusals.map(({ rule }) => rule);
  return { bot, rules };
}

const SIZES = [1_000, 1_100, 1_200, 1_300, 1_400];

it.each([
  ['RC16', { RC16: {} }, 5],
  ['RC33', { RC33: { strategyPerSecond: 3 } }, 2],
])('%s refuses an order of a late timer', (rule, limits, most) => {
  const timely = start([EVERY, EVERY], SIZES, limits);
  for (let turn = 0; turn < SIZES.length; turn++) {
    timely.bot.wait(EVERY);
    timely.bot.rate(EUR_USD, 110_000, 110_010);
  }
  expect(timely.rules()).toEqual([]);
  const stalled = start([EVERY, EVERY], SIZES, limits);
  stalled.bot.wait(6 * EVERY);
  expect(stalled.rules()).toEqual(Array.from({ length: most }, () => rule));
});

it('RC36 counts from the time when the order left', () => {
  const spans = [100 * MILLISECOND, 1_100 * MILLISECOND] as const;
  for (const [late, found] of [
    [0, []],
    [900 * MILLISECOND, ['RC36']],
  ] as const) {
    const { bot, rules } = start(spans, [1_000, 1_000], { RC36: {} });
    bot.wait(spans[0] + late);
    bot.answer(bot.commands.at(-1) as PlaceCommand, 'rejected');
    bot.wait(spans[1] - late);
    expect(rules()).toEqual(found);
    expect(bot.commands).toHaveLength(2 - found.length);
  }
});
