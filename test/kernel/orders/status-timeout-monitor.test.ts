// Policy actions for an order that keeps one status too long: once, from the first report of it.
import { expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot } from '../harness.js';

const listWords = (bot: Bot) => bot.alerts.filter(({ text }) => text.includes('order status'));

function receive(bot: Bot, more: Parameters<Bot['mustPlace']>[0] = {}) {
  const command = bot.mustPlace(more);
  bot.status(command, 'RECEIVED', 0, { orderId: command.coId });
  return command;
}

it('status timeout counts from the first report of the status and alerts once', () => {
  const bot = new Bot().warmUp();
  const first = receive(bot);
  for (let second = 1; second < 10; second++) {
    bot.wait(SECOND);
    bot.status(first, 'RECEIVED', 0, { orderId: first.coId });
  }
  expect(listWords(bot)).toEqual([]);
  bot.wait(SECOND);
  const text = `order status RECEIVED for 10 s (order ${first.coId})`;
  expect(listWords(bot)).toMatchObject([{ level: 'warn', text }]);
  // The timer of another order comes to this one as well.
  bot.wait(80 * SECOND);
  receive(bot, { symbol: 'USD/JPY', price: 150 });
  bot.wait(10 * SECOND);
  const about = (level: string) =>
    listWords(bot).filter((alert) => alert.level === level && alert.text.includes(first.coId));
  expect(about('warn')).toHaveLength(1);
});

it('status timeout of each order runs separately', () => {
  const bot = new Bot().warmUp();
  const first = receive(bot);
  bot.wait(5 * SECOND);
  const second = receive(bot, { symbol: 'USD/JPY', price: 150 });
  bot.wait(5 * SECOND);
  bot.wait(5 * SECOND);
  const at = (order: typeof first) =>
    listWords(bot).find(({ text }) => text.includes(order.coId))?.at;
  expect([at(first), at(second)]).toEqual([bot.now - 5 * SECOND, bot.now]);
});

it('actions of a status run once, however often the status is reported', () => {
  const bot = new Bot().warmUp();
  const order = bot.mustPlace();
  const notify = () => {
    bot.status(order, 'SUSPENDED');
    return bot.asks.length + bot.alerts.length;
  };
  const count = notify();
  expect(count).toBeGreaterThan(0);
  bot.wait(61 * SECOND);
  const after = bot.asks.length + bot.alerts.length;
  expect(notify()).toBe(after);
});

it('status timeout restarts with another status and ends with the order', () => {
  const bot = new Bot().warmUp();
  const first = receive(bot);
  const second = receive(bot, { symbol: 'USD/JPY', price: 150 });
  bot.wait(5 * SECOND);
  bot.status(first, 'NEW', 0, { orderId: first.coId });
  bot.status(second, 'CANCELED', 0, { orderId: second.coId });
  bot.wait(60 * SECOND);
  expect(listWords(bot)).toEqual([]);
});

it('status timeout of a cancelled order runs the steps of its cancel only', () => {
  const bot = new Bot().warmUp();
  const first = bot.mustPlace();
  bot.status(first, 'NEW');
  bot.act('alpha', (ctx) => {
    ctx.cancel(first.intentId);
  });
  bot.status(first, 'PENDING_CANCEL');
  for (let round = 0; round < 3; round++) {
    receive(bot, { symbol: 'USD/JPY', price: 150, size: 1_000 + round });
    bot.wait(10 * SECOND);
  }
  expect(bot.cancels).toHaveLength(2);
  bot.wait(5 * SECOND);
  expect(bot.cancels).toHaveLength(2);
});
