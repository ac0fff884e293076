// RC48: external orders, which the venue reports and the bot does not know.
import { expect, it } from 'vitest';
import { Bot, type BotOptions } from '../../kernel/harness.js';

const OWN = /^own order \S+ in EUR\/USD is not in the journal$/;
const NOT_OURS =
  /^order \S+ in EUR\/USD is not of this bot: find its sender, or state loginUse: shared/;

/** The reasons of the halts once the venue told of an order of this id. */
function tellOf(coId: string, options: BotOptions = {}): readonly string[] {
  const bot = new Bot({ limits: { RC48: {} }, botTag: 'w1', ...options }).warmUp();
  const command = bot.mustPlace();
  bot.answer(command, 'accepted');
  bot.status({ ...command, coId }, 'NEW');
  return bot.halts.map(({ scope, rule, reason }) => {
    expect([scope, rule]).toEqual(['all', 'RC48']);
    return reason;
  });
}

it('external order halts everything, with the bot’s own prefix or another', () => {
  expect(tellOf('w1-9-zz')).toEqual([expect.stringMatching(OWN)]);
  expect(tellOf('w12-9-zz')).toEqual([expect.stringMatching(NOT_OURS)]);
  expect(tellOf('by-hand')).toEqual([expect.stringMatching(NOT_OURS)]);
});

it('external order of a shared login halts nothing unless it has the bot’s prefix', () => {
  expect(tellOf('by-hand', { sharesLogin: true })).toEqual([]);
  expect(tellOf('w1-9-zz', { sharesLogin: true })).toEqual([expect.stringMatching(OWN)]);
});

it('trade of its tag made by a copy of the state halts everything, another does not', () => {
  const tradeOf = (coId: string) => {
    const bot = new Bot({ limits: { RC48: {} }, botTag: 'weirab', epoch: 2 }).warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'accepted');
    bot.trade({ ...command, coId }, 't1', command.units);
    return bot.halts.map(({ scope, rule, reason }) => `${scope} ${rule} ${reason}`);
  };
  const lacks = /^all RC48 the journal lacks trade t1 of order weirab-000\d-\S+, which has/;
  const halted = [expect.stringMatching(lacks)];
  expect(tradeOf('weirab-0002-0000001-zzzz')).toEqual(halted);
  expect(tradeOf('weirab-0003-0000009-zzzz')).toEqual(halted);
  // One of before that is not remembered any more, and those of others.
  for (const coId of ['weirab-0001-0000001-zzzz', 'weirac-0003-0000001-zzzz', 'weirab-0003-x']) {
    expect(tradeOf(coId)).toEqual([]);
  }
});
