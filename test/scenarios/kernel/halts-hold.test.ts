// A halt stays in force, whatever happens after it.
import fc from 'fast-check';
import { map, merge } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import type { Intent } from '../../../src/domain/orders/index.js';
import { execute, limit, mapDefined } from '../../../src/strategy/index.js';
import { Bot, EUR_USD, LENIENT, type Run } from '../../kernel/harness.js';
import { countRuns } from '../../runs.js';

/** Sends orders and parents at every rate, every second and whenever an order ends. */
const eager: Run = (ctx) => {
  let count = 0;
  const again = (): Intent => {
    count++;
    const side = count % 2 === 0 ? 'Buy' : 'Sell';
    const price = side === 'Buy' ? 1.1001 : 1.1;
    if (count % 4 !== 0) return limit({ symbol: 'EUR/USD', side, size: 1_000 * count, price });
    const params = { duration: '20s', slices: 4 };
    const parent = { algorithm: 'twap', key: `p${count}`, params };
    return execute({ ...parent, symbol: 'EUR/USD', side, size: 20_000 });
  };
  return merge(
    ctx.rates('EUR/USD').pipe(map(again)),
    ctx.time.interval(SECOND).pipe(map(again)),
    ctx.orders.pipe(mapDefined((view) => (view.isTerminal ? again() : undefined))),
  );
};

const input = fc.record({
  do: fc.constantFrom('rate', 'wait', 'fill', 'word', 'end', 'unknown', 'place'),
  order: fc.nat(20),
});

/** Feeds one input; one that speaks of an order is left out while there is none. */
function feed(
  bot: Bot,
  { do: what, order }: { readonly do: string; readonly order: number },
): void {
  const command = bot.placed[order % Math.max(1, bot.placed.length)];
  if (what === 'rate') bot.rate(EUR_USD, 110_000, 110_010);
  else if (what === 'wait') bot.wait(SECOND);
  else if (what === 'place') bot.place({ symbol: 'USD/JPY', price: 150, size: 1_000 });
  else if (command === undefined) return;
  else if (what === 'fill') bot.trade(command, `${command.coId}/${order}`, command.units / 100);
  else if (what === 'word') bot.status(command, 'PARTIALLY_FILLED', command.units / 2);
  else if (what === 'end') bot.status(command, 'EXPIRED', command.units / 2);
  else bot.answer(command, 'unknown', { status: 0 });
}

const CAUSES: readonly ((bot: Bot) => void)[] = [
  (bot) => bot.event({ type: 'operator', action: 'halt', reason: 'drill' }),
  (bot) =>
    bot.event({
      type: 'poll',
      subject: 'rate',
      key: 'EUR/USD',
      outcome: 'failed',
      status: 500,
      message: '',
    }),
  (bot) => bot.status({ ...bot.placed[0]!, coId: 'x' }, 'NEW', 0, { reason: 'serious' }),
  (bot) => bot.answer(bot.mustPlace({ symbol: 'USD/JPY', price: 150 }), 'duplicate'),
  (bot) => bot.answer(bot.mustPlace({ symbol: 'USD/JPY', price: 150 }), 'unknown', { status: 500 }),
  (bot) => {
    const command = bot.mustPlace({ symbol: 'USD/JPY', price: 150 });
    bot.status(command, 'FAILED', 0, { reason: 'router down' });
  },
  (bot) => {
    const command = bot.mustPlace({ symbol: 'USD/JPY', price: 150 });
    bot.trade(command, 'late', 1_000, command.priceTicks + 1);
  },
];

describe('any sequence of events after a halt', () => {
  it('of everything lets only cancels leave, one for every live order', () => {
    const inputs = fc.array(input, { maxLength: 25 });
    const cause = fc.constantFrom(...CAUSES);
    let placedBefore = 0;
    fc.assert(
      fc.property(inputs, cause, inputs, (before, stop, after) => {
        const limits = { RC53: 'off' };
        const bot = new Bot({ strategies: { eager }, limits, policy: LENIENT }).warmUp();
        for (const one of before) feed(bot, one);
        stop(bot);
        expect(bot.kernel.halt).toBeDefined();
        placedBefore += bot.placed.length;
        const live = bot.kernel.listOpenOrders().filter(({ coId }) => {
          return !bot.view({ coId }).isTerminal;
        });
        const cancelled = new Set(bot.cancels.map(({ coId }) => coId));
        expect(live.filter(({ coId }) => !cancelled.has(coId))).toEqual([]);
        for (const one of after) feed(bot, one);
        bot.wait(60 * SECOND);
        // A single strategy may have halted before.
        const count = bot.halts.findIndex(({ scope }) => scope === 'all') + 1;
        const places = bot.log.flatMap((kind, place) => (kind === 'halted' ? [place] : []));
        const rest = bot.log.slice(places[count - 1]);
        expect(rest).not.toContain('place');
        expect(bot.halts.filter(({ scope }) => scope === 'all')).toHaveLength(1);
      }),
      { numRuns: countRuns(150) },
    );
    expect(placedBefore).toBeGreaterThan(countRuns(500));
  });

  it('of a strategy lets that strategy place nothing and the other continue', () => {
    const inputs = fc.array(input, { minLength: 5, maxLength: 25 });
    fc.assert(
      fc.property(inputs, inputs, (before, after) => {
        const limits = { RC53: 'off' };
        const bot = new Bot({ strategies: { eager }, limits, policy: LENIENT }).warmUp();
        for (const one of before) feed(bot, one);
        const victim = bot.orders.find((view) => view.strategy === 'eager' && !view.isTerminal);
        fc.pre(victim !== undefined);
        bot.answer(victim, 'rejected', { status: 400, code: 'BuySellMismatch' });
        expect(bot.halts.map(({ strategy }) => strategy)).toContain('eager');
        const placed = bot.placed.length;
        for (const one of after) feed(bot, one);
        const owners = bot.placed.slice(placed).map((command) => bot.view(command).strategy);
        expect(owners.filter((name) => name === 'eager')).toEqual([]);
        // A random word after an order's end is a reason of its own to halt.
        if (bot.halts.some(({ strategy }) => strategy !== 'eager')) return;
        expect(bot.place({ symbol: 'USD/JPY', price: 150 })).toBeDefined();
      }),
      { numRuns: countRuns(100) },
    );
  });
});
