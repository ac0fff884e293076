// An operator's override in a running bot: granted, used, ended, revoked, lost by a restart.
import { describe, expect, it } from 'vitest';
import type { OverrideEvent } from '../../../src/domain/events/index.js';
import { MINUTE } from '../../../src/domain/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { Bot } from '../../kernel/harness.js';

const GRANT: OverrideEvent = {
  type: 'override',
  id: 'O1-1',
  rule: 'RC23',
  scope: 'symbol',
  key: 'EUR/USD',
  cap: 2_500,
  minutes: 15,
  by: 'Ada',
  reason: 'a large hedge is due today',
};
const TEXT = 'RC23 up to 2500 in symbol EUR/USD until 2026-07-13T12:15:00';

/** 1,000 EUR are worth 1,100 dollars: the second order is beyond the limit. */
function open(): Bot {
  const bot = new Bot({ limits: { RC23: { G10: 2_000 }, RC22: 'off' } }).warmUp();
  bot.mustPlace();
  return bot;
}

function listTexts(bot: Bot): readonly string[] {
  return bot.alerts.map(({ level, rule, symbol, text }) => `${level} ${rule} ${symbol} ${text}`);
}

describe('override in a running bot', () => {
  it('lets an order pass, reserves it, refuses above the cap, and ends at its time', () => {
    const bot = open();
    expect(bot.place()).toBeUndefined();
    expect(bot.refusals.at(-1)?.message).toMatch(/^expected at most 2000 USD long, found 220\d$/);
    bot.event(GRANT);
    const { coId } = bot.mustPlace();
    expect(bot.alerts.at(-1)).toMatchObject({ level: 'warn', overridden: 'RC23' });
    expect(bot.place()).toBeUndefined();
    expect(bot.refusals.at(-1)).toMatchObject({ rule: 'RC23', limit: 2_000 });
    expect(bot.refusals.at(-1)?.message).toMatch(
      /found 330\d; override O1-1 has a cap of 2500 USD$/,
    );
    bot.wait(15 * MINUTE);
    expect(bot.place()).toBeUndefined();
    expect(bot.refusals.at(-1)?.message).toMatch(/found 330\d$/);
    expect(listTexts(bot)).toEqual([
      expect.stringContaining(`page OVERRIDE EUR/USD override O1-1 is granted by Ada: ${TEXT}`),
      expect.stringContaining(`warn OVERRIDE EUR/USD order ${coId} exceeds RC23: expected at`),
      expect.stringMatching(/^page OVERRIDE EUR\/USD override O1-1 of RC23 has expired; 1 order/),
    ]);
  });

  it('is reported for a parent that uses it as for an order', () => {
    const bot = new Bot({ limits: { RC23: { G10: 2_000 }, RC22: 'off' } }).warmUp();
    bot.event(GRANT);
    bot.act('alpha', (ctx) => {
      const parent = { symbol: 'EUR/USD', side: 'Buy', size: 2_000, key: 'hedge' } as const;
      ctx.execute({ ...parent, algorithm: 'twap', params: { duration: '40m', slices: 4 } });
    });
    expect(bot.refusals).toEqual([]);
    bot.event({ type: 'revoke', id: 'O1-1', by: 'Bob', reason: 'not any more' });
    expect(listTexts(bot)).toEqual([
      expect.stringContaining('override O1-1 is granted'),
      expect.stringContaining('warn OVERRIDE EUR/USD parent hedge exceeds RC23: expected at'),
      expect.stringMatching(/ is revoked by Bob: not any more; 1 order used it$/),
    ]);
  });

  it('is not used by a parent that a soft limit lets pass', () => {
    // 1,000 EUR are worth 1,100 dollars: above half of the turnover of a day, which only warns.
    const limits = { RC23: { G10: 2_000 }, RC22: 'off', RC29: { hard: 2_000 } };
    const bot = new Bot({ limits }).warmUp();
    bot.event({ ...GRANT, rule: 'RC29', cap: 8_000 });
    bot.act('alpha', (ctx) => {
      const parent = { symbol: 'EUR/USD', side: 'Buy', size: 1_000, key: 'hedge' } as const;
      ctx.execute({ ...parent, algorithm: 'twap', params: { duration: '40m', slices: 1 } });
    });
    bot.event({ type: 'revoke', id: 'O1-1', by: 'Bob', reason: 'not any more' });
    expect([bot.refusals, bot.parents.length]).toEqual([[], 1]);
    expect(listTexts(bot)).toEqual([
      expect.stringContaining('override O1-1 is granted'),
      expect.stringMatching(/ is revoked by Bob: not any more; 0 orders used it$/),
    ]);
  });

  it('ends when the wall clock steps, as after a sleep of the machine', () => {
    const bot = open();
    bot.event(GRANT);
    const host = { type: 'host', loopLag: 0, memoryBytes: 1 } as const;
    bot.event({ ...host, clockStep: 400_000 });
    expect(bot.kernel.snapshot().gate.overrides).toHaveLength(1);
    bot.event({ ...host, clockStep: 28_800_000_000 });
    expect(bot.kernel.snapshot().gate.overrides).toBeUndefined();
    expect(listTexts(bot).join('\n')).toMatch(
      /has ended: the wall clock was set, .* 0 orders used/,
    );
  });

  it('ends by revocation, once', () => {
    const bot = open();
    bot.event(GRANT);
    const revoke = { type: 'revoke', id: 'O1-1', by: 'Bob', reason: 'not any more' } as const;
    bot.event(revoke);
    bot.event(revoke);
    expect(bot.place()).toBeUndefined();
    bot.wait(15 * MINUTE);
    expect(listTexts(bot).slice(1)).toEqual([
      'page OVERRIDE EUR/USD override O1-1 of RC23 is revoked by Bob: not any more; ' +
        '0 orders used it',
    ]);
  });

  it('is in the state of the bot and in its replay while it is active', () => {
    const bot = open();
    const check = (isThere: boolean) => {
      const snapshot = bot.kernel.snapshot();
      expect(snapshot.gate.overrides !== undefined).toBe(isThere);
      expect(replayJournal(bot.foldSetup, bot.records)).toEqual(snapshot);
    };
    check(false);
    bot.event(GRANT);
    check(true);
    bot.mustPlace();
    bot.wait(15 * MINUTE - 1_000_000);
    check(true);
    bot.wait(1_000_000);
    check(false);
  });

  it('ends with its run: the next run reports that and refuses', () => {
    const before = open();
    before.event(GRANT);
    const restored = before.kernel.snapshot();
    const limits = { RC23: { G10: 2_000 }, RC22: 'off' };
    const bot = new Bot({ limits, restored, epoch: 2, startAt: before.now }).warmUp();
    expect(listTexts(bot)).toEqual([
      'page OVERRIDE EUR/USD override O1-1 has ended with the previous run',
    ]);
    expect(bot.kernel.snapshot().gate).not.toHaveProperty('overrides');
    expect(bot.kernel.snapshot().gate).not.toHaveProperty('cutOverrides');
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
    expect(bot.place()).toBeUndefined();
  });

  it('is reported by the next run, also when a start in between died', () => {
    const before = open();
    before.event(GRANT);
    const limits = { RC23: { G10: 2_000 }, RC22: 'off' };
    const restored = before.kernel.snapshot();
    const died = new Bot({ limits, restored, epoch: 2, startAt: before.now });
    const left = replayJournal(died.foldSetup, []);
    expect(left.gate.cutOverrides).toEqual(restored.gate.overrides);
    expect(left.gate).not.toHaveProperty('overrides');
    const bot = new Bot({ limits, restored: left, epoch: 3, startAt: before.now }).warmUp();
    expect(listTexts(bot)).toEqual([expect.stringMatching(/ has ended with the previous run$/)]);
  });
});
