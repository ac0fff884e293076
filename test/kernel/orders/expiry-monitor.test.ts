// A GTT order that outlives its time by our own clock is asked for, and a person is told once.
import { expect, it } from 'vitest';
import { SECOND, type PlaceCommand } from '../../../src/domain/index.js';
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

it('is asked for 5 s after its life, every 30 s from then on; a person hears of it once', () => {
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

it('is not asked for any more once the venue tells of its end', () => {
  const bot = new Bot().warmUp();
  const since = bot.now;
  const order = accept(bot, 60);
  bot.wait(80 * SECOND);
  bot.status(order, 'CANCELLED');
  expect(bot.view(order).state).toBe('CANCELED');
  bot.wait(120 * SECOND);
  expect(listAsks(bot, since, order)).toEqual([[65, 0]]);
});

it('counts its life from the first word of it', () => {
  const bot = new Bot().warmUp();
  const since = bot.now;
  const order = accept(bot, 60);
  bot.wait(30 * SECOND);
  bot.status(order, 'ACTIVE');
  bot.wait(40 * SECOND);
  expect(listAsks(bot, since, order)).toEqual([[65, 0]]);
});

it('is asked for at its own time beside others, and one without a life never', () => {
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

it('that the venue shows as ended, but not as it was sent, is asked for until it is right', () => {
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

it('is left to its own polls where the venue shows it alive, but not as it was sent', () => {
  const bot = new Bot().warmUp();
  const order = accept(bot, 0);
  bot.status(order, 'NEW', 0, { side: 'Sell' });
  bot.wait(60 * SECOND);
  expect(bot.asks).toEqual([]);
});
