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

describe('order model: cancel', () => {
  const ASKED = [...SENT, see(2, 'NEW'), say(3, 'cancel-requested')];
  const messages = (seconds: number, outcome: SendOutcome): ModelInput[] => [
    ...[...ASKED, say(3, 'cancel-started')],
    { ...at(seconds), kind: 'cancel-ended', coId: 'bot-1', outcome },
  ];

  it('cancel is journaled, sent and accepted; only a report of CANCELED ends it', () => {
    expect(order(play(ASKED))).toMatchObject({ cancel: 'CXL_JOURNALED' });
    expect(order(play([...ASKED, say(3, 'cancel-started')]))).toMatchObject({
      cancel: 'CXL_SENDING',
    });
    const taken = messages(4, { kind: 'http', status: 202 });
    expect(order(play(taken))).toMatchObject({ cancel: 'CXL_REQUESTED', state: 'WORKING' });
    expect(order(play([...taken, see(5, 'CANCELED')]))).toMatchObject({
      ...{ cancel: 'NONE', state: 'CANCELED', open: 0 },
    });
  });

  it('cancel of unknown outcome is sent again', () => {
    const view = play(messages(4, TIMEOUT));
    expect(order(view)).toMatchObject({ cancel: 'CXL_UNKNOWN', state: 'WORKING' });
    expect(wishes(view, 'cancel')).toEqual([4]);
  });

  it('cancel without effect is sent again after 30 s and is stuck after 120 s', () => {
    const view = play([...messages(4, { kind: 'http', status: 202 }), LATER(122)]);
    expect(wishes(view, 'cancel')).toEqual([33]);
    expect(order(view)).toMatchObject({ cancel: 'CXL_REQUESTED' });
    const stuck = play([...messages(4, { kind: 'http', status: 202 }), LATER(123)]);
    expect(order(stuck)).toMatchObject({ cancel: 'CXL_STUCK', state: 'WORKING', open: 100 });
    expect(halts(stuck)).toEqual(['symbol: cancel stuck']);
  });

  it('rejected cancel queries the order, whose report decides its state', () => {
    const refused = messages(4, bad('OrderNotActive'));
    expect(wishes(play(refused), 'query')).toContain(4);
    expect(order(play([...refused, see(5, 'NEW')]))).toMatchObject({ cancel: 'NONE' });
    expect(order(play([...refused, see(5, 'FILLED')]))).toMatchObject({ state: 'FILLED' });
  });

  it('order filled before its cancel is FILLED', () => {
    const view = play([...messages(4, { kind: 'http', status: 202 }), see(5, 'FILLED')]);
    expect(order(view)).toMatchObject({ state: 'FILLED', filled: 100 });
  });

  it('PENDING_CANCEL without a cancel of ours counts as a requested cancel', () => {
    const view = play([...SENT, see(2, 'NEW'), see(3, 'PENDING_CANCEL')]);
    expect(order(view)).toMatchObject({ state: 'WORKING', cancel: 'CXL_REQUESTED' });
    const back = play([...SENT, see(2, 'NEW'), see(3, 'PENDING_CANCEL'), see(4, 'NEW')]);
    expect(order(back)).toMatchObject({ cancel: 'NONE' });
  });

  it('response 500 to a cancel halts everything and the cancel is sent again', () => {
    const view = play(messages(4, bad(undefined, 500)));
    expect(halts(view)).toEqual(['all: cancel 500']);
    expect(order(view)).toMatchObject({ cancel: 'CXL_UNKNOWN' });
    expect(wishes(view, 'cancel')).toContain(4);
  });
});

describe('order model: restart', () => {
  const intend: ModelInput = {
    ...{ ...at(1), kind: 'intend', coId: 'bot-1' },
    terms: {
      ...{ strategy: 'one', symbol: 'EUR/USD', side: 'Buy', size: 100, currency: 'EUR' },
      ...{ type: 'Limit', timeInForce: 'GTC', price: 500 },
    },
  };

  it('order that was not journaled is forgotten, but its coId stays used', () => {
    expect(play([intend, RESTART(2)]).orders).toEqual([]);
    expect(halts(play([intend, RESTART(2), make(3)]))).toEqual(['all: coId used twice']);
  });

  it('order without a start record is ABANDONED, one with it UNKNOWN', () => {
    const journal: ModelInput = { ...at(1), kind: 'journal', coId: 'bot-1', start: false };
    const view = play([intend, say(1, 'approve'), journal, RESTART(2)]);
    expect(order(view)).toMatchObject({ state: 'ABANDONED', open: 0 });
    expect(order(play([make(), RESTART(2)]))).toMatchObject({ state: 'UNKNOWN', open: 100 });
  });

  it('order abandoned before the restart is not sent again', () => {
    const unsent: SendOutcome = { kind: 'transport', outcome: 'dns' };
    const view = play([...send(1, unsent), RESTART(1.5), say(2, 'send-started')]);
    expect(order(view)).toMatchObject({ state: 'ABANDONED' });
    expect(view.breaches).toHaveLength(1);
  });

  it('order is UNKNOWN if its refusal was not durable before the restart', () => {
    const refused = (durable: boolean): ModelInput[] => [
      ...[make(), { ...at(1), kind: 'egress-refused', coId: 'bot-1', durable } as const],
      RESTART(2),
    ];
    expect(order(play(refused(true)))).toMatchObject({ state: 'ABANDONED' });
    expect(order(play(refused(false)))).toMatchObject({ state: 'UNKNOWN' });
  });

  it('every open order becomes UNKNOWN and keeps its fills', () => {
    const partial = see(2, 'PARTIALLY_FILLED', { cumQty: 40 });
    const view = play([...SENT, partial, trades(3, trade('t1', 40)), RESTART(4)]);
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', filled: 40, open: 60 });
    expect(view).toMatchObject({ mode: 'RECOVERING', settledAt: 21_000_000 });
    expect(wishes(view, 'cancel')).toEqual([4]);
  });

  it('probes before the venue has settled are no negative probes', () => {
    const view = play([...SENT, RESTART(4), probe(20)]);
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', negatives: 0 });
    expect(order(play([...SENT, RESTART(4), probe(22)]))).toMatchObject({ negatives: 1 });
  });

  it('closed orders and halts survive the restart', () => {
    const view = play([...send(1, bad(undefined, 500)), see(2, 'FILLED'), RESTART(3)]);
    expect(order(view)).toMatchObject({ state: 'FILLED', filled: 100 });
    expect(halts(view)).toEqual(['all: place 500']);
    expect(view.mode).toBe('READY');
  });

  it('second restart changes nothing', () => {
    const { orders, positions } = play([...SENT, RESTART(4)]);
    expect(play([...SENT, RESTART(4), RESTART(4)])).toMatchObject({ orders, positions });
  });
});

describe('order model: resume', () => {
  const resume = (seconds: number): ModelInput => ({ ...at(seconds), kind: 'resume', halt: 1 });

  it('halt clears only after 60 s and without unknown orders', () => {
    const start = send(1, bad(undefined, 500));
    expect(play([...start, resume(70)]).halts).toHaveLength(1);
    const seen = [...start, see(2, 'FILLED')];
    expect(play([...seen, resume(60)]).halts).toHaveLength(1);
    expect(play([...seen, resume(61)]).halts).toHaveLength(0);
  });
});

describe('order model: parent order', () => {
  const PARENT: ModelInput = { ...at(1), kind: 'parent', key: 'big', total: 150 };
  const child = (seconds: number, coId: string, size: number, renews?: string) =>
    send(
      seconds,
      { kind: 'http', status: 202, orderId: `of-${coId}` },
      { parent: 'big', size, ...(renews === undefined ? {} : { renews }) },
      coId,
    );

  it('child that would exceed its parent is REFUSED and halts the strategy', () => {
    const view = play([PARENT, ...child(2, 'bot-1', 100), make(3, { parent: 'big' }, 'bot-2')]);
    expect(order(view, 'bot-2')).toMatchObject({ state: 'REFUSED' });
    expect(view.parents).toMatchObject([{ remainder: 50, mayRenew: false }]);
    expect(halts(view)).toEqual(['strategy: children exceed the parent']);
  });

  it('replacement child is allowed only after the old child has closed', () => {
    const first = [PARENT, ...child(2, 'bot-1', 100)];
    const open = play([...first, ...child(3, 'bot-2', 50, 'bot-1')]);
    expect(order(open, 'bot-2')).toMatchObject({ state: 'REFUSED' });
    const expired = see(3, 'EXPIRED', { orderId: 'of-bot-1', cumQty: 30 });
    const view = play([...first, expired, ...child(4, 'bot-2', 120, 'bot-1')]);
    expect(order(view, 'bot-2')).toMatchObject({ state: 'PENDING_VENUE', open: 120 });
    expect(view.parents).toMatchObject([{ filled: 30, remainder: 0 }]);
  });

  it('parent order is held after a restart', () => {
    expect(play([PARENT, RESTART(2), PARENT]).parents).toMatchObject([
      { isHeld: true, total: 150 },
    ]);
  });

  it('child is queried at its expiry by our clock', () => {
    const life = { timeInForce: 'GTT', expirySeconds: 60 } as const;
    const view = play([...send(1, TAKEN, life), LATER(66)]);
    expect(order(view)).toMatchObject({ expiresAt: 66_000_000, state: 'PENDING_VENUE' });
    expect(wishes(view, 'query')).toEqual([1, 66]);
  });
});

describe('order model: random sequences', () => {
  const draw = (seed: number) => generateSequence(createRandom(seed), 200);

  it('same seed gives the same sequence, ordered by time', () => {
    expect(draw(7)).toEqual(draw(7));
    const times = draw(7).map((input) => input.at);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  it('invariants hold after every step and every state is reached', () => {
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
        const reported = last.fills.filter(({ coId }) => coId === one.name);
        const sum = reported.reduce((total, { quantity }) => total + quantity, 0);
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
