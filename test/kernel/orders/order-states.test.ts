// Transitions between order states: the table of the specification, and no report leads outside it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../../src/domain/events/index.js';
import {
  ALLOWED_TRANSITIONS,
  findStateRow,
  isOutcomeUnknown,
  ORDER_STATES,
  STATE_NAMES,
} from '../../../src/kernel/orders/order-states.js';
import { Order, type SentOrderTerms } from '../../../src/kernel/orders/order.js';
import { countRuns } from '../../runs.js';
import { Bot, LENIENT } from '../harness.js';

const ENDS = ['FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED', 'FAILED'];

const LIVE = ['WORKING', 'WORKING_PAUSED', 'PARTIAL', 'STATUS_UNKNOWN'];
const DOUBTED = ['LOST', 'PENDING_VENUE', ...LIVE, ...ENDS];

/** Every state, and where an order in it may go, in any order. */
const MOVES: Readonly<Record<OrderState, readonly string[]>> = {
  JOURNALED: ['SENDING', 'ABANDONED'],
  ABANDONED: ['ZOMBIE'],
  SENDING: ['PENDING_VENUE', 'ABANDONED', 'UNKNOWN', ...LIVE, ...ENDS],
  PENDING_VENUE: ['UNKNOWN', ...LIVE, ...ENDS],
  WORKING: ['WORKING_PAUSED', 'PARTIAL', 'STATUS_UNKNOWN', 'UNKNOWN', ...ENDS],
  WORKING_PAUSED: ['WORKING', 'PARTIAL', 'STATUS_UNKNOWN', 'UNKNOWN', ...ENDS],
  PARTIAL: ['WORKING', 'WORKING_PAUSED', 'STATUS_UNKNOWN', 'UNKNOWN', ...ENDS],
  STATUS_UNKNOWN: ['WORKING', 'WORKING_PAUSED', 'PARTIAL', 'UNKNOWN', ...ENDS],
  UNKNOWN: ['QUARANTINED', ...DOUBTED],
  QUARANTINED: ['UNKNOWN', ...DOUBTED],
  LOST: ['ZOMBIE'],
  FILLED: [],
  CANCELED: ['FILLED', 'ZOMBIE'],
  REJECTED: ['FILLED', 'ZOMBIE'],
  EXPIRED: ['FILLED', 'ZOMBIE'],
  REPLACED: ['FILLED', 'ZOMBIE'],
  FAILED: ['FILLED', 'ZOMBIE'],
  ZOMBIE: ['UNKNOWN', ...ENDS],
};

describe('table of order states', () => {
  it('has exactly the states and transitions of the specification', () => {
    expect([...STATE_NAMES].sort()).toEqual(Object.keys(MOVES).sort());
    for (const name of STATE_NAMES) {
      expect([name, [...ALLOWED_TRANSITIONS[name]].sort()]).toEqual([
        name,
        [...MOVES[name]].sort(),
      ]);
    }
  });

  it('has a bit mask for each state that agrees with its transitions', () => {
    const bits = STATE_NAMES.map((name) => ORDER_STATES[name].bit);
    expect(new Set(bits).size).toBe(STATE_NAMES.length);
    for (const [code, name] of STATE_NAMES.entries()) {
      const row = findStateRow(name);
      expect(row).toBe(ORDER_STATES[name]);
      expect(row.code).toBe(code);
      const moves = STATE_NAMES.filter((next) => (row.moves & ORDER_STATES[next].bit) !== 0);
      expect(moves.toSorted()).toEqual([...MOVES[name]].sort());
      expect(isOutcomeUnknown(name)).toBe(name === 'UNKNOWN' || name === 'QUARANTINED');
    }
  });

  it('treats the terminal states of the venue, ABANDONED and LOST as ends', () => {
    const terminal = STATE_NAMES.filter((name) => ORDER_STATES[name].isTerminal);
    expect(terminal.toSorted()).toEqual([...ENDS, 'ABANDONED', 'LOST'].toSorted());
  });

  it('leaves a terminal state only by a correction', () => {
    for (const name of [...ENDS, 'ABANDONED', 'LOST'] as OrderState[]) {
      const next = ALLOWED_TRANSITIONS[name];
      expect(next.filter((one) => one !== 'ZOMBIE' && one !== 'FILLED')).toEqual([]);
    }
    expect(ALLOWED_TRANSITIONS.FILLED).toEqual([]);
  });

  it('reaches LOST only from unknown states, and never returns to a sending state', () => {
    const before = (state: OrderState) =>
      STATE_NAMES.filter((name) => ALLOWED_TRANSITIONS[name].includes(state));
    expect(before('LOST')).toEqual(['UNKNOWN', 'QUARANTINED']);
    expect(before('QUARANTINED')).toEqual(['UNKNOWN']);
    expect(before('SENDING')).toEqual(['JOURNALED']);
    expect(before('JOURNALED')).toEqual([]);
    expect(before('ABANDONED')).toEqual(['JOURNALED', 'SENDING']);
  });
});

const CLASSES = ['accepted', 'rejected', 'unknown', 'weak', 'duplicate', 'not-sent'] as const;
const WORDS = [
  ...['RECEIVED', 'NEW', 'PARTIALLY_FILLED', 'PENDING_CANCEL', 'SUSPENDED', 'ODD', ''],
  ...ENDS,
];

type Word =
  | { readonly do: 'answer'; readonly outcome: (typeof CLASSES)[number] }
  | { readonly do: 'status'; readonly word: string; readonly tenths: number; readonly at: number }
  | { readonly do: 'trade'; readonly id: number; readonly tenths: number }
  | { readonly do: 'empty' | 'cancel' | 'egress'; readonly seconds: number }
  | { readonly do: 'resolve'; readonly as: 'lost' | 'live' | 'filled' };

const word: fc.Arbitrary<Word> = fc.oneof(
  fc.record({ do: fc.constant('answer' as const), outcome: fc.constantFrom(...CLASSES) }),
  fc.record({
    do: fc.constant('status' as const),
    word: fc.constantFrom(...WORDS),
    tenths: fc.nat(10),
    at: fc.nat(5),
  }),
  fc.record({ do: fc.constant('trade' as const), id: fc.nat(5), tenths: fc.nat(4) }),
  fc.record({
    do: fc.constantFrom('empty' as const, 'empty' as const, 'cancel' as const, 'egress' as const),
    seconds: fc.nat(40),
  }),
  fc.record({
    do: fc.constant('resolve' as const),
    as: fc.constantFrom('lost' as const, 'live' as const, 'filled' as const),
  }),
);

function say(bot: Bot, command: Bot['placed'][number], one: Word): void {
  const { coId, units } = command;
  switch (one.do) {
    case 'answer':
      bot.answer(command, one.outcome);
      return;
    case 'status': {
      const cumUnits = one.word === 'FILLED' ? units : (units / 10) * one.tenths;
      bot.status(command, one.word, cumUnits, { transactAt: bot.now + one.at });
      return;
    }
    case 'trade':
      bot.trade(command, `T${one.id}`, (units / 10) * one.tenths);
      return;
    case 'resolve': {
      const by = { by: 'ann', reason: 'a test', hasVenueWord: true };
      bot.event({ type: 'resolve', coId, as: one.as, ...by });
      return;
    }
    case 'egress':
      bot.event({ type: 'egress', coId, kind: 'place', reason: 'a test' });
      return;
    case 'cancel':
      bot.act('alpha', (ctx) => ctx.cancel(command.intentId));
      return;
    case 'empty':
      bot.wait(one.seconds * 1_000_000);
      bot.readEmpty(command);
  }
}

describe('any sequence of reports of an order', () => {
  it('moves its state as listed, never lowers its fill, and keeps position = sum of fills', () => {
    const seen = new Set<OrderState>();
    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), (words) => {
        const bot = new Bot({
          policy: LENIENT,
          hands: ['alpha', 'probe'],
          limits: { RC53: 'off' },
        });
        bot.warmUp().calibrate();
        const command = bot.mustPlace();
        for (const one of words) say(bot, command, one);
        // Long enough for every missing trade to be stood in for.
        bot.wait(5_000_000);
        const views = bot.orders.filter(({ coId }) => coId === command.coId);
        for (const [i, { state, filledUnits }] of views.entries()) {
          seen.add(state);
          const before = views[i - 1];
          if (before === undefined) continue;
          expect(filledUnits).toBeGreaterThanOrEqual(before.filledUnits);
          if (before.state !== state) expect(ALLOWED_TRANSITIONS[before.state]).toContain(state);
        }
        const { positions } = bot.kernel.snapshot();
        const sum = (rows: readonly { readonly units: number }[]) =>
          rows.reduce((total, { units }) => total + units, 0);
        const booked = sum(bot.fills) - sum(bot.busts);
        expect(sum(positions)).toBe(booked);
      }),
      { numRuns: countRuns(2_000) },
    );
    expect([...seen].toSorted()).toEqual(
      STATE_NAMES.filter((one) => one !== 'JOURNALED').toSorted(),
    );
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
