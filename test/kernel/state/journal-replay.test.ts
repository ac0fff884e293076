// A replay of a session's journal gives the session's state after every step.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SubmitOutcome } from '../../../src/domain/events/index.js';
import { DAY, HOUR, MILLISECOND, SECOND } from '../../../src/domain/index.js';
import type { OrderStatus } from '../../../src/domain/orders/index.js';
import {
  hashSnapshot,
  JournalReplay,
  replayJournal,
  toCanonicalText,
} from '../../../src/kernel/index.js';
import { countRuns } from '../../runs.js';
import { Bot, type BotOptions, EUR_USD, toFacts, USD_JPY } from '../harness.js';

interface Input {
  readonly do: (typeof DEEDS)[number];
  readonly gap: number;
  readonly figure: number;
}

const DEEDS = [
  ...['rate', 'rate', 'wait', 'place', 'place', 'resting', 'parent', 'cancel'],
  ...['answer', 'answer', 'status', 'status', 'trade', 'trade', 'empty'],
  ...['refused', 'cancel-answer', 'egress', 'throws', 'stop'],
  ...['who-are-you', 'who-are-you', 'unsent', 'login', 'forbidden', 'resume', 'sleep'],
] as const;

const input: fc.Arbitrary<Input> = fc.record({
  do: fc.constantFrom(...DEEDS),
  gap: fc.oneof(fc.constant(0), fc.nat(4_000)).map((ms) => ms * MILLISECOND),
  figure: fc.nat(60),
});
const course = fc.array(input, { minLength: 5, maxLength: 60 });

const CLASSES: readonly SubmitOutcome[] = [
  ...(['accepted', 'accepted', 'unknown', 'weak', 'rejected', 'not-sent', 'duplicate'] as const),
];
const WORDS: readonly (OrderStatus | 'ODD')[] = [
  ...(['RECEIVED', 'NEW', 'PARTIALLY_FILLED', 'FILLED', 'PENDING_CANCEL', 'CANCELED'] as const),
  ...(['REPLACED', 'SUSPENDED', 'REJECTED', 'EXPIRED', 'FAILED', 'ODD'] as const),
];

const LOGGED_IN = {
  type: 'poll',
  key: '',
  outcome: 'unchanged',
  status: 200,
  message: '',
} as const;

function play(bot: Bot, { do: what, gap, figure }: Input): void {
  bot.now += gap;
  const command = bot.placed.at(-1 - (figure % 4));
  const name = figure % 2 === 0 ? 'alpha' : 'beta';
  const side = figure % 3 === 0 ? 'Sell' : 'Buy';
  const price = side === 'Buy' ? 1.1001 : 1.1;
  const size = 1_000 + figure;
  switch (what) {
    case 'rate':
      bot.rate(figure % 2 === 0 ? EUR_USD : USD_JPY, 110_000 + figure, 110_010 + figure);
      return;
    case 'wait':
      bot.wait(figure * SECOND);
      return;
    case 'place':
      bot.place({ side, price, size }, name);
      return;
    case 'resting':
      bot.place({ side, price, size, timeInForce: 'GTT', expirySeconds: 60 }, name);
      return;
    case 'refused':
      bot.place({ size: 1e12 }, name);
      return;
    case 'parent':
      bot.act(name, (ctx) => {
        const order = { symbol: 'EUR/USD', side, size: 5_000, key: `p${figure % 5}` } as const;
        const params = figure % 2 === 0 ? { slices: 3 } : { orders: 2, life: '10s' };
        const algorithm = figure % 2 === 0 ? 'twap' : 'resting';
        ctx.execute({ ...order, algorithm, params: { duration: '10s', ...params } });
      });
      return;
    case 'throws':
      if (figure > 50) bot.act(name, () => expect.unreachable());
      return;
    case 'login':
      bot.event({ ...LOGGED_IN, subject: figure % 2 === 0 ? 'login' : 'renew' });
      return;
    case 'forbidden': {
      const key = figure % 2 === 0 ? 'EUR/USD' : 'USD/JPY';
      const read = { subject: 'rate', outcome: 'failed', status: 403, message: '' } as const;
      bot.event({ type: 'poll', key, ...read });
      return;
    }
    case 'resume':
      bot.event({ type: 'operator', action: 'resume', reason: 'a test', who: 'Ada' });
      return;
    case 'sleep':
      if (figure > 50) bot.wait(figure * HOUR);
      return;
    case 'stop':
      if (figure > 55) bot.event({ type: 'operator', action: 'stop', reason: 'a test' });
      return;
    default:
      if (command !== undefined) speak(bot, command, what, figure, name);
  }
}

/** The venue says something of an order, true or not. */
function speak(
  bot: Bot,
  command: Bot['placed'][number],
  what: string,
  figure: number,
  name: string,
): void {
  const { coId, units } = command;
  const filled = Math.floor((units * (figure % 11)) / 10);
  const word = WORDS[figure % WORDS.length] ?? 'NEW';
  const outcome = CLASSES[figure % CLASSES.length] ?? 'accepted';
  const rest = { status: 400, code: '', message: '', orderId: '' };
  if (what === 'answer') bot.answer(command, outcome);
  else if (what === 'status') bot.status(command, word, word === 'FILLED' ? units : filled);
  else if (what === 'trade') bot.trade(command, `${coId}/${figure % 7}`, 10_000 + figure);
  else if (what === 'empty') bot.readEmpty(command);
  else if (what === 'egress') bot.event({ type: 'egress', coId, kind: 'cancel', reason: 'x' });
  else if (what === 'who-are-you') {
    bot.event({ type: 'send-result', kind: 'place', coId, ...rest, status: 401 });
  } else if (what === 'unsent') {
    const lost = { status: 0, transport: 'dns' } as const;
    bot.event({ type: 'send-result', kind: 'place', coId, ...rest, ...lost });
  } else if (what === 'cancel') bot.act(name, (ctx) => ctx.cancel(command.intentId));
  else bot.event({ type: 'send-result', kind: 'cancel', coId, ...rest, ...toFacts(outcome) });
}

function open(options: BotOptions = {}): Bot {
  const limits = { RC53: 'off' };
  return new Bot({ hands: ['alpha', 'beta'], limits, ...options }).calibrate().warmUp();
}

describe('journal replay', () => {
  it('gives the state of the session after each of its steps', () => {
    const seen = { orders: 0, settled: 0, parents: 0, halts: 0, pauses: 0 };
    fc.assert(
      fc.property(course, (inputs) => {
        const bot = open({ polled: true });
        const fold = new JournalReplay(bot.foldSetup);
        let taken = 0;
        for (const one of inputs) {
          play(bot, one);
          for (; taken < bot.records.length; taken++) fold.take(bot.records[taken]!);
          expect(fold.snapshot()).toEqual(bot.kernel.snapshot());
        }
        const { orders, settled, parents, gate } = bot.kernel.snapshot();
        seen.orders += orders.length;
        seen.settled += settled.length;
        seen.parents += parents.length;
        seen.halts += gate.halts.length;
        seen.pauses += gate.pauses.length;
        expect(hashSnapshot(replayJournal(bot.foldSetup, bot.records))).toBe(
          hashSnapshot(bot.kernel.snapshot()),
        );
      }),
      { numRuns: countRuns(300) },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(countRuns(5));
  });

  it('continues over epochs: each starts with the state that the previous one left', () => {
    fc.assert(
      fc.property(course, course, (former, latter) => {
        const first = open();
        for (const one of former) play(first, one);
        const restored = replayJournal(first.foldSetup, first.records);
        const options = { restored, epoch: 2, startAt: first.now + SECOND };
        const second = open(options);
        for (const one of latter) play(second, one);
        expect(replayJournal(second.foldSetup, second.records)).toEqual(second.kernel.snapshot());
      }),
      { numRuns: countRuns(150) },
    );
  });
});

describe('clock that leaps', () => {
  it('over decades costs no more than a day, in a session and in its replay', () => {
    const bot = open({ polled: true });
    bot.wait(60 * 365 * DAY);
    bot.rate(EUR_USD, 110_000, 110_010);
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
    expect(bot.kernel.nextDueAt - bot.now).toBeLessThanOrEqual(SECOND);
  });
});

describe('pause until resume', () => {
  it('ends only by an operator’s resume, at once and in the journal', () => {
    const bot = open();
    const read = { subject: 'rate', outcome: 'failed', status: 403, message: '' } as const;
    bot.event({ type: 'poll', key: 'EUR/USD', ...read });
    expect(bot.kernel.snapshot().gate.pauses).toMatchObject([{ key: 'EUR/USD', until: 'resume' }]);
    expect(bot.place()).toBeUndefined();
    bot.event({ type: 'operator', action: 'resume', reason: 'the venue has let us in again' });
    expect(bot.kernel.snapshot().gate.pauses).toEqual([]);
    expect(bot.kernel.hasNoWork).toBe(false);
    expect(replayJournal(bot.foldSetup, bot.records)).toEqual(bot.kernel.snapshot());
    bot.mustPlace();
  });
});

describe('pause with a time', () => {
  it('stays active after a restart until that time and no longer', () => {
    const first = open();
    // 60 s by the policy's rule of this code.
    first.answer(first.mustPlace(), 'rejected', { status: 400, code: 'CreditCheckFailed' });
    const until = first.now + 60 * SECOND;
    const restored = replayJournal(first.foldSetup, first.records);
    expect(restored).toEqual(first.kernel.snapshot());
    expect(restored.gate.pauses).toMatchObject([{ scope: 'symbol', key: 'EUR/USD', until }]);
    const second = open({ restored, epoch: 2, startAt: first.now + SECOND });
    second.now = until - 1;
    second.rate(EUR_USD, 110_000, 110_010);
    expect(second.place()).toBeUndefined();
    expect(second.refusals.at(-1)?.message).toContain('EUR/USD is paused since ');
    second.now = until;
    second.rate(EUR_USD, 110_000, 110_011);
    second.mustPlace();
    expect(second.kernel.snapshot().gate.pauses).toEqual([]);
  });
});

describe('pause because of a rate outside its band', () => {
  it('stays active after a restart, whether an order was requested or not', () => {
    for (const isAsked of [true, false]) {
      const bot = open({ limits: { RC21: { bands: { 'EUR/USD': [1, 1.2] } } } });
      bot.now += SECOND;
      bot.rate(EUR_USD, 130_000, 130_010);
      if (isAsked) expect(bot.place({ price: 1.3 })).toBeUndefined();
      const { pauses } = bot.kernel.snapshot().gate;
      expect(pauses).toMatchObject([{ control: 'RC21', until: bot.now + 60 * SECOND }]);
      expect(replayJournal(bot.foldSetup, bot.records).gate.pauses).toEqual(pauses);
    }
  });
});

describe('parent order of a previous run', () => {
  it('is HELD and works its rest once the operator resumes parents', () => {
    const first = open();
    first.act('alpha', (ctx) => {
      const params = { duration: '10s', slices: 2 };
      const order = { algorithm: 'twap', symbol: 'EUR/USD', side: 'Buy', size: 4_000 } as const;
      ctx.execute({ ...order, key: 'main', params });
    });
    first.wait(0);
    const child = first.placed[0]!;
    first.trade(child, 'T1', child.units);
    first.status(child, 'FILLED', child.units);
    const restored = replayJournal(first.foldSetup, first.records);
    expect(restored.parents).toMatchObject([
      { key: 'main', state: 'WORKING', filledUnits: 200_000 },
    ]);
    const second = open({ restored, epoch: 2, startAt: first.now + SECOND });
    expect(second.kernel.listParents()).toMatchObject([{ state: 'HELD', filledUnits: 200_000 }]);
    second.wait(20 * SECOND);
    expect(second.placed).toEqual([]);
    second.event({ type: 'recovery', step: 'resume-parents', reason: 'a test' });
    for (let i = 0; i < 12; i++) {
      second.rate(EUR_USD, 110_000, 110_010);
      second.wait(SECOND);
      for (const one of second.placed.filter((order) => !second.view(order).isTerminal)) {
        second.trade(one, `${one.coId}/1`, one.units);
        second.status(one, 'FILLED', one.units);
      }
    }
    expect(second.placed.map(({ units }) => units).reduce((sum, units) => sum + units, 0)).toBe(
      200_000,
    );
    expect(second.parents.at(-1)).toMatchObject({ state: 'DONE', filledUnits: 400_000 });
    expect(replayJournal(second.foldSetup, second.records)).toEqual(second.kernel.snapshot());
  });
});

describe('snapshot', () => {
  it('is plain JSON with one text whatever the order of its keys', () => {
    const bot = open();
    bot.mustPlace();
    const snapshot = bot.kernel.snapshot();
    const read = JSON.parse(JSON.stringify(snapshot)) as typeof snapshot;
    expect(read).toEqual(snapshot);
    const turned = Object.fromEntries(Object.entries(read).toReversed());
    expect(toCanonicalText(turned)).toBe(toCanonicalText(snapshot));
    expect(toCanonicalText({ b: [{ z: 1, a: null }], a: 'x' })).toBe(
      '{"a":"x","b":[{"a":null,"z":1}]}',
    );
  });
});

const RESTING = { timeInForce: 'GTT', expirySeconds: 60, price: 1.0999 } as const;

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
