// Quantities that children take of their parents by the journal, independent of the kernel.
import { describe, expect, it } from 'vitest';
import { assert, SECOND } from '../../../src/domain/index.js';
import {
  replayJournal,
  type KernelSnapshot,
  type ParentConsumption,
} from '../../../src/kernel/index.js';
import { ParentQuantities } from '../../../src/session/egress/parent-quantities.js';
import { Bot, EUR_USD, THOUSAND } from '../../kernel/harness.js';

const ONE = { attempts: 1, doubledUnits: 0 } as const;
const OPEN = { ...ONE, state: 'WORKING', isTerminal: false, isSettled: false } as const;
const ENDED = { ...ONE, state: 'CANCELED', isTerminal: true, isSettled: true } as const;

/** A parent of 100 with children of these sizes, and how the kernel has each of them. */
function fill(...sizes: readonly number[]) {
  const book = new ParentQuantities();
  const of = { strategy: 'alpha', parent: 'key' };
  book.take({ type: 'parent', data: { ...of, key: 'key', units: 100, state: 'WORKING' } });
  const orders = new Map<string, ParentConsumption>();
  sizes.forEach((units, place) => {
    const coId = `w-${String(place)}`;
    book.take({ type: 'command', data: { ...of, kind: 'place', coId, units } });
    orders.set(coId, { ...OPEN, takenUnits: units });
  });
  const findExcess = (...doubled: readonly string[]) =>
    book.findExcess('alpha', 'key', (coId) => orders.get(coId), doubled);
  const trade = (coId: string, units: number) => {
    book.take({ type: 'fill', data: { coId, units } });
  };
  return { book, orders, findExcess, trade };
}

describe('child orders', () => {
  it('count in full while they are open, whatever the kernel assumes', () => {
    const { orders, findExcess } = fill(60, 60);
    expect(findExcess()).toBe(20);
    orders.set('w-0', { ...OPEN, takenUnits: 1 });
    expect(findExcess()).toBe(20);
    orders.set('w-0', { ...OPEN, takenUnits: 70 });
    expect(findExcess()).toBe(30);
  });

  it('count by what they filled, or may have filled, once they have ended', () => {
    const { orders, findExcess } = fill(60, 40);
    orders.set('w-0', { ...ENDED, isSettled: false, takenUnits: 35 });
    expect(findExcess()).toBe(-25);
    orders.set('w-0', { ...ENDED, takenUnits: 25 });
    expect(findExcess()).toBe(-35);
    orders.set('w-0', { ...ENDED, takenUnits: 99 });
    expect(findExcess()).toBe(-35);
  });

  it('count by their recorded trades once the kernel has dropped them', () => {
    const { orders, findExcess, trade } = fill(60, 40);
    trade('w-0', 20);
    orders.delete('w-0');
    expect(findExcess()).toBe(-40);
    expect(findExcess()).toBe(-40);
  });

  it('that fill late count for that fill too', () => {
    const { orders, findExcess, trade } = fill(60, 40);
    orders.set('w-0', { ...ENDED, takenUnits: 0 });
    expect(findExcess()).toBe(-60);
    orders.set('w-0', { ...ENDED, takenUnits: 45 });
    trade('w-0', 45);
    expect(findExcess()).toBe(-15);
  });

  it('count with a duplicate at the venue, also once that has ended', () => {
    const { orders, findExcess, trade } = fill(60, 40);
    orders.set('w-0', { ...OPEN, takenUnits: 60, doubledUnits: 60 });
    expect(findExcess('w-0')).toBe(60);
    trade('w-0', 25);
    orders.set('w-0', { ...ENDED, takenUnits: 25 });
    expect(findExcess()).toBe(-35);
    // It is seen now, and lives.
    orders.set('w-0', { ...ENDED, isSettled: false, takenUnits: 25, doubledUnits: 60 });
    expect(findExcess('w-0')).toBe(25);
    trade('w-0', 50);
    orders.set('w-0', { ...ENDED, takenUnits: 25, doubledUnits: 50 });
    expect(findExcess('w-0', 'unheard')).toBe(15);
  });

  it('of another parent or of none, cancels and other trades change nothing', () => {
    const { book, findExcess, trade } = fill(60);
    const data = { strategy: 'alpha', coId: 'w-9', units: 90 };
    book.take({ type: 'command', data: { ...data, kind: 'place', parent: '' } });
    book.take({ type: 'command', data: { ...data, kind: 'place', parent: 'unheard' } });
    book.take({ type: 'command', data: { kind: 'cancel', coId: 'w-0' } });
    book.take({ type: 'note', data: { strategy: 'alpha', text: 'w-0' } });
    trade('w-9', 90);
    expect(findExcess()).toBe(-40);
  });
});

describe('parent order', () => {
  it('has the size with which it was accepted', () => {
    const { book, findExcess } = fill(60);
    const data = { strategy: 'alpha', key: 'key', units: 500, state: 'WORKING' };
    book.take({ type: 'parent', data });
    expect(findExcess()).toBe(-40);
  });

  it.each(['DONE', 'STOPPED'])('has no children once it is %s', (state) => {
    const { book, findExcess } = fill(60);
    book.take({ type: 'parent', data: { strategy: 'alpha', key: 'key', units: 100, state } });
    expect(findExcess()).toBeNaN();
  });

  it('of another strategy or key is a separate one', () => {
    const { book } = fill(60);
    expect(book.findExcess('beta', 'key', () => undefined)).toBeNaN();
    expect(book.findExcess('alpha', 'other', () => undefined)).toBeNaN();
  });
});

describe('parent order of a previous run', () => {
  const parent = { strategy: 'alpha', key: 'key', units: 100, filledUnits: 50, state: 'HELD' };
  const child = { strategy: 'alpha', parent: 'key', units: 40, cumUnits: 10, bookedUnits: 10 };
  const restored = {
    parents: [parent, { ...parent, key: 'over', state: 'DONE' }],
    orders: [
      { ...child, coId: 'w-1' },
      { ...child, coId: 'w-1', isDouble: true },
      { ...child, coId: 'w-2', parent: '' },
      { ...child, coId: 'w-3', parent: 'over' },
    ],
  } as unknown as KernelSnapshot;

  it('counts what it had filled then and what is still open', () => {
    const book = new ParentQuantities(restored);
    const find = () => ({ ...OPEN, takenUnits: 40, doubledUnits: 10 });
    // 30 by children that had ended, 40 of the one that is open, 10 of its second order.
    expect(book.findExcess('alpha', 'key', find)).toBe(-20);
    const data = { strategy: 'alpha', parent: 'key', kind: 'place', coId: 'w-4', units: 30 };
    book.take({ type: 'command', data });
    expect(book.findExcess('alpha', 'key', find)).toBe(30);
    expect(book.findExcess('alpha', 'over', find)).toBeNaN();
  });

  it('counts earlier trades once when the kernel has dropped their child', () => {
    const book = new ParentQuantities(restored);
    expect(book.findExcess('alpha', 'key', () => undefined)).toBe(-50);
  });
});

describe('parent order of a restored journal with a duplicated child', () => {
  type Book = Pick<Bot, 'kernel'> & { readonly book: ParentQuantities };

  /** A run whose parent has placed its first child, of a fifth. */
  function begin() {
    const bot = new Bot().warmUp().calibrate();
    const params = { duration: '40s', slices: 5 };
    bot.act('alpha', (ctx) => {
      const order = { symbol: 'EUR/USD', side: 'Buy', size: 5_000, params } as const;
      ctx.execute({ ...order, algorithm: 'twap', key: 'main' });
    });
    bot.wait(0);
    const child = bot.placed.at(-1);
    assert(child !== undefined, 'no child was placed');
    return { bot, child };
  }

  function findExcess({ book, kernel }: Book): number {
    const find = (coId: string) => kernel.findConsumption(coId);
    return book.findExcess('alpha', 'main', find, kernel.listDoubled());
  }

  /** As the run itself counts, and as the one after it does. */
  function countBoth(bot: Bot): readonly number[] {
    const book = new ParentQuantities();
    for (const record of bot.records) book.take(record);
    const restored = replayJournal(bot.foldSetup, bot.records);
    const next = new Bot({ restored, epoch: 2 });
    const after = { book: new ParentQuantities(restored), kernel: next.kernel };
    return [findExcess({ book, kernel: bot.kernel }), findExcess(after), findExcess(after)];
  }

  const SECOND_ID = { orderId: '78' };

  it('counts each of the two once, also when the duplicate has ended', () => {
    const { bot, child } = begin();
    const left = (...units: readonly number[]) => {
      const excess = units.reduce((sum, one) => sum + one, -5 * THOUSAND);
      expect(countBoth(bot)).toEqual([excess, excess, excess]);
    };
    left(THOUSAND);
    bot.answer(child, 'accepted', { orderId: '77' });
    bot.status(child, 'NEW');
    bot.status(child, 'PARTIALLY_FILLED', 40_000, SECOND_ID);
    left(THOUSAND, THOUSAND);
    const { coId, priceTicks } = child;
    const fill = { tradeId: 'T1', units: 40_000, priceTicks, executedAt: bot.now };
    bot.event({ type: 'trade', coId, ...SECOND_ID, ...fill });
    bot.status(child, 'CANCELED', 40_000, SECOND_ID);
    expect(bot.kernel.snapshot()).toMatchObject({ orders: [{}], kept: [{ isDouble: true }] });
    left(THOUSAND, 40_000);
  });

  it('counts the duplicate in full when it came long after the first had closed', () => {
    const { bot, child } = begin();
    bot.answer(child, 'accepted', { orderId: '77' });
    bot.trade(child, 'T1', THOUSAND);
    bot.status(child, 'FILLED', THOUSAND);
    expect(countBoth(bot)).toEqual(Array.from({ length: 3 }, () => -4 * THOUSAND));
    bot.status(child, 'NEW', 0, SECOND_ID);
    expect(bot.kernel.snapshot()).toMatchObject({ orders: [{ isDouble: true }], settled: [{}] });
    expect(countBoth(bot)).toEqual(Array.from({ length: 3 }, () => -3 * THOUSAND));
  });
});

it('busted trade that comes again with changes counts once', () => {
  const bot = new Bot().warmUp();
  const book = new ParentQuantities();
  let at = 0;
  const findExcess = () => {
    for (const record of bot.records.slice(at)) book.take(record);
    at = bot.records.length;
    return book.findExcess('alpha', 'main', (coId) => bot.kernel.findConsumption(coId));
  };
  const params = { duration: '40s', slices: 4 };
  bot.act('alpha', (ctx) => {
    const order = { symbol: 'EUR/USD', side: 'Buy', size: 4_000, params } as const;
    ctx.execute({ ...order, algorithm: 'twap', key: 'main' });
  });
  bot.wait(0);
  const found: number[] = [];
  for (const tradeId of ['T1', 'T2', 'T3', 'T4']) {
    const child = bot.placed.at(-1);
    assert(child !== undefined, 'no child was placed');
    found.push(findExcess());
    bot.trade(child, tradeId, child.units);
    bot.status(child, 'FILLED', child.units);
    if (tradeId === 'T1') {
      const { coId, priceTicks, units } = child;
      findExcess();
      bot.event({ type: 'bust', coId, tradeId, units, priceTicks });
      bot.trade(child, 'T1 changed', units, priceTicks - 1);
      bot.event({ type: 'operator', action: 'resume', reason: 'the venue said why', who: 'me' });
    }
    for (let rates = 0; rates < 3; rates += 1) bot.rate(EUR_USD, 110_000, 110_010);
    bot.wait(10 * SECOND);
  }
  expect(bot.placed).toHaveLength(4);
  expect(bot.fills.map(({ replaces }) => replaces)).toEqual([
    ...[undefined, THOUSAND, undefined, undefined, undefined],
  ]);
  expect(found).toEqual([-300_000, -200_000, -100_000, 0]);
});
