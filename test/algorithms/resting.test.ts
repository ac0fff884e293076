// A resting order: short lifetimes, staggered expiries, renewed only once the old order has ended.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../src/domain/events/index.js';
import { HOUR, SECOND } from '../../src/domain/index.js';
import type { ExecuteIntent, PlaceCommand } from '../../src/domain/orders/index.js';
import { createRandom } from '../../src/determinism/index.js';
import { RENEWAL_CHECKS } from '../../src/kernel/parents/parent-checks.js';
import { Bot, EUR_USD, PATIENT, THOUSAND } from '../kernel/harness.js';
import { without } from '../kernel/without.js';
import { countRuns } from '../runs.js';

/** A bot that rests 10,000 EUR/USD at 1.09990 for an hour unless told otherwise. */
class Work {
  readonly bot: Bot;
  #ticks = 0;

  constructor(params: object = {}, parent: Partial<ExecuteIntent> = {}, options: object = {}) {
    this.bot = new Bot({ policy: PATIENT, ...options }).warmUp().calibrate();
    this.bot.act('alpha', (ctx) => {
      ctx.execute({
        algorithm: 'resting',
        key: 'main',
        symbol: 'EUR/USD',
        side: 'Buy',
        size: 10_000,
        limitPrice: 1.0999,
        params: { duration: '1h', ...params },
        ...parent,
      });
    });
    this.bot.wait(0);
  }

  get newest(): PlaceCommand {
    return this.bot.placed.at(-1)!;
  }

  accept(command = this.newest): this {
    this.bot.answer(command, 'accepted', { orderId: '77' });
    this.bot.status(command, 'NEW');
    return this;
  }

  /** A rate that is not the one before: one that stands still pauses its symbol. */
  tick(): void {
    this.#ticks = 1 - this.#ticks;
    this.bot.rate(EUR_USD, 110_000, 110_010 + this.#ticks);
  }

  /** So many seconds in which rates keep coming. */
  pass(seconds: number): this {
    for (let second = 0; second < seconds; second++) {
      this.bot.now += SECOND;
      this.tick();
      this.bot.wait(0);
    }
    return this;
  }

  /** The venue ends an order. */
  end(status: 'EXPIRED' | 'CANCELED' | 'FILLED', cumUnits = 0, command = this.newest): this {
    if (cumUnits > 0) this.bot.trade(command, `${command.coId}/t`, cumUnits);
    this.bot.status(command, status, cumUnits);
    this.bot.wait(0);
    return this;
  }
}

describe('resting parent order', () => {
  it('rests a GTT order at the limit, with a lifetime of at most 120 s', () => {
    const { bot } = new Work();
    expect(bot.placed).toMatchObject([
      { timeInForce: 'GTT', priceTicks: 109_990, units: 10 * THOUSAND, side: 'Buy' },
    ]);
    const life = bot.placed[0]!.expirySeconds;
    expect(life).toBeLessThanOrEqual(120);
    expect(life).toBeGreaterThanOrEqual(60);
  });

  it.each([
    ['Buy', undefined, 110_000],
    ['Sell', undefined, 110_010],
    ['Buy', 1.2, 110_065], // no further than 5 basis points through the offer
    ['Sell', 1, 109_945],
  ] as const)('to %s at %s rests at %s ticks', (side, limitPrice, ticks) => {
    const { newest } = new Work({}, { side, ...({ limitPrice } as { limitPrice: number }) });
    expect(newest.priceTicks).toBe(ticks);
  });

  it('is renewed under a new coId for its rest, in the step after the end', () => {
    const work = new Work().accept();
    const { bot } = work;
    const first = work.newest;
    work.pass(first.expirySeconds).end('EXPIRED', 3 * THOUSAND);
    expect(bot.placed).toHaveLength(2);
    expect(work.newest).toMatchObject({ units: 7 * THOUSAND, priceTicks: 109_990 });
    expect(work.newest.coId).not.toBe(first.coId);
    expect(bot.kernel.listParents()).toMatchObject([{ filledUnits: 3 * THOUSAND }]);
  });

  it('gives up a rest that is smaller than the least order, with both sizes', () => {
    const work = new Work().accept();
    const { bot } = work;
    work.pass(work.newest.expirySeconds).end('EXPIRED', 9.5 * THOUSAND);
    expect(bot.placed).toHaveLength(1);
    expect(bot.parents.at(-1)).toMatchObject({
      state: 'STOPPED',
      filledUnits: 9.5 * THOUSAND,
      reason: 'the rest 500 is below the minimum order size 1,000',
    });
  });

  it('is renewed in whole steps of the venue’s present size step', () => {
    const work = new Work().accept();
    const { bot } = work;
    const terms = { minSize: 1_000, sizeIncrement: 4_000 };
    bot.event({ type: 'reference', symbol: 'EUR/USD', terms });
    work.pass(work.newest.expirySeconds).end('EXPIRED', 3 * THOUSAND);
    expect(bot.placed.map(({ units }) => units / THOUSAND)).toEqual([10, 4]);
    work
      .accept()
      .end('FILLED', 4 * THOUSAND)
      .pass(300);
    expect([bot.placed.length, bot.refusals]).toEqual([2, []]);
  });

  it('is not renewed without a report of its end, however long that takes', () => {
    const work = new Work().accept().pass(600);
    expect(work.bot.placed).toHaveLength(1);
    work.end('EXPIRED').pass(3);
    expect(work.bot.placed).toHaveLength(2);
  });

  it('is not renewed while its outcome is unknown, nor once it is lost', () => {
    const work = new Work();
    const { bot } = work;
    bot.answer(work.newest, 'unknown');
    work.pass(30);
    expect(bot.placed).toHaveLength(1);
    for (let probe = 0; probe < 6; probe++) {
      bot.readEmpty(work.newest);
      work.pass(30);
    }
    expect(bot.view(work.newest).state).toBe('LOST');
    work.pass(300);
    expect(bot.placed).toHaveLength(1);
    expect(bot.parents.at(-1)).toMatchObject({
      state: 'STOPPED',
      reason: 'an order ended as LOST: it is not renewed',
    });
  });

  /** Two orders of one parent: the second is in doubt, the first has come to its end since. */
  const doubt = () => {
    const work = new Work({ orders: 2 }).accept().pass(3).accept();
    const { bot } = work;
    const [first, second] = bot.placed;
    expect(bot.placed).toHaveLength(2);
    bot.status(second!, 'ODD');
    work.end('EXPIRED', 0, first).pass(30);
    return { work, bot, second };
  };

  it('is renewed while another order is unknown once the line of RC66 is removed', () => {
    const { bot } = without(RENEWAL_CHECKS, 'RC66', doubt);
    expect([bot.placed.length, bot.refusals.map(({ rule }) => rule)]).toEqual([3, []]);
  });

  it('is not renewed while another child is of unknown outcome', () => {
    const { work, bot, second } = doubt();
    expect([bot.placed.length, bot.refusals]).toEqual([2, []]);
    bot.status(second!, 'NEW', 0, { transactAt: bot.now });
    work.pass(3);
    expect(bot.placed).toHaveLength(3);
  });

  it('is not renewed under a pause or a halt', () => {
    const work = new Work().accept();
    const { bot } = work;
    bot.event({ type: 'operator', action: 'halt', rule: 'RC63', reason: 'a person says stop' });
    work.end('CANCELED').pass(300);
    expect(bot.placed).toHaveLength(1);
    expect(bot.parents.at(-1)?.state).toBe('STOPPED');
  });

  it('waits 90 s after an end before its expiry', () => {
    const work = new Work().accept().end('CANCELED').pass(89);
    expect(work.bot.placed).toHaveLength(1);
    expect(work.pass(2).bot.placed).toHaveLength(2);
  });

  it('sends no order once it is filled, and ends with its last fill', () => {
    const work = new Work()
      .accept()
      .end('FILLED', 10 * THOUSAND)
      .pass(3);
    expect(work.bot.placed).toHaveLength(1);
    expect(work.bot.parents.at(-1)).toMatchObject({ state: 'DONE', filledUnits: 10 * THOUSAND });
  });

  it('is given up when its time is over, and its order is cancelled', () => {
    const work = new Work({ duration: '100s' }).accept().pass(101);
    expect(work.bot.cancels).toHaveLength(1);
    work.end('CANCELED').pass(200);
    expect(work.bot.placed).toHaveLength(1);
    expect(work.bot.parents.at(-1)?.state).toBe('STOPPED');
  });

  it('rests a large parent in the requested number of orders, with staggered expiries', () => {
    const work = new Work({ orders: 4, life: '80s' }, { size: 100_000 });
    const { bot } = work;
    const expiries: number[] = [];
    let seen = 0;
    for (let second = 0; second < 20; second++) {
      for (; seen < bot.placed.length; seen++) {
        expiries.push(bot.now + bot.placed[seen]!.expirySeconds * SECOND);
        work.accept(bot.placed[seen]);
      }
      work.pass(1);
    }
    expect(bot.placed.map(({ units }) => units / THOUSAND)).toEqual([25, 25, 25, 25]);
    expiries.sort((a, b) => a - b);
    const gaps = expiries.slice(1).map((at, i) => (at - expiries[i]!) / SECOND);
    // A sixteenth of the parent's life (at least 60 s of the 80 s), to the whole second.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60 / 16 - 1);
  });

  it('starts parents of one moment with different lifetimes', () => {
    const lives = Array.from({ length: 8 }, (_, seed) => {
      return new Work({}, {}, { seed: seed + 1 }).newest.expirySeconds;
    });
    expect(new Set(lives).size).toBeGreaterThan(4);
  });
});

describe('local expiry of an order', () => {
  it('is its acceptance, its lifetime and 5 s: then the order is probed, again every 30 s', () => {
    const work = new Work();
    const { bot } = work;
    work.pass(4).accept();
    const { coId, expirySeconds } = work.newest;
    work.pass(expirySeconds + 4);
    expect(bot.asks).toEqual([]);
    work.pass(1);
    expect(bot.asks).toMatchObject([{ kind: 'probe', what: 'order', coId, at: bot.now }]);
    expect(bot.alerts).toMatchObject([{ rule: 'RC66', level: 'warn', symbol: 'EUR/USD' }]);
    work.pass(30);
    expect(bot.asks).toHaveLength(2);
    expect(bot.alerts).toHaveLength(1);
    work.end('EXPIRED').pass(60);
    expect(bot.asks).toHaveLength(2);
  });

  it('applies to an order that the venue reported before its answer came', () => {
    const work = new Work();
    const { bot } = work;
    bot.status(work.newest, 'NEW');
    work.pass(work.newest.expirySeconds + 5);
    expect(bot.asks).toHaveLength(1);
  });

  it('applies to no order with another time in force', () => {
    const bot = new Bot().warmUp();
    const order = bot.mustPlace();
    bot.answer(order, 'accepted', { orderId: '77' });
    bot.wait(1_000 * SECOND);
    expect(bot.asks).toEqual([]);
  });
});

/** Plays a parent against a venue of many moods; checks at every command and at the end. */
function play({ seed, orders, thousands }: { seed: number; orders: number; thousands: number }) {
  const work = new Work(
    { orders, life: '40s', duration: '10m' },
    { size: thousands * 1_000 },
    {
      seed,
      limits: { RC33: {}, RC36: {}, RC53: 'off' },
    },
  );
  const { bot } = work;
  const draw = createRandom(seed, 'venue');
  let due: { readonly at: number; readonly action: () => void }[] = [];
  const later = (seconds: number, action: () => void) =>
    due.push({ at: bot.now + Math.round(seconds * SECOND), action });
  const latest = new Map<string, OrderView>();
  let [seen, shown, renewals] = [0, 0, 0];
  const take = (command: PlaceCommand) => {
    const open = [...latest.values()].filter(({ isTerminal, coId }) => {
      return !isTerminal && coId !== command.coId;
    });
    expect(open.length).toBeLessThan(orders);
    const odd = open.filter(({ state }) => ['UNKNOWN', 'QUARANTINED'].includes(state));
    expect(odd).toEqual([]);
    const out = open.reduce((sum, { units, filledUnits }) => sum + units - filledUnits, 0);
    const filled = [...latest.values()].reduce((sum, { filledUnits }) => sum + filledUnits, 0);
    expect(filled + out + command.units).toBeLessThanOrEqual(thousands * THOUSAND);
    const part = Math.floor((command.units * draw()) / THOUSAND) * THOUSAND;
    const life = command.expirySeconds;
    const fate = Math.floor(draw() * 8);
    if (fate === 0) later(1, () => bot.answer(command, 'unknown'));
    else if (fate === 1) later(1, () => bot.answer(command, 'not-sent', { status: 0 }));
    else later(0.3, () => bot.answer(command, 'accepted', { orderId: '77' }));
    if (fate === 1) return;
    if (part > 0) {
      later(life / 2, () => bot.status(command, 'PARTIALLY_FILLED', part));
      later(life / 2 + 1, () => bot.trade(command, `${command.coId}/1`, part));
    }
    later(life + draw() * 20, () => bot.status(command, 'EXPIRED', part));
  };
  const check = () => {
    // Commands first: a later view must not hide how things stood when one was made.
    for (const command of bot.placed.slice(seen)) {
      take(command);
      renewals++;
    }
    seen = bot.placed.length;
    for (const view of bot.orders.slice(shown)) latest.set(view.coId, view);
    shown = bot.orders.length;
  };
  check();
  for (let second = 0; second < 700; second += 0.5) {
    bot.now += SECOND / 2;
    const now = due.filter(({ at }) => at <= bot.now);
    due = due.filter(({ at }) => at > bot.now);
    for (const { action } of now) {
      action();
      check();
    }
    bot.wait(0);
    check();
    work.tick();
    check();
  }
  const filled = [...latest.values()].reduce((sum, { filledUnits }) => sum + filledUnits, 0);
  expect(bot.parents.at(-1)).toMatchObject({ filledUnits: filled });
  expect(['DONE', 'STOPPED']).toContain(bot.parents.at(-1)?.state);
  expect(bot.fills.reduce((sum, { units }) => sum + units, 0)).toBe(filled);
  expect(bot.halts).toEqual([]);
  return renewals;
}

describe('renewal against a random venue', () => {
  it('never has more working than the parent, nor a new order beside an unknown one', () => {
    const cases = fc.record({
      seed: fc.nat(),
      orders: fc.integer({ min: 1, max: 5 }),
      thousands: fc.integer({ min: 5, max: 200 }),
    });
    let sent = 0;
    fc.assert(
      fc.property(cases, (one) => {
        sent += play(one);
      }),
      { numRuns: countRuns(20) },
    );
    expect(sent).toBeGreaterThan(countRuns(100));
  });
});

it('resting parent sends nothing where it is resumed after its time', () => {
  const bot = new Work({ duration: '60s', life: '10s' }).accept().bot;
  bot.wait(11 * SECOND);
  bot.status(bot.placed[0]!, 'EXPIRED');
  const restored = bot.kernel.snapshot();
  const next = new Bot({ policy: PATIENT, epoch: 2, restored, startAt: bot.now + HOUR }).warmUp();
  next.event({ type: 'recovery', step: 'resume-parents', reason: 'a test' });
  next.wait(0);
  expect(next.placed).toEqual([]);
  expect(next.parents.at(-1)).toMatchObject({ state: 'STOPPED' });
});
