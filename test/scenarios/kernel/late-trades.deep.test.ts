// A trade that is reported again after thousands of others is never booked twice.
import { describe, expect, it } from 'vitest';
import { Bot } from '../../kernel/harness.js';

describe('trade that is reported again after thousands of others', () => {
  /** So many trades of 10 minor units each: two such orders are more than is remembered. */
  const TRADES = 8_200;

  /** An order whose trades are all told, then it ends: it is settled. */
  function fillByTrades(bot: Bot) {
    const command = bot.mustPlace();
    for (let i = 0; i < TRADES; i++) bot.trade(command, `${command.coId}-${i}`, 10);
    bot.status(command, 'CANCELED', 10 * TRADES);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    return command;
  }

  it('is never booked twice, whether its order is remembered or not', () => {
    const bot = new Bot().warmUp();
    const command = fillByTrades(bot);
    bot.trade(command, `${command.coId}-0`, 10);
    expect(bot.fills).toHaveLength(TRADES);
    fillByTrades(bot);
    for (const i of [0, 1, TRADES - 1]) bot.trade(command, `${command.coId}-${i}`, 10);
    expect(bot.fills).toHaveLength(2 * TRADES);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    expect(bot.halts).toEqual([]);
  });

  it('halts everything while its order is followed but its trade ids were dropped', () => {
    const bot = new Bot().warmUp();
    const command = fillByTrades(bot);
    bot.status(command, 'CANCELED', 10 * TRADES + 10);
    expect(bot.kernel.listOpenOrders()).toHaveLength(1);
    const other = bot.mustPlace();
    for (let i = 0; i < TRADES; i++) bot.trade(other, `${other.coId}-${i}`, 10);
    bot.status(other, 'CANCELED', 10 * TRADES);
    expect(bot.halts).toEqual([]);
    const { length } = bot.fills;
    bot.trade(command, `${command.coId}-0`, 10);
    expect(bot.fills).toHaveLength(length);
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC46' }]);
  });
});
