// The naive model of an order's life on cases worked out by hand: cancels, restarts, random lives.
import { describe, expect, it } from 'vitest';
import { createOrderModel } from './order-model.js';
import { generateSequence } from './order-model-draws.js';
import {
  at,
  bad,
  halts,
  make,
  order,
  play,
  probe,
  say,
  see,
  send,
  TAKEN,
  TIMEOUT,
  trades,
  trade,
  wishes,
} from './order-model-script.js';
import { createRandom } from './script.js';
import type { ModelInput, SendOutcome } from './order-model-inputs.js';

const SENT = send(1, TAKEN);
const LATER = (seconds: number): ModelInput => ({ ...at(seconds), kind: 'time' });
const RESTART = (seconds: number): ModelInput => ({ ...at(seconds), kind: 'restart' });

describe('a cancel', () => {
  const ASKED = [...SENT, see(2, 'NEW'), say(3, 'cancel-requested')];
  const told = (seconds: number, outcome: SendOutcome): ModelInput[] => [
    ...[...ASKED, say(3, 'cancel-started')],
    { ...at(seconds), kind: 'cancel-ended', coId: 'bot-1', outcome },
  ];

  it('is journaled, sent, requested, and done by an observation only', () => {
    expect(order(play(ASKED))).toMatchObject({ cancel: 'CXL_JOURNALED' });
    expect(order(play([...ASKED, say(3, 'cancel-started')]))).toMatchObject({
      cancel: 'CXL_SENDING',
    });
    const taken = told(4, { kind: 'http', status: 202 });
    expect(order(play(taken))).toMatchObject({ cancel: 'CXL_REQUESTED', state: 'WORKING' });
    expect(order(play([...taken, see(5, 'CANCELED')]))).toMatchObject({
      ...{ cancel: 'NONE', state: 'CANCELED', open: 0 },
    });
  });

  it('of an unclear outcome is sent again', () => {
    const view = play(told(4, TIMEOUT));
    expect(order(view)).toMatchObject({ cancel: 'CXL_UNKNOWN', state: 'WORKING' });
    expect(wishes(view, 'cancel')).toEqual([4]);
  });

  it('is sent again after 30 s and stuck after 120 s', () => {
    const view = play([...told(4, { kind: 'http', status: 202 }), LATER(122)]);
    expect(wishes(view, 'cancel')).toEqual([33]);
    expect(order(view)).toMatchObject({ cancel: 'CXL_REQUESTED' });
    const stuck = play([...told(4, { kind: 'http', status: 202 }), LATER(123)]);
    expect(order(stuck)).toMatchObject({ cancel: 'CXL_STUCK', state: 'WORKING', open: 100 });
    expect(halts(stuck)).toEqual(['symbol: cancel stuck']);
  });

  it('that is turned down leaves the order to its own state', () => {
    const refused = told(4, bad('OrderNotActive'));
    expect(wishes(play(refused), 'query')).toContain(4);
    expect(order(play([...refused, see(5, 'NEW')]))).toMatchObject({ cancel: 'NONE' });
    expect(order(play([...refused, see(5, 'FILLED')]))).toMatchObject({ state: 'FILLED' });
  });

  it('loses against a fill', () => {
    const view = play([...told(4, { kind: 'http', status: 202 }), see(5, 'FILLED')]);
    expect(order(view)).toMatchObject({ state: 'FILLED', filled: 100 });
  });

  it('of the venue is one like ours', () => {
    const view = play([...SENT, see(2, 'NEW'), see(3, 'PENDING_CANCEL')]);
    expect(order(view)).toMatchObject({ state: 'WORKING', cancel: 'CXL_REQUESTED' });
    const back = play([...SENT, see(2, 'NEW'), see(3, 'PENDING_CANCEL'), see(4, 'NEW')]);
    expect(order(back)).toMatchObject({ cancel: 'NONE' });
  });

  it('answered by a 500 halts all and goes on', () => {
    const view = play(told(4, bad(undefined, 500)));
    expect(halts(view)).toEqual(['all: cancel 500']);
    expect(order(view)).toMatchObject({ cancel: 'CXL_UNKNOWN' });
    expect(wishes(view, 'cancel')).toContain(4);
  });
});

describe('a restart', () => {
  const intend: ModelInput = {
    ...{ ...at(1), kind: 'intend', coId: 'bot-1' },
    terms: {
      ...{ strategy: 'one', symbol: 'EUR/USD', side: 'Buy', size: 100, currency: 'EUR' },
      ...{ type: 'Limit', timeInForce: 'GTC', price: 500 },
    },
  };

  it('forgets what was not journaled, but not its coId', () => {
    expect(play([intend, RESTART(2)]).orders).toEqual([]);
    expect(halts(play([intend, RESTART(2), make(3)]))).toEqual(['all: coId used twice']);
  });

  it('abandons what has no start record and doubts what has one', () => {
    const journal: ModelInput = { ...at(1), kind: 'journal', coId: 'bot-1', start: false };
    const view = play([intend, say(1, 'approve'), journal, RESTART(2)]);
    expect(order(view)).toMatchObject({ state: 'ABANDONED', open: 0 });
    expect(order(play([make(), RESTART(2)]))).toMatchObject({ state: 'UNKNOWN', open: 100 });
  });

  it('sends nothing again that was abandoned before it', () => {
    const unsent: SendOutcome = { kind: 'transport', outcome: 'dns' };
    const view = play([...send(1, unsent), RESTART(1.5), say(2, 'send-started')]);
    expect(order(view)).toMatchObject({ state: 'ABANDONED' });
    expect(view.breaches).toHaveLength(1);
  });

  it('doubts a refusal of the gate that was not durable', () => {
    const refused = (durable: boolean): ModelInput[] => [
      ...[make(), { ...at(1), kind: 'egress-refused', coId: 'bot-1', durable } as const],
      RESTART(2),
    ];
    expect(order(play(refused(true)))).toMatchObject({ state: 'ABANDONED' });
    expect(order(play(refused(false)))).toMatchObject({ state: 'UNKNOWN' });
  });

  it('makes every open order unknown, with its fills', () => {
    const partial = see(2, 'PARTIALLY_FILLED', { cumQty: 40 });
    const view = play([...SENT, partial, trades(3, trade('t1', 40)), RESTART(4)]);
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', filled: 40, open: 60 });
    expect(view).toMatchObject({ mode: 'RECOVERING', settledAt: 21_000_000 });
    expect(wishes(view, 'cancel')).toEqual([4]);
  });

  it('counts no negatives before it has settled', () => {
    const view = play([...SENT, RESTART(4), probe(20)]);
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', negatives: 0 });
    expect(order(play([...SENT, RESTART(4), probe(22)]))).toMatchObject({ negatives: 1 });
  });

  it('keeps ends and halts', () => {
    const view = play([...send(1, bad(undefined, 500)), see(2, 'FILLED'), RESTART(3)]);
    expect(order(view)).toMatchObject({ state: 'FILLED', filled: 100 });
    expect(halts(view)).toEqual(['all: place 500']);
    expect(view.mode).toBe('READY');
  });

  it('twice is as once', () => {
    const { orders, positions } = play([...SENT, RESTART(4)]);
    expect(play([...SENT, RESTART(4), RESTART(4)])).toMatchObject({ orders, positions });
  });
});

describe('a resume', () => {
  const resume = (seconds: number): ModelInput => ({ ...at(seconds), kind: 'resume', halt: 1 });

  it('needs a minute and nothing unknown', () => {
    const start = send(1, bad(undefined, 500));
    expect(play([...start, resume(70)]).halts).toHaveLength(1);
    const seen = [...start, see(2, 'FILLED')];
    expect(play([...seen, resume(60)]).halts).toHaveLength(1);
    expect(play([...seen, resume(61)]).halts).toHaveLength(0);
  });
});

describe('a parent', () => {
  const PARENT: ModelInput = { ...at(1), kind: 'parent', key: 'big', total: 150 };
  const child = (seconds: number, coId: string, size: number, renews?: string) =>
    send(
      seconds,
      { kind: 'http', status: 202, orderId: `of-${coId}` },
      { parent: 'big', size, ...(renews === undefined ? {} : { renews }) },
      coId,
    );

  it('is never exceeded by its children', () => {
    const view = play([PARENT, ...child(2, 'bot-1', 100), make(3, { parent: 'big' }, 'bot-2')]);
    expect(order(view, 'bot-2')).toMatchObject({ state: 'REFUSED' });
    expect(view.parents).toMatchObject([{ remainder: 50, mayRenew: false }]);
    expect(halts(view)).toEqual(['strategy: children exceed the parent']);
  });

  it('renews only after the proven end of the old child', () => {
    const first = [PARENT, ...child(2, 'bot-1', 100)];
    const open = play([...first, ...child(3, 'bot-2', 50, 'bot-1')]);
    expect(order(open, 'bot-2')).toMatchObject({ state: 'REFUSED' });
    const expired = see(3, 'EXPIRED', { orderId: 'of-bot-1', cumQty: 30 });
    const view = play([...first, expired, ...child(4, 'bot-2', 120, 'bot-1')]);
    expect(order(view, 'bot-2')).toMatchObject({ state: 'PENDING_VENUE', open: 120 });
    expect(view.parents).toMatchObject([{ filled: 30, remainder: 0 }]);
  });

  it('is held after a restart', () => {
    expect(play([PARENT, RESTART(2), PARENT]).parents).toMatchObject([
      { isHeld: true, total: 150 },
    ]);
  });

  it('learns the local expiry of a child', () => {
    const life = { timeInForce: 'GTT', expirySeconds: 60 } as const;
    const view = play([...send(1, TAKEN, life), LATER(66)]);
    expect(order(view)).toMatchObject({ expiresAt: 66_000_000, state: 'PENDING_VENUE' });
    expect(wishes(view, 'query')).toEqual([1, 66]);
  });
});

describe('drawn lives', () => {
  const draw = (seed: number) => generateSequence(createRandom(seed), 200);

  it('are the same for the same draws, and in order of time', () => {
    expect(draw(7)).toEqual(draw(7));
    const times = draw(7).map((input) => input.at);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  it('keep what holds at every moment', () => {
    const states = new Set<string>();
    const wrong: string[] = [];
    for (let seed = 1; seed <= 50; seed++) {
      const model = createOrderModel();
      let last = model.view();
      for (const [index, input] of draw(seed).entries()) {
        model.apply(input);
        if (index % 6 !== 0) continue;
        const view = model.view();
        for (const one of view.orders) {
          states.add(one.state).add(one.cancel);
          const before = last.orders.find(({ name }) => name === one.name);
          const isRight =
            one.open >= 0 &&
            one.confirmed + one.provisional <= one.filled &&
            one.cum >= (before?.cum ?? 0) &&
            (before?.state !== 'FILLED' || one.state === 'FILLED');
          if (!isRight) wrong.push(`${seed} ${view.now} ${JSON.stringify(one)}`);
        }
        last = view;
      }
      last = model.view();
      for (const one of last.orders) {
        const told = last.fills.filter(({ coId }) => coId === one.name);
        const sum = told.reduce((total, { quantity }) => total + quantity, 0);
        if (sum !== one.confirmed + one.provisional) wrong.push(`${seed} ${one.name} told ${sum}`);
      }
    }
    expect(wrong).toEqual([]);
    expect([...states].sort()).toEqual([
      ...['ABANDONED', 'CANCELED', 'CXL_JOURNALED', 'CXL_REQUESTED', 'CXL_SENDING', 'CXL_STUCK'],
      ...['CXL_UNKNOWN', 'EXPIRED', 'FAILED', 'FILLED', 'JOURNALED', 'LOST', 'NONE', 'PARTIAL'],
      ...['PENDING_VENUE', 'QUARANTINED', 'REFUSED', 'REJECTED', 'REPLACED', 'SENDING'],
      ...['STATUS_UNKNOWN', 'UNKNOWN', 'WORKING', 'WORKING_PAUSED', 'ZOMBIE'],
    ]);
  });
});
