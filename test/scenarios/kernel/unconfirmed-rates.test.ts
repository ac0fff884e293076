// Rates that rules consider false: their gain is no equity peak (RC44), and they add no exposure.
import { expect, it } from 'vitest';
import { createInstrument, SECOND, unwrap } from '../../../src/domain/index.js';
import { Bot, EUR_USD } from '../../kernel/harness.js';

const GBP_USD = unwrap(createInstrument(1, 'GBP/USD'));
const JUMP = { confirm: { G10: 1 }, halt: { G10: 50 } };

function start(rules: Readonly<Record<string, unknown>>) {
  const limits = { RC43: 'off', RC44: { equity: 100_000, runPercent: 1, lifetimePercent: 1 } };
  const bot = new Bot({
    instruments: [EUR_USD, GBP_USD],
    limits: { ...limits, RC14: 'off', RC15: 'off', ...rules },
  }).warmUp();
  const rate = (ticks: number, instrument = EUR_USD) => {
    bot.now += SECOND;
    bot.rate(instrument, ticks, ticks + 10);
  };
  const hold = () => {
    const command = bot.mustPlace({ size: 100_000 });
    bot.answer(command, 'accepted');
    bot.trade(command, 'T1', command.units);
    bot.status(command, 'FILLED', command.units);
  };
  const all = () => bot.kernel.snapshot().gate.ledger.all;
  const halts = () => bot.halts.map(({ rule, scope }) => `${rule} ${scope}`);
  return { bot, rate, hold, all, halts };
}

it.each([
  ['a jump', { RC20: JUMP }, []],
  ['a jump that halts', { RC20: {} }, ['RC20 symbol']],
  ['a price band', { RC20: 'off', RC21: { bands: { 'EUR/USD': [1, 1.2] } } }, []],
])('gain at a rate that rules reject for %s is not an equity peak', (_, rules, found) => {
  const { rate, hold, all, halts } = start(rules);
  rate(110_000);
  hold();
  rate(110_100); // 90 USD above what was paid
  rate(150_000);
  expect(all()).toMatchObject({ value: 3_999_000, peakRun: 9_000, peakLife: 9_000 });
  rate(110_100);
  expect(all()).toMatchObject({ value: 9_000, peakRun: 9_000, peakLife: 9_000 });
  expect(halts()).toEqual(found);
});

it('gain by a doubted rate is a peak once the rate is confirmed', () => {
  const { rate, hold, all } = start({ RC20: JUMP });
  rate(110_000);
  hold();
  for (const step of [0, 1, 2]) rate(120_000 + step);
  expect(all()).toMatchObject({ peakRun: 0, peakLife: 0 });
  rate(120_000);
  expect(all()).toMatchObject({ value: 999_000, peakRun: 999_000, peakLife: 999_000 });
});

it('loss by a doubted rate counts at once', () => {
  const { rate, hold, halts } = start({ RC20: JUMP });
  rate(110_000);
  hold();
  rate(100_000);
  expect(halts()).toEqual(['RC44 all']);
});

it('gain of another symbol is no peak while a position has a doubted rate', () => {
  const { bot, rate, hold, all } = start({ RC20: JUMP });
  rate(110_000);
  hold();
  const close = bot.mustPlace({ size: 100_000, side: 'Sell', price: 1.1 });
  bot.answer(close, 'accepted');
  rate(150_000);
  rate(130_100, GBP_USD);
  expect(all()).toMatchObject({ peakRun: 0 });
  bot.trade(close, 'T2', close.units, 120_010);
  expect(all()).toMatchObject({ value: 1_000_000, peakRun: 1_000_000 });
});

it('gain by a doubted rate is no peak for the run after a crash either', () => {
  const { bot, rate, hold } = start({ RC20: JUMP });
  rate(110_000);
  hold();
  rate(150_000);
  const { all } = new Bot({ restored: bot.kernel.snapshot() }).kernel.snapshot().gate.ledger;
  expect(all).toMatchObject({ value: 3_999_000, peakRun: 0, peakLife: 0 });
});

it('doubted rate values no position: orders that add to it are refused (RC22)', () => {
  const { bot, rate, hold } = start({ RC20: JUMP, RC22: {}, RC44: 'off' });
  rate(110_000);
  for (let count = 0; count < 4; count++) rate(130_000, GBP_USD);
  hold();
  const order = { symbol: 'GBP/USD', size: 1_000, price: 1.3 };
  rate(112_000);
  rate(130_000, GBP_USD);
  bot.place(order);
  expect(bot.refusals.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
    'RC22 the rate of EUR/USD is needed for the conversion, and a rule distrusts it',
  ]);
  for (let count = 0; count < 3; count++) rate(112_000);
  rate(130_000, GBP_USD);
  expect(bot.place(order)).toBeDefined();
});
