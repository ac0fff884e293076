// Inputs at the edge of what can come: strategies that are none, records of nothing, words twice.
import { EMPTY, NEVER, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { type Note, SECOND } from '../../../src/domain/index.js';
import { replayJournal, hashSnapshot } from '../../../src/kernel/index.js';
import { ORDER_STATES } from '../../../src/kernel/orders/order-states.js';
import { Order, type SentOrderTerms } from '../../../src/kernel/orders/order.js';
import { Bot, EUR_USD, type Run, THOUSAND, USD_JPY } from '../../kernel/harness.js';

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

describe('strategy', () => {
  it.each([
    ['nothing', undefined, 'found undefined'],
    ['a figure', 5, 'found 5'],
    ['a long list', Array.from({ length: 60 }, () => 'x'), 'found ["x","x",'],
  ])('that returns %s is halted with a message for its author', (_, result, words) => {
    const bot = new Bot({ strategies: { odd: (() => result) as unknown as Run } });
    expect(bot.halts).toMatchObject([{ scope: 'strategy', strategy: 'odd', rule: 'strategy' }]);
    const [halt] = bot.halts;
    expect(halt?.reason).toContain('expected run to return an Observable of intents, ');
    expect(halt?.reason).toContain(words);
    expect(halt?.reason.length).toBeLessThan(170);
    expect(bot.warmUp().place()).toBeDefined();
  });

  it.each([
    ['no reason', undefined, 'the strategy failed without a reason'],
    ['a text', 'out of ideas', 'out of ideas'],
    ['an error', new RangeError('beyond'), 'beyond'],
    ['an object', { a: 1 }, 'the strategy threw a value of type object'],
  ])('that fails with %s is halted with that reason', (_, error, reason) => {
    const bot = new Bot({ strategies: { odd: () => throwError(() => error) } });
    expect(bot.halts).toMatchObject([{ strategy: 'odd', reason }]);
  });

  it.each([
    ['with the place in its file', 'odd.ts:3:7', 'beyond (odd.ts:3:7)'],
    ['alone where no place is known', '', 'beyond'],
  ])('that fails with an error is halted with its message, %s', (_, place, reason) => {
    const error = new RangeError('beyond');
    const locate = (found: unknown) => (found === error ? place : 'elsewhere');
    const bot = new Bot({ strategies: { odd: () => throwError(() => error) }, locate });
    expect(bot.halts).toMatchObject([{ strategy: 'odd', reason }]);
  });

  it('that has ended places nothing more, though it still receives faults', () => {
    let heard = 0;
    const brief: Run = (ctx) => {
      ctx.faults.subscribe(() => {
        heard++;
        ctx.place({ symbol: 'EUR/USD', side: 'Buy', type: 'Limit', size: 2_000, ...RESTING });
      });
      return EMPTY;
    };
    const bot = new Bot({ strategies: { brief } }).warmUp();
    bot.act('alpha', () => undefined);
    expect([heard, bot.placed]).toEqual([1, []]);
  });

  it('notes values other than text, boolean and number as text', () => {
    const bot = new Bot().warmUp();
    const fields = { a: 'x', b: true, c: 1.5, d: Number.NaN, e: undefined, f: null };
    bot.act('alpha', (ctx) => {
      ctx.note('odd', fields as unknown as Note['fields']);
      ctx.note('plain');
    });
    expect(bot.notes.map((note) => note.fields)).toEqual([
      { a: 'x', b: true, c: 1.5, d: 'NaN', e: 'undefined', f: 'null' },
      {},
    ]);
  });

  it('that acts outside a step is halted at the next rate that it receives', () => {
    let trespass = () => 0;
    const odd: Run = (ctx) => {
      ctx.rates('EUR/USD').subscribe(() => undefined);
      trespass = () =>
        ctx.place({ symbol: 'EUR/USD', side: 'Buy', type: 'Limit', size: 2_000, ...RESTING });
      return NEVER;
    };
    const bot = new Bot({ hands: [], strategies: { odd } }).warmUp();
    expect(trespass).toThrow("strategy odd: an intent was made outside the kernel's step");
    expect(bot.halts).toEqual([]);
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(bot.placed).toEqual([]);
    expect(bot.halts[0]?.reason).toContain("made outside the kernel's step: use ctx.time");
  });
});

describe('kernel', () => {
  it('latches one halt for several commands, and another one only for a repeated command', () => {
    const bot = new Bot().warmUp();
    const halt = { type: 'operator', action: 'halt', reason: 'a drill', who: 'Ada' } as const;
    bot.event({ ...halt, id: 'kill-1' });
    bot.event({ ...halt, id: 'kill-2' });
    expect(bot.halts.map(({ id, who }) => [id, who])).toEqual([['kill-1', 'Ada']]);
    bot.event({ ...halt, id: 'kill-2', isAgain: true });
    expect(bot.halts.map(({ id }) => id)).toEqual(['kill-1', 'kill-2']);
  });

  it('rejects a rate of an unknown instrument', () => {
    const bot = new Bot();
    expect(() => {
      bot.kernel.rate(bot.now, 7, 1, 2, 0, 0, bot.now);
    }).toThrow('no instrument 7');
  });

  it('pages when the trade download does not end, and ignores its other steps', () => {
    const bot = new Bot().warmUp();
    bot.event({ type: 'stp', step: 'stuck', text: 'the last page never came' } as never);
    bot.event({ type: 'stp', step: 'done', text: '' } as never);
    expect(bot.alerts).toMatchObject([
      { level: 'page', rule: 'RC50', text: 'the last page never came' },
    ]);
  });

  it('cancels own orders and stops held parents when recovery says so', () => {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.status(command, 'NEW');
    bot.event({ type: 'recovery', step: 'parents', reason: 'the start' } as never);
    expect(bot.cancels).toEqual([]);
    bot.event({ type: 'recovery', step: 'cancel', reason: 'the start' } as never);
    expect(bot.cancels.map(({ coId }) => coId)).toEqual([command.coId]);
  });

  it('halts everything when an order is FILLED with a filled quantity below its size', () => {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace();
    bot.status(command, 'FILLED', command.units - 1);
    expect(bot.halts).toMatchObject([{ scope: 'all', rule: 'RC48' }]);
    expect(bot.halts[0]?.reason).toContain(
      'has the status FILLED but a filled quantity below its size',
    );
  });

  it('ignores a trade and a bust of an unknown order', () => {
    const bot = new Bot().warmUp();
    const before = hashSnapshot(bot.kernel.snapshot());
    const facts = { coId: 'w1-0000-0000009-0009', tradeId: 'T9', units: 1, priceTicks: 1 };
    bot.event({ type: 'bust', ...facts });
    bot.event({ type: 'trade', ...facts, orderId: '', executedAt: bot.now });
    expect(hashSnapshot(bot.kernel.snapshot())).toBe(before);
    expect(bot.halts).toEqual([]);
  });

  it('pauses everything once when two health samples demand it, with one alert', () => {
    const bot = new Bot().warmUp();
    const sample = (positionGap: number) => {
      bot.event({ type: 'host', loopLag: 0, memoryBytes: 1, positionGap });
    };
    sample(121 * SECOND);
    sample(122 * SECOND);
    expect(bot.alerts.filter(({ rule }) => rule === 'RC56')).toHaveLength(1);
    expect(bot.place()).toBeUndefined();
    sample(0);
    bot.wait(10 * SECOND);
    expect(bot.place()).toBeDefined();
  });

  it('lists positions by strategy and symbol', () => {
    const bot = new Bot({ hands: ['beta', 'alpha'] }).warmUp();
    for (const [name, symbol, price] of [
      ['beta', 'USD/JPY', 150.01],
      ['beta', 'EUR/USD', 1.1001],
      ['alpha', 'USD/JPY', 150.01],
    ] as const) {
      const command = bot.mustPlace({ symbol, price }, name);
      bot.trade(command, `T${String(bot.placed.length)}`, command.units);
    }
    const names = bot.kernel.snapshot().positions.map((one) => `${one.strategy} ${one.symbol}`);
    expect(names).toEqual(['alpha USD/JPY', 'beta EUR/USD', 'beta USD/JPY']);
  });
});

describe('journal replay', () => {
  const record = (type: string, data: unknown, session: number) => ({
    ...{ type, data, stamp: { session } },
  });

  it('ignores a rate, a cancel and a send of unknown orders', () => {
    const bot = new Bot().warmUp();
    const plain = hashSnapshot(replayJournal(bot.foldSetup, bot.records));
    const at = bot.now;
    const coId = 'w1-0009-0000009-0009';
    const rate = { symbol: 'GBP/USD', bidTicks: 1, offerTicks: 2, bidUnits: 1, offerUnits: 1 };
    const more = [
      record('rate', { ...rate, venueAt: at }, at),
      record('command', { kind: 'cancel', coId, at }, at),
      record('send-start', { kind: 'place', coId, attempt: 1 }, at),
    ];
    expect(hashSnapshot(replayJournal(bot.foldSetup, [...bot.records, ...more]))).toBe(plain);
  });

  it('restores symbol halts and the progress of sends and cancels', () => {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.status(command, 'NEW');
    bot.rate(EUR_USD, 120_000, 120_010);
    expect(bot.halts).toMatchObject([{ scope: 'symbol', symbol: 'EUR/USD', rule: 'RC20' }]);
    const { coId } = command;
    const records = [
      ...bot.records,
      record('send-start', { kind: 'cancel', coId, attempt: 1, at: bot.now }, bot.now),
    ];
    const state = replayJournal(bot.foldSetup, records);
    expect(state.gate.halts).toMatchObject([{ scope: 'symbol', symbol: 'EUR/USD' }]);
    expect(state.orders[0]?.cancelState).toBe('CXL_SENDING');
    const twice = replayJournal(bot.foldSetup, [...records, records.at(-1)!]);
    expect(twice.orders[0]?.cancelState).toBe('CXL_SENDING');
  });
});

describe('order', () => {
  it('moves only to states that its state allows', () => {
    const names = Object.keys(ORDER_STATES) as (keyof typeof ORDER_STATES)[];
    let refused = 0;
    for (const from of names) {
      for (const to of names) {
        const order = new Order({ coId: 'c1' } as SentOrderTerms, 0, from);
        const isListed = (ORDER_STATES[from].moves & ORDER_STATES[to].bit) !== 0;
        const move = () => {
          order.state = to;
        };
        if (isListed || from === to) move();
        else expect(move, `${from} to ${to}`).toThrow(`cannot go from ${from} to ${to}`);
        if (!isListed && from !== to) refused++;
        expect(order.state).toBe(isListed ? to : from);
      }
    }
    expect(refused).toBeGreaterThan(names.length);
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
