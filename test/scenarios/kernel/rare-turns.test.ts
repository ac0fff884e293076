// Turns that few sessions take: words that come twice or for nobody, marks at their bounds.
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  type ExecuteIntent,
  MINUTE,
  type PlaceCommand,
  SECOND,
  unwrap,
} from '../../../src/domain/index.js';
import { type ExecutionAlgorithm, listAlgorithms } from '../../../src/algorithms/index.js';
import { replayJournal } from '../../../src/kernel/index.js';
import { parsePolicy } from '../../../src/plan/load-policy.js';
import { Bot, EUR_USD, LENIENT_TEXT, START, THOUSAND } from '../../kernel/harness.js';

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

function start(bot: Bot, parent: Partial<ExecuteIntent> = {}, name = 'alpha'): void {
  bot.act(name, (ctx) => {
    const order = { algorithm: 'twap', key: 'main', symbol: 'EUR/USD', side: 'Buy' } as const;
    ctx.execute({ ...order, size: 4_000, params: { duration: '40s', slices: 4 }, ...parent });
  });
  bot.wait(0);
}

describe('venue position', () => {
  it('in a symbol outside the session changes nothing', () => {
    const bot = new Bot().calibrate().warmUp();
    const before = bot.kernel.snapshot();
    bot.event({ type: 'position', symbol: 'XAU/USD', units: 5 });
    expect(bot.kernel.snapshot()).toEqual(before);
    expect([bot.halts, bot.alerts]).toEqual([[], []]);
  });

  it('is no evidence on an unknown order while no earlier position is known', () => {
    const bot = new Bot({ limits: { RC53: 'off' } }).calibrate().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'unknown');
    bot.event({ type: 'position', symbol: 'EUR/USD', units: THOUSAND });
    bot.now += SECOND;
    bot.readEmpty(command);
    expect(bot.view(command).state).toBe('QUARANTINED');
  });
});

describe('order whose sending never started', () => {
  it('is abandoned by the next run, because the venue cannot have it', () => {
    const bot = new Bot().warmUp();
    const command = bot.mustPlace(RESTING);
    const records = bot.records.filter(({ type }) => type !== 'send-start');
    const restored = replayJournal(bot.foldSetup, records);
    expect(restored.orders).toMatchObject([{ coId: command.coId, state: 'JOURNALED' }]);
    const next = new Bot({ restored, epoch: 2, startAt: bot.now + SECOND });
    expect(next.orders).toMatchObject([
      { coId: command.coId, state: 'ABANDONED', reason: 'it was never sent' },
    ]);
    expect(next.kernel.listOpenOrders()).toEqual([]);
  });
});

describe('orders of a strategy that no longer exists', () => {
  it('share one place for its name, in the next run and the one after', () => {
    const bot = new Bot({ hands: ['alpha', 'beta'] }).warmUp();
    const placed = [bot.mustPlace(RESTING, 'beta'), bot.mustPlace(RESTING, 'beta')];
    for (const command of placed) bot.answer(command, 'accepted', { status: 202 });
    const restored = bot.kernel.snapshot();
    const next = new Bot({ restored, epoch: 2, startAt: bot.now + SECOND });
    expect(next.kernel.snapshot().orders).toMatchObject(
      placed.map(({ coId }) => ({ coId, strategy: 'beta', state: 'UNKNOWN' })),
    );
  });
});

describe('order that failed', () => {
  it('is accounted for once, however often its trades are reported', () => {
    const bot = new Bot({ policy: unwrap(parsePolicy({ file: 'p.yaml', text: LENIENT_TEXT })) });
    bot.calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'FAILED', 40_000);
    const told = { subject: 'trades', key: command.coId, outcome: 'unchanged' } as const;
    for (const status of [200, 200]) {
      bot.event({ type: 'poll', ...told, status, message: '' });
    }
    expect(bot.exposure('alpha')).toMatchObject({ position: 40_000, workingBuy: 0 });
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
    expect(bot.kernel.flattening.last).toEqual({ trouble: 'more than 500 closing orders' });
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

describe('pause by a health sample', () => {
  it('that is still active is lengthened without another alert', () => {
    const bot = new Bot().warmUp();
    const late = () => {
      bot.event({ type: 'host', loopLag: SECOND, memoryBytes: 1 });
    };
    late();
    bot.now += 5 * SECOND;
    late();
    const paused = () => bot.alerts.filter(({ text }) => text.startsWith('trading is paused'));
    expect(paused()).toHaveLength(1);
    bot.now += MINUTE;
    late();
    expect(paused()).toHaveLength(2);
  });
});

describe('parent order', () => {
  it('that already works is unchanged when held parents are resumed', () => {
    const bot = new Bot().calibrate().warmUp();
    start(bot);
    const before = bot.parents.length;
    bot.event({ type: 'recovery', step: 'resume-parents', reason: '' });
    expect(bot.parents).toHaveLength(before);
    expect(bot.parents.at(-1)).toMatchObject({ state: 'WORKING', slicesDone: 1 });
  });

  it('uses default sizes and order rate where their rules are off', () => {
    const limits = { RC04: 'off', RC15: 'off', RC33: 'off' };
    const bot = new Bot({ limits }).calibrate().warmUp();
    start(bot);
    for (let second = 0; second < 45; second += 1) {
      bot.rate(EUR_USD, 110_000 + (second % 2), 110_010 + (second % 2));
      bot.wait(SECOND);
    }
    expect(bot.placed.length).toBeGreaterThanOrEqual(4);
    expect(bot.halts).toEqual([]);
  });

  it('that the operator stops without a reason has the reason "stopped"', () => {
    const bot = new Bot().calibrate().warmUp();
    start(bot);
    const [child] = bot.placed;
    bot.event({ type: 'operator', action: 'stop', reason: '' });
    if (child !== undefined) bot.status(child, 'CANCELED');
    expect(bot.parents.at(-1)).toMatchObject({ state: 'STOPPED', reason: 'stopped' });
  });

  it('may note a text without fields', () => {
    const algorithms = listAlgorithms() as ExecutionAlgorithm[];
    const params = z.any();
    const terse: ExecutionAlgorithm = {
      ...{ id: 'terse', summary: 'Says a word.', params },
      start: (parent) => {
        parent.note('a word');
        parent.stop('');
        parent.at(parent.now(), () => parent.progress(9, 9));
      },
    };
    algorithms.push(terse);
    onTestFinished(() => void algorithms.pop());
    const bot = new Bot().calibrate().warmUp();
    start(bot, { algorithm: 'terse' });
    bot.wait(SECOND);
    expect(bot.notes).toMatchObject([{ text: 'a word', fields: {} }]);
    expect(bot.parents.at(-1)).toMatchObject({ state: 'STOPPED', slicesDone: 0 });
  });
});

describe('order that waits for its second attempt', () => {
  const refuse = (bot: Bot, coId: string) => {
    const answer = { status: 401, code: '', message: 'who?', orderId: '' };
    bot.event({ type: 'send-result', kind: 'place', coId, ...answer });
  };

  it('continues unchanged when the venue reports it in the meantime', () => {
    const bot = new Bot().calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    refuse(bot, command.coId);
    bot.status(command, 'NEW');
    bot.wait(3 * SECOND);
    expect(bot.view(command)).toMatchObject({ state: 'WORKING', isTerminal: false });
    expect(bot.placed).toHaveLength(1);
  });

  it('after a failed connection is not sent by a login', () => {
    const bot = new Bot().calibrate().warmUp();
    const { coId } = bot.mustPlace();
    const lost = { status: 0, transport: 'connect-refused', code: '', message: '' } as const;
    bot.event({ type: 'send-result', kind: 'place', coId, orderId: '', ...lost });
    const done = { subject: 'login', key: '', outcome: 'unchanged', status: 200 } as const;
    bot.event({ type: 'poll', ...done, message: '' });
    expect(bot.placed).toHaveLength(1);
    bot.wait(250_000);
    expect(bot.placed).toHaveLength(2);
  });
});

describe('report of the venue', () => {
  it('without a venue id keeps the known one', () => {
    const bot = new Bot().calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'NEW', 0, { orderId: '' });
    expect(bot.kernel.listOpenOrders()).toMatchObject([{ orderId: '77', isUnknown: false }]);
  });

  it('on a closed order, without an id or of another run, opens nothing', () => {
    const bot = new Bot({ limits: { RC48: 'off' } }).calibrate().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.trade(command, 'T1', command.units);
    bot.status(command, 'FILLED', command.units);
    const before = bot.kernel.snapshot().positions;
    bot.status(command, 'FILLED', command.units, { orderId: '' });
    const other = command.coId.replace('-0001-', '-0009-');
    bot.status({ ...command, coId: other }, 'FILLED', command.units);
    expect(other).not.toBe(command.coId);
    expect(bot.kernel.listOpenOrders()).toEqual([]);
    expect(bot.kernel.snapshot().positions).toEqual(before);
  });

  it('of a bust is followed by a missing trade: both count once', () => {
    const bot = new Bot().calibrate().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.trade(command, 'T1', 30_000);
    bot.status(command, 'CANCELED', 60_000);
    const { coId, priceTicks } = command;
    bot.event({ type: 'bust', coId, tradeId: 'T1', units: 30_000, priceTicks });
    const position = () => bot.kernel.snapshot().positions.map(({ units }) => units);
    // 60,000 by the order's own word, less what was taken back.
    expect(position()).toEqual([30_000]);
    bot.trade(command, 'T2', 30_000);
    expect(position()).toEqual([30_000]);
  });
});

describe('order whose booked trade ids were dropped', () => {
  /** Partly filled by a run before, with the names of its trades forgotten. */
  const open = () => {
    const bot = new Bot().calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'PARTIALLY_FILLED', 40_000);
    bot.trade(command, 'T1', 40_000);
    const snapshot = bot.kernel.snapshot();
    const orders = snapshot.orders.map((one) => ({ ...one, tradeIds: [], hasLostMarks: true }));
    const options = { restored: { ...snapshot, orders }, epoch: 2, startAt: bot.now + SECOND };
    return { command, next: new Bot(options).calibrate().warmUp() };
  };
  const say = (bot: Bot, { coId, priceTicks }: PlaceCommand, isResent: boolean) => {
    const trade = { coId, orderId: '77', tradeId: 'T1', units: 40_000, priceTicks, isResent };
    bot.event({ type: 'trade', ...trade, executedAt: bot.now });
  };

  it('takes a repeated trade for one of those', () => {
    const { command, next } = open();
    say(next, command, true);
    expect(next.halts).toEqual([]);
    expect(next.kernel.snapshot().positions).toMatchObject([{ units: 40_000 }]);
  });

  it('halts everything on a trade that may be new', () => {
    const { command, next } = open();
    say(next, command, false);
    expect(next.halts).toMatchObject([{ scope: 'all', rule: 'RC46' }]);
    expect(next.kernel.snapshot().positions).toMatchObject([{ units: 40_000 }]);
  });
});

describe('journal replay', () => {
  it('handles rates that no rule watches as the session did', () => {
    const off = ['RC17', 'RC18', 'RC19', 'RC20', 'RC43', 'RC44'].map((id) => [id, 'off'] as const);
    const bot = new Bot({ limits: Object.fromEntries(off) }).calibrate().warmUp();
    for (let second = 0; second < 5; second += 1) {
      bot.rate(EUR_USD, 110_000 + second, 110_010 + second);
      bot.wait(SECOND);
    }
    bot.rate(EUR_USD, 120_000, 120_010);
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
  });
});

describe('alerts', () => {
  it('of a thousand kinds are remembered; one more clears them all', () => {
    const bot = new Bot().calibrate().warmUp();
    const read = { subject: 'rate', outcome: 'failed', status: 403 } as const;
    for (let index = 0; index < 1_001; index += 1) {
      bot.event({ type: 'poll', key: 'EUR/USD', ...read, message: `no ${String(index)}` });
    }
    const told = bot.alerts.length;
    bot.event({ type: 'poll', key: 'EUR/USD', ...read, message: 'no 1000' });
    expect(bot.alerts.length).toBe(told);
    bot.event({ type: 'poll', key: 'EUR/USD', ...read, message: 'no 0' });
    expect(bot.alerts.length).toBe(told + 1);
  });
});

describe('RC31 overnight position', () => {
  it('counts a strategy that only rests an order in the symbol, and none without one', () => {
    // Ten seconds before 16:30 in New York.
    const startAt = START + 8 * 3_600 * SECOND + 30 * MINUTE - 10 * SECOND;
    const bands = { 'EUR/USD': [0.7, 1.8], 'USD/JPY': [100, 200] };
    const limits = { RC02: { allowed: ['Limit/GTC'] }, RC21: { bands, missing: 'pass' } };
    const options = { hands: ['alpha', 'beta'], startAt, isLive: true, polled: true, limits };
    const bot = new Bot(options).calibrate().warmUp();
    for (const order of [{ price: 1.0999 }, { symbol: 'USD/JPY', price: 149.99 }]) {
      const name = order.symbol === undefined ? 'alpha' : 'beta';
      const command = bot.mustPlace({ timeInForce: 'GTC', ...order }, name);
      bot.answer(command, 'accepted', { status: 202 });
    }
    bot.wait(15 * SECOND);
    const held = bot.alerts.filter(({ rule }) => rule === 'RC31');
    expect(held.map(({ strategy, symbol }) => `${strategy} ${symbol}`)).toEqual([
      ...['alpha EUR/USD', 'beta USD/JPY'],
    ]);
  });
});

/** The lenient policy with the first match replaced. */
function change(from: string | RegExp, to: string) {
  const text = LENIENT_TEXT.replace(from, to);
  expect(text).not.toBe(LENIENT_TEXT);
  return unwrap(parsePolicy({ file: 'p.yaml', text }));
}

describe('policy with a condition', () => {
  it('beside the times of a cancel runs both', () => {
    const when = '{when: no-reason, do: [{alert: info}]}, ';
    const policy = change(/(PENDING_CANCEL: .*?steps: \[)/, `$1${when}`);
    const bot = new Bot({ policy }).calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'NEW');
    bot.act('alpha', (ctx) => {
      ctx.cancel(command.intentId);
    });
    bot.wait(30 * SECOND);
    expect(bot.cancels.length).toBeGreaterThanOrEqual(2);
  });

  it('beside the times of an order status runs both', () => {
    const when = '{when: no-reason, do: [{alert: info}]}, ';
    const policy = change(/(RECEIVED: .*?steps: \[)/, `$1${when}`);
    const bot = new Bot({ policy }).calibrate().warmUp();
    const command = bot.mustPlace(RESTING);
    bot.answer(command, 'accepted', { status: 202, orderId: '77' });
    bot.status(command, 'RECEIVED');
    bot.wait(10 * SECOND);
    expect(bot.alerts.map(({ level, text }) => `${level} ${text.includes('RECEIVED')}`)).toContain(
      'warn true',
    );
  });
});

describe('status that the policy maps to "not sent"', () => {
  it('ends the order: only a failed connection gets a second attempt', () => {
    const policy = change(
      '{status: "429", calls: [write], class: weak',
      '{status: "429", calls: [write], class: not-sent',
    );
    const bot = new Bot({ policy }).calibrate().warmUp();
    const command = bot.mustPlace();
    bot.answer(command, 'rejected', { status: 429 });
    expect(bot.view(command).state).toBe('ABANDONED');
    bot.wait(SECOND);
    expect(bot.placed).toHaveLength(1);
  });
});

describe('session without a rate', () => {
  const off = [
    ...['RC04', 'RC05', 'RC10', 'RC14', 'RC15', 'RC17', 'RC18', 'RC19', 'RC20', 'RC21', 'RC22'],
    ...['RC23', 'RC24', 'RC25', 'RC26', 'RC28', 'RC29', 'RC30', 'RC43', 'RC44'],
  ];
  const limits = Object.fromEntries(off.map((id) => [id, 'off']));

  it('sends an order without an arrival mid', () => {
    const bot = new Bot({ limits }).calibrate();
    const command = bot.mustPlace();
    expect(bot.view(command)).toMatchObject({ arrivalTicks2: 0 });
  });

  it('keeps a parent waiting without an arrival mid', () => {
    const bot = new Bot({ limits }).calibrate();
    start(bot);
    bot.wait(SECOND);
    expect([bot.placed, bot.halts]).toEqual([[], []]);
    expect(bot.parents.at(-1)).toMatchObject({ state: 'WORKING', arrivalTicks2: 0 });
  });
});

describe('read that fails repeatedly', () => {
  it('and belongs to no symbol pauses after its time', () => {
    const bot = new Bot().calibrate().warmUp();
    const read = { subject: 'positions', key: '', outcome: 'failed', status: 503 } as const;
    for (let second = 0; second <= 65; second += 1) {
      bot.event({ type: 'poll', ...read, message: 'busy' });
      bot.wait(SECOND);
    }
    bot.place();
    expect(bot.refusals).toMatchObject([{ rule: 'RC56', limit: 'fresh' }]);
  });
});

describe('parent order of an algorithm with two children', () => {
  it('rests no further child while one is of unknown outcome', () => {
    const algorithms = listAlgorithms() as ExecutionAlgorithm[];
    const child = { units: THOUSAND, priceTicks: 109_990, expirySeconds: 30 } as const;
    const twice: ExecutionAlgorithm = {
      ...{ id: 'twice', summary: 'Rests a child, and later another.', params: z.any() },
      start: (parent) => {
        parent.placeChild({ ...child, timeInForce: 'GTT' });
        parent.at(parent.now() + SECOND, () => {
          parent.placeChild({ ...child, timeInForce: 'GTT' });
        });
      },
    };
    algorithms.push(twice);
    onTestFinished(() => void algorithms.pop());
    const bot = new Bot({ limits: { RC53: 'off' } }).calibrate().warmUp();
    start(bot, { algorithm: 'twice' });
    const [first] = bot.placed;
    if (first !== undefined) bot.answer(first, 'unknown');
    bot.wait(SECOND);
    expect(bot.placed).toHaveLength(1);
  });
});
