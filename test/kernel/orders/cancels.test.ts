// Cancels that do not end their order at once: when they are repeated, when they alert.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import type { Command, PlaceCommand } from '../../../src/domain/orders/index.js';
import { replayJournal, toCanonicalText } from '../../../src/kernel/index.js';
import { Bot } from '../harness.js';

/** A bot with one working order, and the seconds since then at which cancels of it leave. */
function work(order: Parameters<Bot['mustPlace']>[0] = {}) {
  const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
  const command = bot.mustPlace(order);
  bot.status(command, 'NEW');
  const start = bot.now;
  const times: number[] = [];
  let seen = 0;
  /** Answers every cancel with `status`, 0 for none, for so many seconds. */
  const go = (seconds: number, status: number, then?: (bot: Bot) => void) => {
    for (let second = 0; second <= seconds; second++) {
      for (; seen < bot.cancels.length; seen++) {
        times.push((bot.now - start) / SECOND);
        if (status > 0) answer(bot, command, status);
      }
      then?.(bot);
      if (second < seconds) bot.wait(SECOND);
    }
    return times;
  };
  return { bot, command, go, times };
}

function answer(bot: Bot, { coId }: PlaceCommand, status: number): void {
  const result = { type: 'send-result', kind: 'cancel', code: '', message: '' } as const;
  bot.event({ ...result, coId, status, orderId: '' });
}

function cancel(bot: Bot, { intentId }: PlaceCommand): void {
  bot.act('alpha', (ctx) => {
    ctx.cancel(intentId);
  });
}

function halt(bot: Bot): void {
  bot.event({ type: 'operator', action: 'halt', reason: 'drill' });
}

describe('canceled order that was resting', () => {
  const WORDS = 'was cancelled at the venue, not by this bot, 400 of 1000 EUR filled';
  const RESTS = { timeInForce: 'GTT', expirySeconds: 60 } as const;

  it('alerts when the bot sent no cancel', () => {
    const { bot, command } = work(RESTS);
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.status(command, 'CANCELED', 40_000);
    expect(bot.alerts).toMatchObject([
      { level: 'warn', rule: 'RC48', symbol: 'EUR/USD', text: `order ${command.coId} ${WORDS}` },
    ]);
    expect(bot.halts).toEqual([]);
  });

  it('alerts with the reason of the venue when another client had cancelled it', () => {
    const { bot, command } = work(RESTS);
    bot.status(command, 'PENDING_CANCEL');
    bot.status(command, 'CANCELED', 0, { reason: 'by the dealer' });
    expect(bot.alerts.map(({ text }) => text)).toEqual([expect.stringMatching(/: by the dealer$/)]);
  });

  it('raises no alert when the bot cancelled it', () => {
    const { bot, command } = work(RESTS);
    cancel(bot, command);
    answer(bot, command, 202);
    bot.status(command, 'CANCELED');
    expect(bot.alerts).toEqual([]);
  });
});

describe('cancel whose order stays alive', () => {
  it('is repeated every 30 s and halts its symbol after 120 s', () => {
    const { bot, command, go } = work();
    cancel(bot, command);
    expect(go(119, 202)).toEqual([0, 30, 60, 90]);
    expect(bot.halts).toEqual([]);
    bot.wait(SECOND);
    const reason = 'order status PENDING_CANCEL for 120 s';
    expect(bot.halts).toMatchObject([{ scope: 'symbol', symbol: 'EUR/USD', reason }]);
    expect(bot.alerts).toMatchObject([
      { level: 'page', text: `${reason} (order ${command.coId})` },
    ]);
    expect(bot.place({ symbol: 'USD/JPY', price: 150 }, 'beta')).toBeDefined();
  });

  it('is repeated once by each later kill, also when it is stuck', () => {
    const { bot, command, go } = work();
    halt(bot);
    // The kill comes while this one is under way.
    halt(bot);
    expect(go(150, 202)).toEqual([0, 30, 60, 90, 120]);
    halt(bot);
    expect(go(0, 202)).toEqual([0, 30, 60, 90, 120, 150]);
    bot.status(command, 'CANCELED');
    halt(bot);
    expect(go(60, 202)).toEqual([0, 30, 60, 90, 120, 150]);
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
  });

  it('halts nothing when the order ends in the very instant of the limit, also in a replay', () => {
    const { bot, command, go } = work();
    cancel(bot, command);
    go(119, 202);
    bot.now += SECOND;
    bot.status(command, 'CANCELED');
    bot.wait(SECOND);
    expect([bot.halts, bot.view(command).state]).toEqual([[], 'CANCELED']);
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
  });

  it('is repeated and halts after 120 s from the cancel when the venue says PENDING_CANCEL', () => {
    const { bot, command, go } = work();
    cancel(bot, command);
    bot.wait(10 * SECOND);
    bot.status(command, 'PENDING_CANCEL');
    expect(go(110, 202)).toEqual([10, 30, 60, 90, 120]);
    expect(bot.halts).toHaveLength(1);
  });

  it('is repeated 30 s after the report when another client sent the cancel', () => {
    const { bot, command, go } = work();
    bot.status(command, 'PENDING_CANCEL');
    expect(go(29, 202)).toEqual([]);
    expect(go(1, 202)).toEqual([30]);
  });

  it('is not repeated once its order has ended or the venue has refused the cancel', () => {
    const { bot, command, go } = work();
    cancel(bot, command);
    expect(go(10, 400)).toEqual([0]);
    expect(go(120, 400)).toEqual([0]);
    cancel(bot, command);
    go(10, 202);
    bot.status(command, 'CANCELED');
    go(120, 202);
    expect(bot.cancels).toHaveLength(2);
    expect(bot.halts).toEqual([]);
  });
});

describe('cancel that was answered with a 502', () => {
  /** The run after one whose cancel was answered with a 502 ten seconds ago. */
  function restart(status = 'NEW') {
    const { bot, command, go } = work();
    cancel(bot, command);
    answer(bot, command, 502);
    go(10, 0);
    bot.status(command, status);
    const restored = replayJournal(bot.foldSetup, bot.records);
    expect(toCanonicalText(restored)).toBe(toCanonicalText(bot.kernel.snapshot()));
    const next = new Bot({ hands: ['alpha', 'beta'], epoch: 2, startAt: bot.now, restored });
    return { next: next.calibrate(), command };
  }

  it('halts everything once, 30 s after the response, also across a restart', () => {
    const { next } = restart();
    next.wait(19 * SECOND);
    expect(next.halts).toEqual([]);
    next.wait(SECOND);
    expect(next.halts).toMatchObject([{ scope: 'all', rule: 'RC53' }]);
    expect(next.halts[0]?.reason).toContain('502');
    const [order] = next.kernel.snapshot().orders;
    expect(order).not.toHaveProperty('cancelFault');
  });

  it('halts nothing once its order has ended', () => {
    const { next } = restart('CANCELED');
    next.wait(MINUTE);
    expect(next.halts).toEqual([]);
  });
});

describe('cancel under a halt', () => {
  it('is repeated every 30 s, as the policy states, when the venue took it', () => {
    const { bot, go } = work();
    halt(bot);
    expect(go(60, 202)).toEqual([0, 30, 60]);
  });

  it('is sent five times in a minute, then by the policy, when the venue did not take it', () => {
    const { bot, go } = work();
    halt(bot);
    expect(go(119, 0)).toEqual([0, 5, 10, 15, 20, 60, 90]);
  });

  it('is repeated 30 s after its first sending when it was sent before the halt', () => {
    const { bot, command, go } = work();
    cancel(bot, command);
    go(10, 202);
    halt(bot);
    expect(go(30, 202)).toEqual([0, 30]);
  });

  it('is repeated every 30 s for 10 minutes when the venue answers 500', () => {
    const { bot, go } = work();
    halt(bot);
    const times = go((20 * MINUTE) / SECOND, 500);
    expect(times.slice(0, 3)).toEqual([0, 35, 65]);
    expect(times).toHaveLength(19);
    expect(times.at(-1)).toBe(545);
  });

  it('is repeated every 30 s from its first 500 when the rounds of the halt are over', () => {
    const { bot, command, go } = work();
    halt(bot);
    go(22, 0);
    answer(bot, command, 500);
    answer(bot, command, 500);
    const times = go((20 * MINUTE) / SECOND, 500);
    expect(times.slice(4, 8)).toEqual([20, 52, 82, 112]);
    expect(times).toHaveLength(20);
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
  });
});

describe('cancel in a journal replay', () => {
  it('was never sent when the journal has no command for it', () => {
    const { bot, command } = work();
    cancel(bot, command);
    const cut = bot.records.findIndex(({ data }) => (data as Command).kind === 'cancel');
    expect(cut).toBeGreaterThan(0);
    const halted = { type: 'operator', action: 'halt', reason: 'drill' } as const;
    const stamp = { session: bot.now };
    const records = [...bot.records.slice(0, cut), { type: halted.type, stamp, data: halted }];
    const [order] = replayJournal(bot.foldSetup, records).orders;
    expect(order).toMatchObject({ coId: command.coId, cancelState: 'NONE', cancelAt: 0 });
  });
});

describe('report of the venue on a cancel', () => {
  const stateOf = (bot: Bot) => bot.kernel.snapshot().orders[0]?.cancelState;

  it('is attributed to another client when it comes in the instant in which ours leaves', () => {
    const { bot, command } = work();
    cancel(bot, command);
    bot.status(command, 'PENDING_CANCEL');
    expect(stateOf(bot)).toBe('CXL_SENDING');
    bot.wait(SECOND);
    bot.status(command, 'PENDING_CANCEL', 0, { transactAt: bot.now });
    expect(stateOf(bot)).toBe('CXL_REQUESTED');
  });

  it('outweighs a lost response', () => {
    const { bot, command, go } = work();
    cancel(bot, command);
    bot.wait(SECOND);
    bot.status(command, 'PENDING_CANCEL');
    answer(bot, command, 504);
    expect(stateOf(bot)).toBe('CXL_REQUESTED');
    answer(bot, command, 400);
    expect(stateOf(bot)).toBe('CXL_REQUESTED');
    expect(go(0, 0)).toEqual([1]);
  });

  it('leaves the order cancellable again when it refuses the cancel', () => {
    const { bot, command } = work();
    cancel(bot, command);
    answer(bot, command, 400);
    expect(stateOf(bot)).toBe('NONE');
  });
});

describe('halt', () => {
  it('of a symbol cancels the orders of that symbol and no others, in every round', () => {
    const { bot, command, go } = work();
    const other = bot.mustPlace({ symbol: 'USD/JPY', price: 150 }, 'beta');
    bot.status(other, 'NEW', 0, { orderId: '78' });
    cancel(bot, command);
    go(150, 202);
    expect(bot.halts).toMatchObject([{ scope: 'symbol', symbol: 'EUR/USD' }]);
    expect(new Set(bot.cancels.map(({ coId }) => coId))).toEqual(new Set([command.coId]));
  });

  it('repeats at once a cancel that may not have arrived', () => {
    const { bot, command, go } = work();
    cancel(bot, command);
    answer(bot, command, 504);
    go(2, 0);
    halt(bot);
    expect(go(0, 0)).toEqual([0, 2]);
  });

  it('repeats its cancels every 5 s while the venue answers 429, and raises no fault', () => {
    const { bot, go } = work();
    halt(bot);
    expect(go(20, 429)).toEqual([0, 5, 10, 15, 20]);
  });

  it('does not restart the timeout of a stuck cancel', () => {
    const { bot, command, go } = work();
    cancel(bot, command);
    go(120, 202);
    expect(bot.halts).toMatchObject([{ scope: 'symbol' }]);
    halt(bot);
    go(200, 202);
    expect(bot.halts.map(({ scope }) => scope)).toEqual(['symbol', 'all']);
    expect(bot.kernel.snapshot().orders).toMatchObject([{ cancelState: 'CXL_STUCK' }]);
  });
});
