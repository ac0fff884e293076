// RC48 in a kernel: orders that the venue tells of and the bot does not know.
import { expect, it } from 'vitest';
import { Bot, type BotOptions } from './harness.js';

const OWN = /^own order \S+ in EUR\/USD is not in the journal$/;
const NOT_OURS = /^order \S+ in EUR\/USD is not ours; state loginUse: shared/;

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

it('halts everything: by its prefix it is one of the bot’s own, or somebody else’s', () => {
  expect(tellOf('w1-9-zz')).toEqual([expect.stringMatching(OWN)]);
  expect(tellOf('w12-9-zz')).toEqual([expect.stringMatching(NOT_OURS)]);
  expect(tellOf('by-hand')).toEqual([expect.stringMatching(NOT_OURS)]);
});

it('leaves alone those of others who share the login, but not its own', () => {
  expect(tellOf('by-hand', { sharesLogin: true })).toEqual([]);
  expect(tellOf('w1-9-zz', { sharesLogin: true })).toEqual([expect.stringMatching(OWN)]);
});
