// Limits that a live session applies although its limits file does not state them.
import { expect, it } from 'vitest';
import { SECOND } from '../../src/domain/index.js';
import { Bot, START } from './harness.js';

const HOUR = 3_600 * SECOND;

const bands = { 'EUR/USD': [0.7, 1.8] };

/** Controls that refuse an order at 17:01 New York, or alert before. */
function playNight(isLive: boolean): readonly string[] {
  const startAt = START + 8 * HOUR + (29 * 60 + 50) * SECOND;
  const bot = new Bot({
    startAt,
    isLive,
    polled: true,
    limits: { RC21: { bands, missing: 'pass' } },
  }).warmUp();
  const command = bot.mustPlace();
  bot.answer(command, 'accepted');
  bot.trade(command, 'T1', command.units);
  bot.status(command, 'FILLED', command.units);
  bot.wait(15 * SECOND);
  const alerts = bot.alerts.map(({ rule }) => rule);
  bot.wait(31 * 60 * SECOND);
  bot.place({ side: 'Sell', price: 1.1 });
  return [...alerts, ...bot.refusals.map(({ rule }) => rule)];
}

it('live session sends no order without a recent mid of another source (RC21)', () => {
  const bot = new Bot({ isLive: true, limits: { RC21: { bands }, RC70: { hours: 'always' } } });
  bot.warmUp();
  const notify = () => {
    bot.event({ type: 'benchmark', symbol: 'EUR/USD', source: 'benchmark', midTicks: 110_004 });
  };
  bot.place();
  expect(bot.refusals.map(({ rule, message }) => [rule, message])).toEqual([
    ['RC21', 'expected a mid of another source of the last 120 s for EUR/USD, found none'],
  ]);
  notify();
  bot.mustPlace();
});

it('live session refuses orders outside FX hours (RC70) and warns of overnight positions', () => {
  expect(playNight(true)).toEqual(['RC31', 'RC70']);
});

it('session that is not live applies FX hours and RC31 only where its limits state them', () => {
  expect(playNight(false)).toEqual([]);
});
