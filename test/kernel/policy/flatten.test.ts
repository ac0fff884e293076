// Flatten closes every position at the operator's command: order of steps, sizes and what stops it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotEvent } from '../../../src/domain/events/index.js';
import { MINUTE, SECOND, unwrap } from '../../../src/domain/index.js';
import { type PlaceCommand, toSign } from '../../../src/domain/orders/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { parsePolicy } from '../../../src/plan/load-policy.js';
import { countRuns } from '../../runs.js';
import { Bot, type BotOptions, EUR_USD, LENIENT_TEXT, THOUSAND, USD_JPY } from '../harness.js';

/** A bot that holds so many thousand of each symbol, long or short. */
function hold(amounts: readonly [number, number], options: BotOptions = {}) {
  const instruments = [EUR_USD, USD_JPY];
  const bot = new Bot({ hands: ['alpha', 'beta'], instruments, ...options }).calibrate().warmUp();
  for (const [index, thousands] of amounts.entries()) {
    const { symbol } = instruments[index] ?? EUR_USD;
    const [bid, offer] = index === 0 ? [1.1, 1.1001] : [150, 150.01];
    const side = thousands > 0 ? 'Buy' : 'Sell';
    const price = thousands > 0 ? offer : bid;
    if (thousands === 0) continue;
    fill(bot, bot.mustPlace({ symbol, side, price, size: Math.abs(thousands) * 1_000 }));
  }
  bot.warmUp();
  return bot;
}

let trades = 0;
const played = new WeakSet<PlaceCommand>();

/** The venue fills an order, by default the whole of it. */
function fill(bot: Bot, command: PlaceCommand, units = command.units): void {
  trades += 1;
  bot.answer(command, 'accepted', { status: 202, orderId: '77' });
  if (units > 0) bot.trade(command, `t${String(trades)}`, units);
  const isWhole = units === command.units;
  bot.status(command, isWhole ? 'FILLED' : 'CANCELED', units);
}

function flatten(bot: Bot): number {
  const before = bot.placed.length;
  bot.event({ type: 'operator', action: 'flatten', reason: 'the desk closes', who: 'Ada' });
  return before;
}

/** Time goes on; the venue fills what comes, or the part of it that `part` says. */
function play(bot: Bot, from: number, rounds: number, part = (units: number) => units) {
  for (let round = 0; round < rounds; round += 1) {
    bot.warmUp();
    bot.wait(SECOND);
    for (const command of bot.placed.slice(from)) {
      if (!played.has(command)) fill(bot, command, part(command.units));
      played.add(command);
    }
  }
  return bot.placed.slice(from);
}

const positions = (bot: Bot) => bot.kernel.snapshot().positions;
const lastAlert = (bot: Bot) => bot.alerts.filter(({ rule }) => rule === 'FLATTEN').at(-1);

const HOST = { type: 'host', loopLag: 0, memoryBytes: 1 } as const;
const FAILED = { type: 'poll', subject: 'call', outcome: 'failed', message: '' } as const;

function answer500(bot: Bot): void {
  bot.event({ ...FAILED, key: 'data', status: 500 });
}

function toAdopted({ now: at }: Bot): BotEvent {
  const halt = { at, scope: 'all', strategy: '', rule: 'RC63', reason: 'enough' } as const;
  return { type: 'recovery', step: 'halt', reason: 'enough', halt };
}

describe('flatten', () => {
  it('cancels own orders first and closes each position when they have ended', () => {
    const bot = hold([300, -200]);
    const resting = bot.mustPlace({ price: 1.0995, timeInForce: 'GTT', expirySeconds: 60 });
    bot.status(resting, 'NEW');
    const from = flatten(bot);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([resting.coId]);
    expect(play(bot, from, 3)).toEqual([]);
    bot.status(resting, 'CANCELED');
    const closing = play(bot, from, 4);
    expect(closing.map(({ instrument, side, units }) => [instrument.symbol, side, units])).toEqual([
      ['EUR/USD', 'Sell', 300 * THOUSAND],
      ['USD/JPY', 'Buy', 200 * THOUSAND],
    ]);
    for (const one of closing) expect(one).toMatchObject({ type: 'Limit', timeInForce: 'IOC' });
    expect(positions(bot)).toEqual([]);
    expect(lastAlert(bot)).toMatchObject({ level: 'info', text: 'every position is closed' });
    expect(bot.kernel.flattening).toMatchObject({ isActive: false, last: { trouble: '' } });
  });

  it('closes a position in a symbol of which the venue reports no reference data', () => {
    const bot = hold([300, 0]);
    const about = { subject: 'reference', key: 'EUR/USD', outcome: 'failed', status: 503 } as const;
    bot.event({ type: 'poll', ...about, message: 'status 503' });
    const closing = play(bot, flatten(bot), 4);
    expect(closing.map(({ side, units }) => [side, units])).toEqual([['Sell', 300 * THOUSAND]]);
  });

  it('stops the strategies: their intents no longer leave', () => {
    const bot = hold([100, 0]);
    const from = flatten(bot);
    bot.act('alpha', (ctx) => {
      ctx.place({
        symbol: 'EUR/USD',
        side: 'Sell',
        size: 1_000,
        price: 1.1,
        type: 'Limit',
        timeInForce: 'IOC',
      });
    });
    expect(bot.placed).toHaveLength(from);
  });

  it('works under the halts that are active and stops at the next one', () => {
    const bot = hold([300, 0]);
    bot.event({ type: 'operator', action: 'halt', reason: 'the desk stops' });
    const from = flatten(bot);
    expect(play(bot, from, 1, () => 100 * THOUSAND)).toHaveLength(1);
    expect(bot.kernel.halt).toBeDefined();
    bot.event({ type: 'operator', action: 'halt', reason: 'and again' });
    expect(play(bot, from, 5)).toHaveLength(1);
    expect(positions(bot)).toMatchObject([{ units: 200 * THOUSAND }]);
    expect(lastAlert(bot)).toMatchObject({ level: 'page', text: 'NOT FLAT: and again' });
    expect(bot.place()).toBeUndefined();
  });

  it('ends with a halt that a control latches', () => {
    const bot = hold([300, 0]);
    const from = flatten(bot);
    bot.event({ type: 'host', loopLag: 5 * SECOND, memoryBytes: 1 });
    expect(play(bot, from, 5)).toEqual([]);
    expect(lastAlert(bot)?.text).toContain('halted by RC58');
  });

  it.each<[string, (bot: Bot) => void]>([
    ['a response 500', answer500],
    ['a blocked event loop', (bot) => bot.event({ ...HOST, loopLag: 6 * SECOND })],
    ['a halt latched by another process', (bot) => bot.event(toAdopted(bot))],
  ])('ends under a halt of everything with the next halt: %s', (_, halt) => {
    const bot = hold([300, 0]);
    bot.event({ type: 'operator', action: 'halt', reason: 'the desk stops' });
    const from = flatten(bot);
    expect(play(bot, from, 1, () => 100 * THOUSAND)).toHaveLength(1);
    halt(bot);
    expect(play(bot, from, 5)).toHaveLength(1);
    expect(lastAlert(bot)).toMatchObject({ level: 'page' });
    expect(lastAlert(bot)?.text).toContain('NOT FLAT: another halt came');
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
  });

  it('ends with a halt that a timeout causes between two of its steps', () => {
    const bot = hold([300, 0]);
    const resting = bot.mustPlace({ price: 1.0995, timeInForce: 'GTT', expirySeconds: 600 });
    bot.status(resting, 'NEW');
    bot.event({ type: 'operator', action: 'halt', reason: 'the desk stops' });
    const from = flatten(bot);
    bot.status(resting, 'PENDING_CANCEL');
    bot.wait(4 * MINUTE);
    expect(bot.halts.map(({ rule }) => rule)).toEqual(['RC63', 'RC51']);
    expect(lastAlert(bot)?.text).toContain('NOT FLAT: another halt came');
    expect(play(bot, from, 5)).toEqual([]);
  });

  it('ends with another 500 under the halt of the first', () => {
    const bot = hold([300, 0]);
    answer500(bot);
    const from = flatten(bot);
    expect(play(bot, from, 1, () => 100 * THOUSAND)).toHaveLength(1);
    answer500(bot);
    expect(play(bot, from, 5)).toHaveLength(1);
  });

  it('splits its orders so that each stays within the limits', () => {
    const RC04 = { G10: 100_000, EM: 100_000, DA: 100_000 };
    const bot = hold([80, 0], { limits: { RC04 } });
    fill(bot, bot.mustPlace({ size: 100_000 }));
    fill(bot, bot.mustPlace({ size: 90_000 }));
    const from = flatten(bot);
    const closing = play(bot, from, 12);
    for (const { units } of closing) expect(units).toBeLessThanOrEqual(100_000 * 100);
    expect(closing.length).toBeGreaterThan(2);
    expect(positions(bot)).toEqual([]);
    expect(bot.refusals.filter(({ rule }) => rule === 'RC04')).toEqual([]);
    expect(bot.halts).toEqual([]);
  });

  it('waits until a pause ends and gives up after a minute of refusals, with the reason', () => {
    const bot = hold([300, 0]);
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, orderGap: 7 * SECOND });
    const from = flatten(bot);
    expect(play(bot, from, 30)).toEqual([]);
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, orderGap: 0 });
    bot.wait(10 * SECOND);
    expect(play(bot, from, 1, () => 100 * THOUSAND)).toHaveLength(1);
    bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, orderGap: 7 * SECOND });
    expect(play(bot, from, 62)).toHaveLength(1);
    expect(lastAlert(bot)?.text).toMatch(
      /^NOT FLAT: the risk gate refused every closing order for 60 s: RC56: /,
    );
  });

  it('sends nothing while the outcome of an order is unknown', () => {
    const bot = hold([300, 0]);
    const lost = bot.mustPlace();
    bot.answer(lost, 'unknown');
    const from = flatten(bot);
    expect(play(bot, from, 100)).toEqual([]);
    expect(bot.kernel.flattening.isActive).toBe(true);
    play(bot, from, 260);
    expect(bot.placed).toHaveLength(from);
    expect(lastAlert(bot)?.level).toBe('page');
  });

  it('closes the net of several strategies, and currencies that offset each other', () => {
    const bot = hold([300, 0]);
    const other = bot.mustPlace({ side: 'Sell', price: 1.1, size: 100_000 }, 'beta');
    fill(bot, other);
    bot.warmUp();
    const closing = play(bot, flatten(bot), 3);
    expect(closing.map(({ units }) => units)).toEqual([200 * THOUSAND]);
    // Long EUR/USD and long USD/JPY: each takes from the other's dollars.
    const hedged = hold([300, 330]);
    expect(play(hedged, flatten(hedged), 4)).toHaveLength(2);
    expect(positions(hedged)).toEqual([]);
  });

  it('never exceeds a position, whatever part of its orders fills, and its replay agrees', () => {
    const amount = fc.integer({ min: -500, max: 500 });
    const parts = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amount, amount, parts, (first, second, fractions) => {
        const bot = hold([first, second]);
        const left = new Map([
          ['EUR/USD', first * THOUSAND],
          ['USD/JPY', second * THOUSAND],
        ]);
        let turn = 0;
        const from = flatten(bot);
        const seen = play(bot, from, 30, (units) => {
          const fraction = fractions[turn++ % fractions.length] ?? 4;
          return Math.floor((units * fraction) / 4 / THOUSAND) * THOUSAND;
        });
        const sent = new Map<string, number>();
        for (const { coId, instrument, side, units } of seen) {
          const open = left.get(instrument.symbol) ?? 0;
          expect(units).toBeLessThanOrEqual(Math.abs(open));
          expect(toSign(side)).toBe(-Math.sign(open));
          const filled = bot.fills.filter((one) => one.coId === coId);
          const sum = filled.reduce((total, one) => total + one.units, 0);
          left.set(instrument.symbol, open + toSign(side) * sum);
          sent.set(coId, units);
        }
        const folded = replayJournal(bot.foldSetup, bot.records);
        expect(folded).toEqual(bot.kernel.snapshot());
      }),
      { numRuns: countRuns(40) },
    );
  });
});

describe('flatten', () => {
  it('closes a symbol held by two strategies in the name of the larger holder', () => {
    const bot = new Bot({ hands: ['alpha', 'beta'] }).calibrate().warmUp();
    for (const [name, size] of [
      ['alpha', 100_000],
      ['beta', 300_000],
    ] as const) {
      const command = bot.mustPlace({ size }, name);
      bot.answer(command, 'accepted');
      bot.trade(command, `T-${name}`, command.units);
      bot.status(command, 'FILLED', command.units);
    }
    bot.event({ type: 'operator', action: 'flatten', reason: 'the desk closes' });
    bot.warmUp();
    bot.wait(SECOND);
    const [closing] = bot.placed.slice(2);
    expect(closing).toMatchObject({ side: 'Sell', units: 400 * THOUSAND });
    expect(bot.view(closing!).strategy).toBe('beta');
    expect(closing?.instrument).not.toBe(USD_JPY);
  });
});

describe('flatten', () => {
  it('gives up when orders have not ended in five minutes', () => {
    // A cancel that is not answered halts by the shipped policy, and a halt ends it sooner.
    const text = LENIENT_TEXT.replace(/(PENDING_CANCEL: .*?\]), steps: .*\}/, '$1}');
    const policy = unwrap(parsePolicy({ file: 'p.yaml', text }));
    const limits = { RC02: { allowed: ['Limit/GTC'] } };
    const bot = new Bot({ policy, limits }).calibrate().warmUp();
    const command = bot.mustPlace({ timeInForce: 'GTC', price: 1.0999 });
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'NEW');
    bot.event({ type: 'operator', action: 'flatten', reason: 'a drill', who: 'Ada' });
    for (let second = 0; second < 299; second += 1) bot.wait(SECOND);
    expect(bot.kernel.flattening).toMatchObject({ isActive: true, last: undefined });
    bot.wait(SECOND);
    expect(bot.kernel.flattening).toMatchObject({
      isActive: false,
      last: { trouble: `these orders did not end within 5 min: ${command.coId}` },
    });
  });

  it('sends at most 500 orders that nobody fills', () => {
    const bot = new Bot().calibrate().warmUp();
    const bought = bot.mustPlace();
    bot.answer(bought, 'accepted', { status: 202, orderId: '77' });
    bot.trade(bought, 'T1', bought.units);
    bot.status(bought, 'FILLED', bought.units);
    bot.event({ type: 'operator', action: 'flatten', reason: 'a drill', who: 'Ada' });
    for (let second = 0; second < 510; second += 1) {
      bot.rate(EUR_USD, 110_000 + (second % 2), 110_010 + (second % 2));
      bot.wait(SECOND);
      const [open] = bot.kernel.listOpenOrders();
      const command = bot.placed.find(({ coId }) => coId === open?.coId);
      if (command === undefined) continue;
      bot.answer(command, 'accepted', { status: 202, orderId: `7${String(second)}` });
      bot.status(command, 'CANCELED', 0, { orderId: `7${String(second)}` });
    }
    expect(bot.placed.length - 1).toBe(500);
    const trouble =
      '500 closing orders did not close every position: run weir flatten again, or close the ' +
      'rest at the venue';
    expect(bot.kernel.flattening.last).toEqual({ trouble });
  });

  it('halves what the turnover of the day refuses, down to the least size', () => {
    // 1,100 dollars a thousand euros: no other thousand fits under this limit.
    const limits = { RC29: { hard: 1_200 } };
    const bot = new Bot({ limits }).calibrate().warmUp();
    const bought = bot.mustPlace();
    bot.answer(bought, 'accepted', { status: 202, orderId: '77' });
    bot.trade(bought, 'T1', bought.units);
    bot.status(bought, 'FILLED', bought.units);
    bot.event({ type: 'operator', action: 'flatten', reason: 'a drill', who: 'Ada' });
    for (let second = 0; second < 70; second += 1) {
      bot.rate(EUR_USD, 110_000, 110_010);
      bot.wait(SECOND);
    }
    expect(bot.placed).toHaveLength(1);
    expect(bot.kernel.flattening.last?.trouble).toContain(
      'the risk gate refused every closing order for 60 s: RC29',
    );
  });
});
