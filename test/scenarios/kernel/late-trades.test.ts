// Fills whose trade records come late: provisional after 2 s, replaced without a second fill.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { Bot, THOUSAND } from '../../kernel/harness.js';

/** A bot whose order is filled by its status alone. */
function fill(cumUnits: number, averageTicks?: number) {
  const bot = new Bot({ hands: ['alpha', 'probe'] }).warmUp();
  const command = bot.mustPlace();
  const status = cumUnits === THOUSAND ? 'FILLED' : 'PARTIALLY_FILLED';
  bot.status(command, status, cumUnits, averageTicks === undefined ? {} : { averageTicks });
  return { bot, command };
}

const held = (bot: Bot) => bot.kernel.snapshot().positions.map(({ units }) => units);

describe('fill without its trade record', () => {
  it('counts in the position at once and is booked provisionally after two seconds', () => {
    const { bot, command } = fill(40_000, 110_004.4);
    expect(bot.exposure('probe')).toMatchObject({ position: 40_000, workingBuy: 60_000 });
    bot.wait(2 * SECOND - 1);
    expect(bot.fills).toEqual([]);
    bot.wait(1);
    const tradeId = 'provisional-77-40000';
    expect(bot.fills).toMatchObject([
      { tradeId, coId: command.coId, units: 40_000, priceTicks: 110_004 },
    ]);
    expect(bot.exposure('probe')).toMatchObject({ position: 40_000, workingBuy: 60_000 });
  });

  it('is booked at the remainder of the average price', () => {
    // 25,000 at 110,000 and 75,000 more, together 110,006 on average: the rest is at 110,008.
    const { bot, command } = fill(25_000);
    bot.trade(command, 'T1', 25_000, 110_000);
    bot.status(command, 'FILLED', THOUSAND, { averageTicks: 110_006 });
    bot.wait(2 * SECOND);
    expect(bot.fills.map(({ units, priceTicks }) => [units, priceTicks])).toEqual([
      [25_000, 110_000],
      [75_000, 110_008],
    ]);
  });

  it('is booked at the remainder of the average also when the order was closed before', () => {
    const { bot, command } = fill(25_000);
    bot.trade(command, 'T1', 25_000, 110_000);
    bot.status(command, 'CANCELED', 25_000);
    bot.trade(command, 'T2', 25_000, 110_000);
    bot.status(command, 'CANCELED', THOUSAND, { averageTicks: 110_004 });
    bot.wait(2 * SECOND);
    // 100,000 x 110,004 are 50,000 x 110,000 and 50,000 x 110,008.
    expect(bot.fills.map(({ units, priceTicks }) => [units, priceTicks])).toEqual([
      ...[[25_000, 110_000] as const, [25_000, 110_000] as const],
      [50_000, 110_008],
    ]);
  });

  it('is booked although the report on an earlier one comes first', () => {
    const { bot, command } = fill(40_000);
    bot.wait(29 * SECOND);
    bot.status(command, 'PARTIALLY_FILLED', 70_000);
    bot.wait(3 * SECOND);
    expect(bot.fills.map(({ units }) => units)).toEqual([40_000, 30_000]);
  });

  it('is booked at the limit price when the venue reports no average', () => {
    const { bot } = fill(THOUSAND);
    bot.wait(2 * SECOND);
    expect(bot.fills).toMatchObject([{ units: THOUSAND, priceTicks: 110_010 }]);
  });

  it('is no second fill once its trade comes, in one piece or in several', () => {
    for (const sizes of [[THOUSAND], [30_000, 70_000]]) {
      const { bot, command } = fill(THOUSAND, 110_005);
      bot.wait(2 * SECOND);
      for (const [i, size] of sizes.entries()) bot.trade(command, `T${i}`, size, 110_005);
      bot.trade(command, 'T0', sizes[0]!, 110_005);
      expect(bot.fills).toHaveLength(1);
      expect(bot.exposure('probe')).toEqual({ position: THOUSAND, workingBuy: 0, workingSell: 0 });
      expect(bot.notes.map(({ fields }) => fields['units'])).toEqual(sizes);
      expect(bot.kernel.listOpenOrders()).toEqual([]);
    }
  });

  it('is joined by a further fill when its trade record has more', () => {
    const { bot, command } = fill(40_000);
    bot.wait(2 * SECOND);
    bot.trade(command, 'T1', 60_000);
    expect(bot.fills.map(({ units }) => units)).toEqual([40_000, 20_000]);
    expect(bot.exposure('probe')).toMatchObject({ position: 60_000, workingBuy: 40_000 });
  });

  it('gives the parent the price of the trade record', () => {
    const bot = new Bot().warmUp();
    bot.act('alpha', (ctx) => {
      const params = { duration: '10s', slices: 1 };
      const order = { algorithm: 'twap', symbol: 'EUR/USD', side: 'Buy', size: 1_000 } as const;
      ctx.execute({ ...order, key: 'main', params });
    });
    bot.wait(0);
    const child = bot.placed[0]!;
    bot.status(child, 'FILLED', THOUSAND, { averageTicks: 110_008 });
    bot.wait(2 * SECOND);
    expect(bot.parents.at(-1)?.bookedCash).toBe(BigInt(THOUSAND) * 110_008n);
    bot.trade(child, 'T1', THOUSAND, 110_006);
    expect(bot.kernel.snapshot().parents).toMatchObject([
      { bookedUnits: THOUSAND, bookedCash: String(BigInt(THOUSAND) * 110_006n) },
    ]);
  });

  it('alerts after thirty seconds, and its trade is still accepted an hour later', () => {
    const { bot, command } = fill(THOUSAND);
    bot.wait(2 * SECOND);
    for (let i = 0; i < 13; i++) bot.wait(2 * SECOND);
    expect(bot.alerts).toEqual([]);
    expect(bot.kernel.listOpenOrders()).toHaveLength(1);
    bot.wait(2 * SECOND);
    expect(bot.alerts).toMatchObject([{ level: 'warn', symbol: 'EUR/USD' }]);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    bot.wait(3_600 * SECOND);
    bot.trade(command, 'T1', THOUSAND);
    expect(bot.fills).toHaveLength(1);
    expect(bot.notes).toHaveLength(1);
    expect(bot.halts).toEqual([]);
  });
});

describe('busted trade', () => {
  it('moves the position once, whether its order is closed or not', () => {
    for (const status of ['PARTIALLY_FILLED', 'CANCELED']) {
      const { bot, command } = fill(40_000);
      bot.trade(command, 'T1', 40_000);
      bot.status(command, status, 40_000);
      const bust = { coId: command.coId, tradeId: 'T1', units: 40_000, priceTicks: 110_010 };
      bot.event({ type: 'bust', ...bust, tradeId: 'T9' });
      expect(bot.exposure('probe')).toMatchObject({ position: 40_000 });
      bot.event({ type: 'bust', ...bust });
      bot.event({ type: 'bust', ...bust });
      expect(bot.exposure('probe')).toMatchObject({ position: 0 });
      bot.trade(command, 'T1', 40_000);
      expect(bot.exposure('probe')).toMatchObject({ position: 0 });
    }
  });
});

describe('strategy with a busted trade', () => {
  it('is informed once, before its position changes, and of the amended trade as of a fill', () => {
    const { bot, command } = fill(40_000);
    const seen: string[] = [];
    bot.act('alpha', ({ busts, fills, positions }) => {
      busts.subscribe(({ tradeId, units }) => seen.push(`bust ${tradeId} ${units}`));
      fills.subscribe(({ tradeId, units }) => seen.push(`fill ${tradeId} ${units}`));
      positions.subscribe(({ quantity }) => seen.push(`position ${quantity}`));
    });
    bot.trade(command, 'T1', 40_000);
    bot.status(command, 'FILLED', 40_000);
    const bust = { coId: command.coId, tradeId: 'T1', units: 40_000, priceTicks: 110_010 };
    bot.event({ type: 'bust', ...bust });
    bot.event({ type: 'bust', ...bust });
    bot.trade(command, 'T2', 40_000);
    const first = ['fill T1 40000', 'position 400'];
    expect(seen).toEqual([
      ...first,
      'bust T1 40000',
      'position 0',
      'fill T2 40000',
      'position 400',
    ]);
  });
});

describe('bust of a trade that was never reported', () => {
  it('reduces nothing that the fills of the same answer were booked provisionally for', () => {
    const { bot, command } = fill(40_000);
    bot.wait(2 * SECOND);
    const bust = { coId: command.coId, tradeId: 'T2', units: 10_000, priceTicks: 110_010 };
    bot.event({ type: 'bust', ...bust, isEarly: true });
    expect(bot.exposure('probe')).toMatchObject({ position: 40_000, workingBuy: 60_000 });
    bot.trade(command, 'T1', 40_000);
    bot.event({ type: 'bust', ...bust });
    expect(bot.exposure('probe')).toMatchObject({ position: 40_000, workingBuy: 60_000 });
    expect(bot.fills).toHaveLength(1);
  });

  it('reduces the rest, but not of a duplicate order, which halts', () => {
    const { bot, command } = fill(40_000);
    bot.wait(2 * SECOND);
    const bust = { coId: command.coId, tradeId: 'T2', units: 10_000, priceTicks: 110_010 };
    bot.event({ type: 'bust', ...bust });
    expect(bot.exposure('probe')).toMatchObject({ position: 30_000 });
    expect(bot.halts).toEqual([]);
    bot.event({ type: 'bust', ...bust, tradeId: 'T3', orderId: 'another' });
    expect(held(bot)).toEqual([30_000]);
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
    const { reserved } = bot.kernel.listAtWork();
    expect(reserved[0]).toMatchObject({ buy: 60_000 + THOUSAND });
  });
});

describe('amended trade', () => {
  /** An order of 100,000 that is filled and ended, and whose one trade T1 was taken back. */
  function takeBack() {
    const { bot, command } = fill(THOUSAND);
    bot.trade(command, 'T1', THOUSAND);
    bot.event({
      ...{ type: 'bust', coId: command.coId, tradeId: 'T1', units: THOUSAND, priceTicks: 110_010 },
    });
    return { bot, command };
  }

  it('replaces the busted one and is no overfill', () => {
    const { bot, command } = takeBack();
    bot.wait(60 * SECOND);
    expect(held(bot)).toEqual([]);
    bot.trade(command, 'T2', 90_000, 110_005);
    bot.trade(command, 'T2', 90_000, 110_005);
    expect(held(bot)).toEqual([90_000]);
    expect(bot.fills.map(({ tradeId, units }) => [tradeId, units])).toEqual([
      ['T1', THOUSAND],
      ['T2', 90_000],
    ]);
    expect(bot.halts).toEqual([]);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    bot.event({
      ...{ type: 'bust', coId: command.coId, tradeId: 'T2', units: 90_000, priceTicks: 110_005 },
    });
    expect(held(bot)).toEqual([]);
  });

  it('under its own id pauses its symbol and is not booked again', () => {
    const { bot, command } = fill(40_000);
    bot.trade(command, 'T1', 40_000);
    bot.trade(command, 'T1', 40_000);
    expect(bot.alerts).toEqual([]);
    const { coId } = command;
    const changed = { type: 'trade', coId, orderId: '77', tradeId: 'T1', units: 30_000 } as const;
    bot.event({ ...changed, priceTicks: 110_005, executedAt: bot.now, isChanged: true });
    expect(held(bot)).toEqual([40_000]);
    const text = `the venue changed trade T1 of ${coId}`;
    expect(bot.alerts).toMatchObject([{ level: 'page', rule: 'RC50', symbol: 'EUR/USD', text }]);
    const fields = { coId, tradeId: 'T1', units: 30_000, priceTicks: 110_005 };
    expect(bot.notes).toMatchObject([{ text: 'the venue changed a trade', fields }]);
    bot.place();
    expect(bot.refusals).toMatchObject([{ rule: 'RC50' }]);
  });

  it('is an overfill by what it has more', () => {
    const { bot, command } = takeBack();
    bot.trade(command, 'T2', THOUSAND + 5_000);
    expect(held(bot)).toEqual([THOUSAND + 5_000]);
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC47' }]);
  });

  it('is no overfill if it was dealt after the end of an order that had a rest', () => {
    const ends = [
      ['CANCELED', 'ZOMBIE'],
      ['EXPIRED', 'EXPIRED'],
    ] as const;
    for (const [end, after] of ends) {
      const { bot, command } = fill(40_000);
      bot.trade(command, 'T1', 40_000);
      bot.status(command, end, 40_000);
      const { coId, priceTicks } = command;
      bot.event({ type: 'bust', coId, tradeId: 'T1', units: 40_000, priceTicks });
      bot.now += SECOND;
      bot.trade(command, 'T2', 40_000);
      bot.status(command, end, 80_000);
      expect(held(bot)).toEqual([40_000]);
      expect(bot.orders.some(({ state }) => state === after)).toBe(true);
      expect(bot.halts).toHaveLength(after === 'ZOMBIE' ? 1 : 0);
    }
  });

  it('is remembered over a restart', () => {
    const { bot, command } = takeBack();
    const after = new Bot({ hands: ['alpha', 'probe'], restored: bot.kernel.snapshot() });
    after.trade(command, 'T2', THOUSAND);
    expect(after.exposure('probe')).toMatchObject({ position: THOUSAND });
    expect(after.halts).toEqual([]);
  });

  it('of a provisional fill moves the position by what the venue busted', () => {
    const { bot, command } = fill(THOUSAND);
    bot.wait(2 * SECOND);
    expect(bot.exposure('probe')).toMatchObject({ position: THOUSAND });
    const { coId } = command;
    bot.event({ type: 'bust', coId, tradeId: 'T1', units: THOUSAND, priceTicks: 110_010 });
    expect(bot.exposure('probe')).toMatchObject({ position: 0 });
    bot.trade(command, 'T1', THOUSAND);
    expect(bot.exposure('probe')).toMatchObject({ position: 0 });
  });
});

describe('trade ids', () => {
  it('are dropped for old orders only; a busted trade keeps its own', () => {
    const bot = new Bot().calibrate().warmUp();
    const fill = (one: Bot, tradeId: string, order: Parameters<Bot['mustPlace']>[0] = {}) => {
      const command = one.mustPlace(order);
      one.answer(command, 'accepted', { status: 202, orderId: '77' });
      one.trade(command, tradeId, command.units);
      one.status(command, 'FILLED', command.units);
      return command;
    };
    const command = fill(bot, 'T1');
    const snapshot = bot.kernel.snapshot();
    // As many as are remembered, the others of intents that nobody knows any more.
    const old = Array.from({ length: 16_383 }, (_, index) => [1_000_000 + index, index] as const);
    const restored = { ...snapshot, trades: [...old, ...snapshot.trades] };
    const next = new Bot({ restored, epoch: 2, startAt: bot.now + 1_000_000 }).calibrate().warmUp();
    const { coId, units, priceTicks } = command;
    next.event({ type: 'bust', coId, tradeId: 'T1', units, priceTicks });
    // The symbol is paused for it, another goes on.
    for (const id of ['T2', 'T3']) fill(next, id, { symbol: 'USD/JPY', price: 150.01 });
    next.trade(command, 'T1', units);
    expect(next.halts).toEqual([]);
    expect(next.kernel.snapshot().positions).toMatchObject([
      { symbol: 'USD/JPY', units: 2 * units },
    ]);
  });
});

/** The run after, which has everything from the snapshot. */
function restart(bot: Bot, options: ConstructorParameters<typeof Bot>[0] = {}): Bot {
  const restored = bot.kernel.snapshot();
  const hands = ['alpha', 'probe'] as const;
  return new Bot({ hands: [...hands], restored, epoch: 2, startAt: bot.now + SECOND, ...options });
}

describe('trade of a working order', () => {
  /** 40,000 of 100,000 are filled by T1, which is taken back. */
  function takeBack() {
    const bot = new Bot({ hands: ['alpha', 'probe'] }).warmUp();
    const command = bot.mustPlace({ timeInForce: 'GTT', expirySeconds: 300 });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.trade(command, 'T1', 40_000);
    const { coId } = command;
    bot.event({ type: 'bust', coId, tradeId: 'T1', units: 40_000, priceTicks: 110_010 });
    bot.wait(SECOND);
    return { bot, command, held: () => bot.exposure('probe') };
  }

  it('that is amended replaces the busted one, and the rest stays reserved in full', () => {
    const { bot, command, held } = takeBack();
    bot.trade(command, 'T2', 40_000);
    expect(held()).toMatchObject({ position: 40_000, workingBuy: 60_000 });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.trade(command, 'T3', 60_000);
    bot.status(command, 'FILLED', THOUSAND);
    expect(held()).toMatchObject({ position: THOUSAND, workingBuy: 0 });
    bot.wait(10 * SECOND);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    expect([bot.fills.length, bot.halts]).toEqual([3, []]);
  });

  it('that is amended is complete although the order’s report shows the next fill first', () => {
    const { bot, command, held } = takeBack();
    bot.trade(command, 'T2', 40_000);
    bot.status(command, 'FILLED', THOUSAND);
    bot.trade(command, 'T3', 60_000);
    expect(held()).toMatchObject({ position: THOUSAND, workingBuy: 0 });
    bot.wait(10 * SECOND);
    expect([bot.fills.length, bot.halts]).toEqual([3, []]);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
  });

  it.each(['at once', 'after a restart'])(
    'that is new, not amended, shows in the order’s report, %s',
    (when) => {
      const { bot, command } = takeBack();
      bot.trade(command, 'T2', 40_000);
      const next = when === 'at once' ? bot : restart(bot);
      next.status(command, 'PARTIALLY_FILLED', 80_000);
      expect(next.exposure('probe')).toMatchObject({ position: 40_000, workingBuy: 20_000 });
      next.wait(10 * SECOND);
      expect(next.exposure('probe').position).toBe(40_000);
      next.status(command, 'CANCELED', 80_000);
      expect(next.exposure('probe')).toMatchObject({ position: 40_000, workingBuy: 0 });
      expect(next.halts).toEqual([]);
    },
  );
});
