// GTT orders that outlive their lifetime by our clock are probed, and the operator is alerted once.
import { expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import type { PlaceCommand } from '../../../src/domain/orders/index.js';
import { Bot } from '../harness.js';

function accept(bot: Bot, expirySeconds: number, size = 1_000): PlaceCommand {
  const life = expirySeconds === 0 ? 'IOC' : 'GTT';
  const command = bot.mustPlace({ price: 1.099, size, timeInForce: life, expirySeconds });
  bot.answer(command, 'accepted', { orderId: '77' });
  return command;
}

/** Seconds after the bot was opened, and whom it asked for then. */
function listAsks(bot: Bot, since: number, ...commands: readonly PlaceCommand[]) {
  const names = commands.map(({ coId }) => coId);
  return bot.asks
    .filter(({ what }) => what === 'order')
    .map(({ at, coId }) => [(at - since) / SECOND, names.indexOf(coId)]);
}

const notify = (bot: Bot) => bot.alerts.filter(({ rule }) => rule === 'RC66');

it('GTT order is probed 5 s after its lifetime and every 30 s from then on, with one alert', () => {
  const bot = new Bot().warmUp();
  const since = bot.now;
  const order = accept(bot, 60);
  bot.wait(65 * SECOND - 1);
  expect([bot.asks, notify(bot)]).toEqual([[], []]);
  bot.wait(1);
  const reason = `order ${order.coId} is still PENDING_VENUE after its lifetime of 60 s plus 5 s`;
  const about = { at: since + 65 * SECOND, symbol: 'EUR/USD' };
  const ask = { kind: 'probe', what: 'order', coId: order.coId, share: 0, until: 0, reason };
  const alert = { ...about, level: 'warn', rule: 'RC66', strategy: 'alpha', text: reason };
  expect(bot.asks).toEqual([{ ...about, ...ask }]);
  expect(notify(bot)).toEqual([alert]);
  bot.wait(60 * SECOND);
  expect(listAsks(bot, since, order)).toEqual([65, 95, 125].map((at) => [at, 0]));
  expect(notify(bot)).toHaveLength(1);
});

it('GTT order is no longer probed once the venue reports its end', () => {
  const bot = new Bot().warmUp();
  const since = bot.now;
  const order = accept(bot, 60);
  bot.wait(80 * SECOND);
  bot.status(order, 'CANCELLED');
  expect(bot.view(order).state).toBe('CANCELED');
  bot.wait(120 * SECOND);
  expect(listAsks(bot, since, order)).toEqual([[65, 0]]);
});

it('lifetime of a GTT order counts from its acceptance, not from a later report', () => {
  const bot = new Bot().warmUp();
  const since = bot.now;
  const order = accept(bot, 60);
  bot.wait(30 * SECOND);
  bot.status(order, 'ACTIVE');
  bot.wait(40 * SECOND);
  expect(listAsks(bot, since, order)).toEqual([[65, 0]]);
});

it('each GTT order is probed at its own time, an order without a lifetime never', () => {
  const bot = new Bot().warmUp();
  const since = bot.now;
  const endless = accept(bot, 0);
  const early = accept(bot, 10, 3_000);
  const late = accept(bot, 97, 2_000);
  const ended = accept(bot, 20, 4_000);
  bot.status(ended, 'CANCELLED');
  const orders = [early, late, ended, endless];
  bot.wait(101 * SECOND);
  const first = [15, 45, 75].map((at) => [at, 0]);
  expect(listAsks(bot, since, ...orders)).toEqual(first);
  bot.wait(4 * SECOND);
  const both = [...first, [102, 1], [105, 0]];
  expect(listAsks(bot, since, ...orders)).toEqual(both);
  expect(notify(bot)).toHaveLength(2);
});

it('order that the venue reports as ended with other terms is probed until its terms agree', () => {
  const bot = new Bot().warmUp();
  const since = bot.now;
  const order = accept(bot, 0);
  bot.status(order, 'REJECTED', 0, { side: 'Sell' });
  bot.wait(61 * SECOND);
  bot.status(order, 'REJECTED', 0, { side: 'Sell' });
  expect(listAsks(bot, since, order)).toEqual([30, 60].map((at) => [at, 0]));
  expect(bot.asks[0]?.reason).toBe(
    `order ${order.coId} is PENDING_VENUE, but the venue reports its end with other terms`,
  );
  expect(notify(bot)).toEqual([]);
  bot.status(order, 'REJECTED');
  expect(bot.view(order).state).toBe('REJECTED');
  bot.wait(60 * SECOND);
  expect(listAsks(bot, since, order)).toHaveLength(2);
});

it('order that the venue reports as alive with other terms is left to its regular polls', () => {
  const bot = new Bot().warmUp();
  const order = accept(bot, 0);
  bot.status(order, 'NEW', 0, { side: 'Sell' });
  bot.wait(60 * SECOND);
  expect(bot.asks).toEqual([]);
});
