// An order of unknown outcome is resubmitted once, as the very same bytes, or not at all.
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import { replayJournal, hashSnapshot } from '../../../src/kernel/index.js';
import { encodeOrderRequest } from '../../../src/protocol/index.js';
import { Bot, type BotOptions, EUR_USD, THOUSAND } from '../harness.js';

/** A bot whose only order is in doubt since `after` after it was decided. */
function doubt(options: BotOptions = {}, after = 300 * MILLISECOND) {
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

describe('an order in doubt', () => {
  it('is sent again, byte for byte, once the venue has shown that it has none such', () => {
    const { bot, command, again, deny } = doubt();
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

  it('is not sent again once the venue had shown it: it would be made anew', () => {
    const { bot, command, again, deny, state } = doubt();
    bot.status(command, 'NEW');
    deny();
    deny();
    expect([state(), again()]).toEqual(['QUARANTINED', []]);
  });

  it('counts once, whatever was sent', () => {
    const { bot, deny } = doubt();
    deny();
    expect(bot.exposure('probe')).toEqual({ position: 0, workingBuy: THOUSAND, workingSell: 0 });
  });

  it('is sent no third time', () => {
    const { again, deny } = doubt();
    deny();
    deny();
    deny();
    expect(again()).toHaveLength(1);
  });

  it('is sent again at an age of 2 s, and not above', () => {
    const just = doubt();
    just.deny(1_700 * MILLISECOND);
    expect(just.again()).toHaveLength(1);
    const late = doubt();
    late.deny(1_701 * MILLISECOND);
    expect(late.again()).toEqual([]);
  });

  it('is not sent again unless the configuration says so', () => {
    const { again, deny } = doubt({ resends: false });
    deny();
    expect(again()).toEqual([]);
  });

  it('is not sent again while the position of the venue speaks for it', () => {
    const { bot, again, deny, state } = doubt();
    bot.event({ type: 'position', symbol: 'EUR/USD', units: THOUSAND, baseline: 0 });
    deny();
    expect(state()).toBe('UNKNOWN');
    expect(again()).toEqual([]);
  });

  it('is not sent again under a halt of everything, nor under a pause for another cause', () => {
    const halted = doubt();
    halted.bot.event({ type: 'operator', action: 'halt', rule: 'RC63', reason: 'stop' });
    halted.deny();
    expect(halted.again()).toEqual([]);
    const paused = doubt();
    const other = paused.bot.mustPlace({ symbol: 'USD/JPY', price: 150, side: 'Sell' });
    paused.bot.answer(other, 'rejected', { code: 'MarketClosed' });
    paused.deny();
    expect(paused.again().filter(({ attempt }) => attempt === 2)).toEqual([]);
  });

  it('is not sent again when its strategy has asked for its end', () => {
    const { bot, command, again, deny } = doubt();
    bot.act('alpha', (ctx) => {
      ctx.cancel(command.intentId);
    });
    deny();
    expect(again()).toEqual([]);
  });

  it('is not sent again at any price', () => {
    const bot = new Bot({ resends: true, limits: { RC02: { allowed: ['Market/IOC'] } } });
    bot.warmUp().calibrate();
    const command = bot.mustPlace({ type: 'Market', timeInForce: 'IOC' });
    bot.answer(command, 'unknown');
    bot.now += 250 * MILLISECOND;
    bot.readEmpty(command);
    expect(bot.view(command).state).toBe('QUARANTINED');
    expect(bot.placed).toEqual([command]);
  });

  it('is not sent again once its price has left the collar', () => {
    const { bot, again, deny } = doubt();
    // The offer falls by 5.5 basis points: a buy at 1.10010 is further through it than 5.
    bot.rate(EUR_USD, 109_930, 109_949);
    deny();
    expect(again()).toEqual([]);
  });

  it('is not sent again on a stale rate', () => {
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

describe('the second answer', () => {
  it('202 says that the venue has taken it', () => {
    const { bot, command, deny, state } = doubt();
    deny();
    bot.answer(command, 'accepted', { orderId: '77', resent: true });
    expect(state()).toBe('PENDING_VENUE');
  });

  it('DuplicateOrder says that the first request arrived: the order is adopted', () => {
    const { bot, command, deny, state } = doubt();
    deny();
    bot.answer(command, 'duplicate', { resent: true });
    expect(state()).toBe('PENDING_VENUE');
    expect(bot.halts).toEqual([]);
    bot.status(command, 'FILLED', THOUSAND);
    bot.trade(command, 'T1', THOUSAND);
    expect(bot.fills).toHaveLength(1);
    expect(bot.exposure('probe').position).toBe(THOUSAND);
  });

  it('DuplicateOrder to a first attempt is another matter: everything halts', () => {
    const bot = new Bot().warmUp().calibrate();
    bot.answer(bot.mustPlace(), 'duplicate');
    expect(bot.halts).toMatchObject([{ scope: 'all' }]);
  });

  it('another 400 rejects it after a negative observation, and not while one disagrees', () => {
    const { bot, command, deny, state } = doubt();
    deny();
    bot.answer(command, 'rejected', { resent: true });
    expect(state()).toBe('REJECTED');
    const mixed = doubt();
    mixed.deny();
    mixed.bot.event({ type: 'position', symbol: 'EUR/USD', units: THOUSAND, baseline: 0 });
    mixed.deny();
    mixed.bot.answer(mixed.command, 'rejected', { resent: true });
    expect(mixed.state()).toBe('UNKNOWN');
  });

  it('that does not come leaves it in doubt, until it is lost by the same evidence', () => {
    const { bot, command, deny, state } = doubt({ limits: { RC53: 'off' } });
    deny();
    bot.answer(command, 'unknown', { resent: true });
    expect(state()).toBe('QUARANTINED');
    for (let i = 0; i < 5; i++) deny(15 * SECOND);
    expect(state()).toBe('LOST');
  });
});

describe('a journal with a second attempt', () => {
  it('folds to the same state', () => {
    const { bot, command, deny } = doubt();
    deny();
    bot.answer(command, 'duplicate', { resent: true });
    bot.status(command, 'NEW');
    const folded = replayJournal(bot.foldSetup, bot.records);
    expect(hashSnapshot(folded)).toBe(hashSnapshot(bot.kernel.snapshot()));
  });
});
