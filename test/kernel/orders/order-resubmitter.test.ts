// An order of unknown outcome is resubmitted at most once, with identical bytes.
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import { replayJournal, hashSnapshot } from '../../../src/kernel/index.js';
import { encodeOrderRequest } from '../../../src/protocol/index.js';
import { Bot, type BotOptions, EUR_USD, THOUSAND } from '../harness.js';

/** A bot whose only order is in doubt since `after` after it was decided. */
function placeUnknown(options: BotOptions = {}, after = 300 * MILLISECOND) {
  const bot = new Bot({ hands: ['alpha', 'probe'], resends: true, ...options }).warmUp();
  bot.calibrate();
  const command = bot.mustPlace();
  bot.now += after;
  bot.answer(command, 'unknown');
  const again = () => bot.placed.slice(1);
  /** One negative observation, 0.25 s later. */
  const deny = (gap = 250 * MILLISECOND) => {
    bot.now += gap;
    bot.readEmpty(command);
  };
  return { bot, command, again, deny, state: () => bot.view(command).state };
}

describe('order of unknown outcome', () => {
  it('is resubmitted byte for byte once a complete probe did not find it', () => {
    const { bot, command, again, deny } = placeUnknown();
    expect(again()).toEqual([]);
    deny();
    expect(again()).toEqual([{ ...command, attempt: 2 }]);
    expect(encodeOrderRequest(again()[0]!)).toBe(encodeOrderRequest(command));
    expect(bot.records.filter(({ type }) => type === 'command')).toHaveLength(1);
    const starts = bot.records.filter(({ type }) => type === 'send-start');
    const id = command.coId;
    expect(starts.map(({ data }) => data)).toMatchObject([
      { coId: id, attempt: 1, requestId: `${id}.1` },
      { coId: id, attempt: 2, requestId: `${id}.2` },
    ]);
    const [first, second] = starts.map(({ data }) => (data as { sha256: string }).sha256);
    expect(second).toBe(first);
  });

  it('is not resubmitted once the venue has reported it, because it would be made twice', () => {
    const { bot, command, again, deny, state } = placeUnknown();
    bot.status(command, 'NEW');
    deny();
    deny();
    expect([state(), again()]).toEqual(['QUARANTINED', []]);
  });

  it('counts once in every limit, however often it was sent', () => {
    const { bot, deny } = placeUnknown();
    deny();
    expect(bot.exposure('probe')).toEqual({ position: 0, workingBuy: THOUSAND, workingSell: 0 });
  });

  it('is never sent a third time', () => {
    const { again, deny } = placeUnknown();
    deny();
    deny();
    deny();
    expect(again()).toHaveLength(1);
  });

  it('is resubmitted up to an age of 2 s and not later', () => {
    const just = placeUnknown();
    just.deny(1_700 * MILLISECOND);
    expect(just.again()).toHaveLength(1);
    const late = placeUnknown();
    late.deny(1_701 * MILLISECOND);
    expect(late.again()).toEqual([]);
  });

  it('is not resubmitted unless the configuration enables it', () => {
    const { again, deny } = placeUnknown({ resends: false });
    deny();
    expect(again()).toEqual([]);
  });

  it('is not resubmitted while a venue position suggests that it filled', () => {
    const { bot, again, deny, state } = placeUnknown();
    bot.event({ type: 'position', symbol: 'EUR/USD', units: THOUSAND, baseline: 0 });
    deny();
    expect(state()).toBe('UNKNOWN');
    expect(again()).toEqual([]);
  });

  it('is not resubmitted under a halt of everything or under a pause with another cause', () => {
    const halted = placeUnknown();
    halted.bot.event({ type: 'operator', action: 'halt', rule: 'RC63', reason: 'stop' });
    halted.deny();
    expect(halted.again()).toEqual([]);
    const paused = placeUnknown();
    const other = paused.bot.mustPlace({ symbol: 'USD/JPY', price: 150, side: 'Sell' });
    paused.bot.answer(other, 'rejected', { code: 'MarketClosed' });
    paused.deny();
    expect(paused.again().filter(({ attempt }) => attempt === 2)).toEqual([]);
  });

  it('is not resubmitted after its strategy has cancelled it', () => {
    const { bot, command, again, deny } = placeUnknown();
    bot.act('alpha', (ctx) => {
      ctx.cancel(command.intentId);
    });
    deny();
    expect(again()).toEqual([]);
  });

  it('is not resubmitted as a market order', () => {
    const bot = new Bot({ resends: true, limits: { RC02: { allowed: ['Market/IOC'] } } });
    bot.warmUp().calibrate();
    const command = bot.mustPlace({ type: 'Market', timeInForce: 'IOC' });
    bot.answer(command, 'unknown');
    bot.now += 250 * MILLISECOND;
    bot.readEmpty(command);
    expect(bot.view(command).state).toBe('QUARANTINED');
    expect(bot.placed).toEqual([command]);
  });

  it('is not resubmitted once its price is outside the collar', () => {
    const { bot, again, deny } = placeUnknown();
    // The offer falls by 5.5 basis points: a buy at 1.10010 is further through it than 5.
    bot.rate(EUR_USD, 109_930, 109_949);
    deny();
    expect(again()).toEqual([]);
  });

  it('is not resubmitted on a stale rate', () => {
    const bot = new Bot({ resends: true, polled: true, limits: { RC16: {} } }).warmUp().calibrate();
    bot.wait(1_500 * MILLISECOND);
    const command = bot.mustPlace();
    bot.answer(command, 'unknown');
    // The order is 1.6 s old, the rate 3.1 s: above its 3 s.
    bot.now += 1_600 * MILLISECOND;
    bot.readEmpty(command);
    expect(bot.placed).toEqual([command]);
  });
});

describe('answer to a resubmitted order', () => {
  it('of 202 makes the order PENDING_VENUE', () => {
    const { bot, command, deny, state } = placeUnknown();
    deny();
    bot.answer(command, 'accepted', { orderId: '77', resent: true });
    expect(state()).toBe('PENDING_VENUE');
  });

  it('of DuplicateOrder adopts the order of the first attempt', () => {
    const { bot, command, deny, state } = placeUnknown();
    deny();
    bot.answer(command, 'duplicate', { resent: true });
    expect(state()).toBe('PENDING_VENUE');
    expect(bot.halts).toEqual([]);
    bot.status(command, 'FILLED', THOUSAND);
    bot.trade(command, 'T1', THOUSAND);
    expect(bot.fills).toHaveLength(1);
    expect(bot.exposure('probe').position).toBe(THOUSAND);
  });

  it('of DuplicateOrder to a first attempt halts everything', () => {
    const bot = new Bot().warmUp().calibrate();
    bot.answer(bot.mustPlace(), 'duplicate');
    expect(bot.halts).toMatchObject([{ scope: 'all' }]);
  });

  it('of another 400 rejects the order unless a venue position contradicts it', () => {
    const { bot, command, deny, state } = placeUnknown();
    deny();
    bot.answer(command, 'rejected', { resent: true });
    expect(state()).toBe('REJECTED');
    const mixed = placeUnknown();
    mixed.deny();
    mixed.bot.event({ type: 'position', symbol: 'EUR/USD', units: THOUSAND, baseline: 0 });
    mixed.deny();
    mixed.bot.answer(mixed.command, 'rejected', { resent: true });
    expect(mixed.state()).toBe('UNKNOWN');
  });

  it('that never comes leaves the order quarantined until the same evidence makes it LOST', () => {
    const { bot, command, deny, state } = placeUnknown({ limits: { RC53: 'off' } });
    deny();
    bot.answer(command, 'unknown', { resent: true });
    expect(state()).toBe('QUARANTINED');
    for (let i = 0; i < 5; i++) deny(15 * SECOND);
    expect(state()).toBe('LOST');
  });
});

describe('journal with a resubmitted order', () => {
  it('replays to the same state', () => {
    const { bot, command, deny } = placeUnknown();
    deny();
    bot.answer(command, 'duplicate', { resent: true });
    bot.status(command, 'NEW');
    const folded = replayJournal(bot.foldSetup, bot.records);
    expect(hashSnapshot(folded)).toBe(hashSnapshot(bot.kernel.snapshot()));
  });
});
