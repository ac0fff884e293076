// Quote acceptances of unknown outcome: over restarts, found after their end, and never found.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { THOUSAND } from '../../kernel/harness.js';
import { QuoteBot } from '../../kernel/quote-bot.js';

describe('acceptance that the provider delays', () => {
  it('pauses after 30 s in the run after a restart too', () => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.notify(order, 'QUOTE_ACCEPTED');
    const restored = replayJournal(bot.foldSetup, bot.records);
    const next = new QuoteBot({ restored, epoch: 2, startAt: bot.now + SECOND });
    next.notify(order, 'QUOTE_ACCEPTED');
    next.wait(31 * SECOND);
    expect(next.asks.map(({ what }) => what)).toEqual(['trades']);
    expect(next.isFolded).toBe(true);
  });

  it.each(['TRADE_REJECTED', 'TRADE_VERIFIED'])('pauses until it ends: %s', (end) => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.notify(order, 'QUOTE_ACCEPTED');
    bot.wait(31 * SECOND);
    bot.ask();
    expect(bot.refusals.at(-1)?.rule).toBe('RC39');
    bot.notify(order, end);
    bot.ask({ size: 2_000 });
    expect(bot.asked).toHaveLength(2);
    expect(bot.isFolded).toBe(true);
  });
});

it.each([false, true])(
  'acceptance that was never sent and is accepted counts again: forgotten %s',
  (isOld) => {
    const bot = new QuoteBot();
    const order = bot.mustAccept();
    bot.event({ type: 'egress', coId: order.coId, kind: 'place', reason: 'RC69: halted' });
    expect(bot.reservedBuy).toBe(0);
    if (isOld) bot.notify(order, 'REQUEST_WITHDRAWN');
    bot.notify(order, 'QUOTE_ACCEPTED');
    expect(bot.view(order).state).toBe('ZOMBIE');
    expect(bot.reservedBuy).toBe(THOUSAND);
    expect(bot.halts.map(({ rule }) => rule)).toContain('RC48');
    bot.notify(order, 'TRADE_VERIFIED');
    expect([bot.view(order).state, bot.position, bot.reservedBuy]).toEqual(['FILLED', THOUSAND, 0]);
    expect(bot.isFolded).toBe(true);
  },
);

it('acceptance whose request the venue does not show waits for the operator, never LOST', () => {
  const bot = new QuoteBot();
  const order = bot.mustAccept();
  bot.result('accept', 0, { coId: order.coId, transport: 'timeout' });
  const { coId } = order;
  expect(bot.kernel.wouldAcceptResolution(coId, 'lost', true)).toBe(false);
  const alerts = bot.alerts.length;
  for (let i = 0; i < 20; i++) {
    bot.event({
      type: 'poll',
      subject: 'rfs',
      key: coId,
      outcome: 'empty',
      status: 404,
      message: '',
    });
    bot.wait(10 * SECOND);
  }
  expect([bot.view(order).state, bot.reservedBuy]).toEqual(['QUARANTINED', THOUSAND]);
  const reported = bot.alerts.slice(alerts).filter(({ level }) => level === 'page');
  expect(reported.map(({ text }) => text)).toEqual([
    `the venue does not find the quote request ${coId}, of which a quote was accepted: it may ` +
      `still be dealt; ask the venue, then run weir resolve ${coId}`,
  ]);
  expect(bot.kernel.wouldAcceptResolution(coId, 'lost', false)).toBe(true);
  expect(bot.isFolded).toBe(true);
});
