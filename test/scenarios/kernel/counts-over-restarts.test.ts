// Counts of policy steps continue over a restart, as if the bot had never stopped.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { replayJournal, type ReplaySetup, type KernelSnapshot } from '../../../src/kernel/index.js';
import { Bot, type BotOptions, PATIENT } from '../../kernel/harness.js';

/** `http 3xx`: twice in ten minutes halts everything. */
function elsewhere(bot: Bot): void {
  const read = { subject: 'balance', key: '', outcome: 'failed', message: '' } as const;
  bot.event({ type: 'poll', ...read, status: 302 });
}

function restore(bot: Bot, setup: Partial<ReplaySetup> = {}): KernelSnapshot {
  return replayJournal({ ...bot.foldSetup, ...setup }, bot.records);
}

/** The run after it, so much later. */
function restart(bot: Bot, after: number, options: BotOptions = {}): Bot {
  return new Bot({ restored: restore(bot), epoch: 2, startAt: bot.now + after, ...options });
}

function begin(options: BotOptions = {}): Bot {
  const bot = new Bot(options).warmUp();
  elsewhere(bot);
  expect(bot.halts).toEqual([]);
  return bot;
}

describe('count of a policy step', () => {
  it('continues in the next run, within its window', () => {
    const next = restart(begin(), 9 * MINUTE);
    elsewhere(next);
    expect(next.halts).toMatchObject([{ scope: 'all', reason: expect.stringMatching(/2 times$/) }]);
  });

  it('is dropped when its window is over', () => {
    const next = restart(begin(), 10 * MINUTE);
    elsewhere(next);
    expect(next.halts).toEqual([]);
    expect(next.kernel.snapshot().counts?.counts).toMatchObject([{ hits: [next.now] }]);
    const later = restart(next, 10 * MINUTE);
    expect(later.kernel.snapshot()).not.toHaveProperty('counts');
  });

  it('is kept over a run without a hit, and the replay agrees', () => {
    const bot = begin();
    const second = restart(bot, SECOND);
    const third = restart(second, SECOND);
    for (const one of [second, third]) {
      expect(one.kernel.snapshot().counts).toEqual(bot.kernel.snapshot().counts);
      expect(restore(one)).toEqual(one.kernel.snapshot());
    }
    elsewhere(third);
    expect(third.halts).toMatchObject([{ scope: 'all' }]);
    expect(restore(third)).toEqual(third.kernel.snapshot());
  });

  it('triggers its action again at the next hit, because the pause ended with the run', () => {
    // Two in a minute pause everything until one is answered again.
    const refuse = (bot: Bot) => {
      const read = { subject: 'balance', key: '', outcome: 'failed', message: '' } as const;
      bot.event({ type: 'poll', ...read, status: 401 });
      return bot.place() === undefined;
    };
    const bot = new Bot().warmUp();
    expect([refuse(bot), refuse(bot)]).toEqual([false, true]);
    const next = restart(bot, 5 * SECOND).warmUp();
    expect(next.place()).toBeDefined();
    expect(refuse(next)).toBe(true);
  });

  it('restarts under another policy', () => {
    const next = restart(begin(), SECOND, { policy: PATIENT });
    elsewhere(next);
    expect(next.halts).toEqual([]);
  });

  it('is not kept by a run whose header does not say so', () => {
    const bot = begin();
    expect(bot.kernel.snapshot()).toHaveProperty('counts');
    expect(restore(bot, { keepsCounts: false })).not.toHaveProperty('counts');
    const restored = restore(bot);
    const former = replayJournal({ ...bot.foldSetup, keepsCounts: false, restored }, []);
    expect(former).not.toHaveProperty('counts');
  });
});
