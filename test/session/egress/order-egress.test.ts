// Order egress: only what this session approved is written, once, byte for byte.
import { describe, expect, it } from 'vitest';
import type { EgressRefusalEvent, Halt } from '../../../src/domain/events/index.js';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import type { Approved, PlaceCommand, RfsCommand } from '../../../src/domain/orders/index.js';
import type { ParentConsumption } from '../../../src/kernel/index.js';
import { approveCancel } from '../../../src/risk/index.js';
import type { LiveSessionParts } from '../../../src/session/live/live-session-parts.js';
import { createPreWriteCheck } from '../../../src/session/egress/pre-write-check.js';
import { OrderEgress } from '../../../src/session/egress/order-egress.js';
import { toOutgoing } from '../../../src/records/records.js';
import { FREE } from './egress-scenarios.js';

const COMMAND: PlaceCommand = {
  kind: 'place',
  coId: 'w-1-1-a',
  intentId: 1,
  instrument: unwrap(createInstrument(0, 'EUR/USD')),
  side: 'Buy',
  type: 'Limit',
  timeInForce: 'IOC',
  units: 10_000_000,
  priceTicks: 108_500,
  expirySeconds: 0,
  attempt: 1,
  limitsVersion: 'v1',
};
const ALPHA = { strategy: 'alpha', parent: '' };
const place = toOutgoing(COMMAND as Approved<PlaceCommand>, ALPHA, 0, FREE);

const DONE = { ok: true, value: undefined } as const;
/** As the kernel has an order that waits to be sent. */
const STANDING: ParentConsumption = {
  ...{ state: 'SENDING', attempts: 1, isTerminal: false, isSettled: false },
  takenUnits: COMMAND.units,
  doubledUnits: 0,
};

/** A session whose machine clock and gateway are ours; what it says is written down. */
function open({ synced = 2, standing = {} } = {}) {
  const said: string[] = [];
  const breaches: EgressRefusalEvent['breach'][] = [];
  const time = { now: 0 };
  const halts = { of: ['', ''], isFlattening: false };
  const parts = {
    gateway: {
      budget: { has: () => true, retries: { take: () => true } },
      send: ({ coId }: PlaceCommand) => said.push(`sent ${coId}`),
    },
    journal: { append: () => DONE, fault: undefined, seq: 2, sync: () => DONE, synced },
    ports: { clock: { monoMicros: () => time.now } },
    setup: { limitsVersion: 'v1' },
    notify: () => undefined,
  };
  const egress = new OrderEgress(parts as unknown as LiveSessionParts, {
    stopsApproved: (strategy, symbol) => strategy === halts.of[0] || symbol === halts.of[1],
    isFlattening: () => halts.isFlattening,
    findStanding: () => ({ ...STANDING, ...standing }),
    listDoubled: () => [],
    refused: ({ breach, coId, reason }: EgressRefusalEvent) => {
      said.push(`refused ${coId}: ${reason}`);
      breaches.push(breach);
    },
    bypassed: (reason, rule) => said.push(`halt by ${rule}: ${reason}`),
    journaled: () => undefined,
  });
  const stamp = { session: 0, wall: 0, mono: 0, boot: 'b' };
  const letOut = (outgoing = place) => {
    egress.release({ records: [], outgoing: [outgoing] }, stamp, 'wake');
  };
  return { breaches, said, time, halts, egress, letOut, standing, stamp };
}

describe('order in the tick of its write', () => {
  it('leaves once, with the approved bytes', () => {
    const { said, egress, letOut } = open();
    letOut();
    expect(egress.checkBeforeWrite('w-1-1-a.1', Buffer.from(place.body))).toBe(true);
    expect(said).toEqual(['sent w-1-1-a']);
    expect(egress.checkBeforeWrite('w-1-1-a.1', Buffer.from(place.body))).toBe(false);
    expect(said[1]).toBe('halt by RC72: request w-1-1-a.1 was never approved by the gate');
  });

  it.each(['w-1-1-a.2', 'w-9-9-z.1', ''])(
    'halts everything when it was not approved: "%s"',
    (requestId) => {
      const { said, egress, letOut } = open();
      letOut();
      expect(egress.checkBeforeWrite(requestId, place.body)).toBe(false);
      expect(said.slice(1)).toEqual([
        `halt by RC72: request ${requestId} was never approved by the gate`,
      ]);
    },
  );

  it('halts everything when one byte differs', () => {
    const { said, egress, letOut } = open();
    letOut();
    expect(egress.checkBeforeWrite('w-1-1-a.1', place.body.replace('Buy', 'Bux'))).toBe(false);
    const reason = 'RC72: the bytes to be sent are not those that were approved';
    expect(said.slice(1)).toEqual([`halt by RC72: ${reason}`]);
  });

  it('is refused with figures when its approval is too old, and nothing halts', async () => {
    const { breaches, said, time, egress, letOut } = open();
    letOut();
    time.now = 500_001;
    expect(egress.checkBeforeWrite('w-1-1-a.1', place.body)).toBe(false);
    expect(said).toEqual(['sent w-1-1-a']);
    await Promise.resolve();
    const message = 'expected an approval of at most 500 ms ago, found 501 ms';
    expect(said.slice(1)).toEqual([`refused w-1-1-a: RC72: ${message}`]);
    expect(breaches).toEqual([{ rule: 'RC72', message, limit: 500_000, value: 500_001 }]);
  });
});

describe('order at hand-over', () => {
  const expected = 'RC72: attempt 1 of the order is not due, its state is';

  it.each([
    ['has ended', { state: 'ABANDONED' }, `${expected} ABANDONED`],
    ['is at the venue', { state: 'PENDING_VENUE' }, `${expected} PENDING_VENUE`],
    ['has an unknown outcome', { state: 'UNKNOWN' }, `${expected} UNKNOWN`],
    ['was sent again meanwhile', { attempts: 2 }, `${expected} SENDING`],
    ['is unknown to the kernel', { state: undefined }, `${expected} unknown`],
  ] as const)('does not leave when it %s, and everything halts', (_, standing, reason) => {
    const { said, letOut } = open({ standing });
    letOut();
    expect(said).toEqual([`halt by RC72: ${reason}`, `refused w-1-1-a: ${reason}`]);
  });

  it.each(['SENDING', 'UNKNOWN', 'QUARANTINED'] as const)(
    'leaves a second time while it is %s',
    (state) => {
      const { egress, letOut } = open({ standing: { attempts: 2, state } });
      letOut(
        toOutgoing({ ...place.command, attempt: 2 } as Approved<PlaceCommand>, ALPHA, 0, FREE),
      );
      expect(egress.checkBeforeWrite('w-1-1-a.2', place.body)).toBe(true);
    },
  );

  it('leaves once for each attempt', () => {
    const { said, letOut } = open();
    letOut();
    letOut();
    const reason = 'RC72: w-1-1-a.1 was already sent';
    expect(said.slice(1)).toEqual([`halt by RC72: ${reason}`, `refused w-1-1-a: ${reason}`]);
  });

  it('does not leave again after ten thousand other orders', () => {
    const { said, egress, letOut } = open();
    for (let intentId = 1; intentId <= 10_001; intentId++) {
      const coId = intentId === 1 ? place.command.coId : `w-1-${String(intentId)}-a`;
      const command = { ...place.command, coId, intentId } as typeof place.command;
      letOut({ ...place, command, requestId: `${coId}.1` });
    }
    expect([said.length, egress.sent.length < 300]).toEqual([10_001, true]);
    expect(egress.sent.at(-1)).toBe('w-1-10001-a');
    letOut();
    expect(said.at(-2)).toBe('halt by RC72: RC72: w-1-1-a.1 was already sent');
  });

  it('leaves once, whatever came after the timer that placed it', () => {
    const { said, egress, letOut, stamp } = open();
    letOut();
    egress.release({ records: [], outgoing: [place] }, { ...stamp, session: 1 }, 'trade');
    expect(said[1]).toBe('halt by RC72: RC72: w-1-1-a.1 was already sent');
  });

  it('does not leave when it ended while it waited for a connection, and nothing halts', () => {
    const { said, egress, letOut, standing } = open();
    letOut();
    Object.assign(standing, { state: 'ABANDONED' });
    expect(egress.checkBeforeWrite('w-1-1-a.1', place.body)).toBe(false);
    expect(said).toEqual(['sent w-1-1-a']);
  });
});

it.each([
  ['other limits', 'v2', 'v2'],
  ['no limits', undefined, 'none'],
])('order approved by %s halts everything', (_, limitsVersion, found) => {
  const { said, letOut } = open();
  letOut({ ...place, command: { ...place.command, limitsVersion } as typeof place.command });
  const reason = `RC72: expected an approval by the limits v1, found ${found}`;
  expect(said).toEqual([`halt by RC72: ${reason}`, `refused w-1-1-a: ${reason}`]);
});

describe('child order', () => {
  const parent = { strategy: 'alpha', key: 'sell', units: 15_000_000, state: 'WORKING' };
  const child = { kind: 'place', strategy: 'alpha', parent: 'sell', units: 10_000_000 };
  const stamp = { session: 0, wall: 0, mono: 0, boot: 'b' };
  const record = (type: string, data: object) => ({ type, data });
  const order = (coId: string) => {
    return {
      ...place,
      parent: 'sell',
      command: { ...place.command, coId },
      requestId: `${coId}.1`,
    };
  };

  it('does not leave when the journal has no such parent, and everything halts', () => {
    const { said, letOut } = open();
    letOut(order('w-1-1-a'));
    expect(said[0]).toBe('halt by RC40: RC40: the journal has no parent sell');
  });

  it('does not leave when it exceeds the recorded parent, and everything halts', () => {
    const { said, egress } = open();
    const grown = record('parent', { ...parent, units: 99_000_000 });
    for (const coId of ['w-1-1-a', 'w-1-2-a']) {
      const records = [record('command', { ...child, coId })];
      if (coId === 'w-1-1-a') records.unshift(record('parent', parent), grown);
      egress.release({ records, outgoing: [order(coId)] }, stamp, 'wake');
    }
    const reason = 'RC40: the children of sell would exceed it by 50000 EUR';
    expect(said).toEqual(['sent w-1-1-a', `halt by RC40: ${reason}`, `refused w-1-2-a: ${reason}`]);
  });

  it('does not leave when an earlier child filled while it waited, and nothing halts', () => {
    const { said, egress, standing } = open();
    const records = [record('parent', parent), record('command', { ...child, coId: 'w-1-1-a' })];
    egress.release({ records, outgoing: [order('w-1-1-a')] }, stamp, 'wake');
    Object.assign(standing, { takenUnits: 16_000_000 });
    expect(egress.checkBeforeWrite('w-1-1-a.1', place.body)).toBe(false);
    expect(said).toEqual(['sent w-1-1-a']);
  });

  it.each([
    ['stays without a halt if a trade arrived', 'trade', 9, 0],
    ['stays and halts everything if it follows from the trade', 'trade', 10, 1],
    ['stays and halts everything if only time passed', 'wake', 9, 1],
    ['stays and halts everything if a rate arrived', 'rate', 9, 1],
  ])('%s after the timer that placed it, in one step', (_, type, at, halts) => {
    const { said, egress } = open({ standing: { takenUnits: 16_000_000 } });
    const records = [record('parent', parent), record('command', { ...child, coId: 'w-1-1-a' })];
    const outgoing = [{ ...order('w-1-1-a'), at }];
    egress.release({ records, outgoing }, { ...stamp, session: 10 }, type);
    const reason = 'RC40: the children of sell would exceed it by 10000 EUR';
    const halt = `halt by RC40: ${reason}`;
    expect(said).toEqual([...[halt].slice(0, halts), `refused w-1-1-a: ${reason}`]);
  });
});

describe('bytes that nearly left past a control', () => {
  const stamp = { session: 0, wall: 0, mono: 0, boot: 'b' };
  const other = {
    ...place,
    command: { ...place.command, coId: 'w-1-2-a' },
    requestId: 'w-1-2-a.1',
  };

  it('stop every other order of the step, also while the operator flattens', () => {
    for (const isFlattening of [false, true]) {
      const { said, halts, egress, letOut } = open();
      letOut(place);
      halts.isFlattening = isFlattening;
      const cancel = toOutgoing(
        approveCancel({ kind: 'cancel', coId: 'w-1-3-a', orderId: 'G1', intentId: 1 }),
        ...([ALPHA, 0, undefined] as const),
      );
      egress.release({ records: [], outgoing: [place, other, cancel] }, stamp, 'wake');
      const rest = [
        'refused w-1-2-a: RC69: trading is halted, or paused until an operator resumes it',
        'sent w-1-3-a',
      ];
      expect(said.slice(3)).toEqual(rest);
    }
  });

  it('stop every order that waited for its connection', () => {
    const { egress, letOut } = open();
    letOut(other);
    expect(egress.checkBeforeWrite('w-9-9-z.1', place.body)).toBe(false);
    expect(egress.checkBeforeWrite('w-1-2-a.1', place.body)).toBe(false);
  });
});

describe('halt', () => {
  const cancel = toOutgoing(
    approveCancel({ kind: 'cancel', coId: 'w-1-1-a', orderId: 'G1', intentId: 1 }),
    ALPHA,
    0,
    FREE,
  );
  const rfs = toOutgoing(
    {
      ...{ kind: 'rfs', coId: 'w-2-1-a', intentId: 2, instrument: COMMAND.instrument },
      ...{ side: 'Buy', units: 10_000_000, lifeSeconds: 60 },
      ...{ customer: { account: 'A', org: 'O' }, limitsVersion: 'v1' },
    } as Approved<RfsCommand>,
    ALPHA,
    0,
    FREE,
  );
  it.each([
    ['of its strategy', ['alpha', '']],
    ['of its symbol', ['', 'EUR/USD']],
  ])('%s stops an order or quote request and lets a cancel leave', (_, of) => {
    const { halts, said, letOut } = open();
    halts.of = of;
    for (const one of [place, rfs, cancel]) letOut(one);
    const text = 'RC69: trading is halted, or paused until an operator resumes it';
    const kept = [`refused w-1-1-a: ${text}`, `refused w-2-1-a: ${text}`];
    expect(said).toEqual([...kept, 'sent w-1-1-a']);
  });

  it.each([
    ['of its strategy', ['alpha', '']],
    ['of its symbol', ['', 'EUR/USD']],
  ])('%s that comes while it waits for its connection stops it too', (_, of) => {
    const { halts, egress, letOut } = open();
    for (const one of [place, rfs]) letOut(one);
    halts.of = of;
    expect(egress.checkBeforeWrite('w-1-1-a.1', place.body)).toBe(false);
    expect(egress.checkBeforeWrite('w-2-1-a.rfs', rfs.body)).toBe(false);
  });

  it('of another strategy and another symbol stops nothing', () => {
    const { halts, egress, letOut } = open();
    halts.of = ['beta', 'USD/JPY'];
    letOut();
    expect(egress.checkBeforeWrite('w-1-1-a.1', place.body)).toBe(true);
  });
});

it('order whose records are not durable halts everything', () => {
  const { said, letOut } = open({ synced: 1 });
  letOut();
  const reason = 'RC71: no durable journal record has the bytes to be sent';
  expect(said).toEqual([`halt by RC71: ${reason}`, `refused w-1-1-a: ${reason}`]);
});

it('orders that gave up before they had a connection are dropped, newer ones are kept', () => {
  const { said, egress, letOut } = open();
  for (let number = 0; number <= 1_000; number += 1) {
    const coId = `w-${String(number)}`;
    letOut({ ...place, command: { ...place.command, coId }, requestId: `${coId}.1` });
  }
  expect(egress.checkBeforeWrite('w-999.1', place.body)).toBe(true);
  expect(egress.checkBeforeWrite('w-1.1', place.body)).toBe(true);
  expect(egress.checkBeforeWrite('w-0.1', place.body)).toBe(false);
  expect(said.at(-1)).toBe('halt by RC72: request w-0.1 was never approved by the gate');
});

describe('quote acceptance in the tick of its write', () => {
  const quote = { requestId: 'G1', quoteId: 'Q-1', transactionId: 'T1', asked: 'Buy' } as const;
  const command: PlaceCommand = { ...COMMAND, type: 'PQ', timeInForce: 'FOK', quote };
  const acceptance = toOutgoing(command as Approved<PlaceCommand>, ALPHA, 0, FREE);

  it.each([
    ['acceptQuote', [false, true]],
    ['placeOrder', [true, false]],
    ['requestQuotes', [false, false]],
  ])('is encoded by %s alone, which lets no other bytes pass', (id, passed) => {
    const calls = { [id]: { method: 'PUT' } } as never;
    const found = [place, acceptance].map((one) => {
      const { egress, letOut } = open();
      letOut(one);
      const mayLeave = createPreWriteCheck(calls, { session: { egress } });
      return mayLeave('w-1-1-a.1', '{"as":"the venue has it"}');
    });
    expect(found).toEqual(passed);
  });

  it('does not leave while the operator flattens under a halt, unlike an order', () => {
    const { halts, egress, letOut } = open();
    letOut(acceptance);
    Object.assign(halts, { of: ['alpha', ''], isFlattening: true });
    expect(egress.checkBeforeWrite('w-1-1-a.1', acceptance.body)).toBe(false);
    letOut({ ...place, command: { ...place.command, coId: 'w-1-2-a' }, requestId: 'w-1-2-a.1' });
    expect(egress.checkBeforeWrite('w-1-2-a.1', place.body)).toBe(true);
  });
});

it('each halt has an id of its own, also where the journal takes none of them', () => {
  const failed = { ok: false, fault: { code: 'journal.failed', message: 'EIO' } } as const;
  const seqs: number[] = [];
  const stamp = { session: 0, wall: 0, mono: 0, boot: 'b' };
  const ends = { append: () => failed, sync: () => failed, stamp: () => stamp };
  const journal = { ...ends, fault: 'EIO', seq: 7, synced: 6 };
  const clock = { monoMicros: () => 0, wallMillis: () => 0 };
  const parts = {
    ...{ journal, ports: { clock }, setup: {}, notify: () => undefined },
    safeguards: { latch: (_: Halt, seq: number) => void seqs.push(seq) },
  };
  const all = { rule: 'RC65', reason: 'a bug' } as const;
  let isNested = false;
  const egress: OrderEgress = new OrderEgress(parts as unknown as LiveSessionParts, {
    stopsApproved: () => false,
    isFlattening: () => false,
    findStanding: () => STANDING,
    listDoubled: () => [],
    refused: () => undefined,
    bypassed: () => undefined,
    journaled: () => {
      if (!isNested) egress.latchAll(0, all);
      isNested = true;
    },
  });
  const halt = { at: 0, scope: 'strategy', strategy: 'a', rule: 'RC43', reason: 'a loss' };
  egress.release({ records: [{ type: 'halt', data: halt }], outgoing: [] }, stamp, 'wake');
  Object.assign(journal, { isClosed: true });
  egress.latchAll(0, all);
  egress.latchAll(0, all);
  expect(seqs.toSorted((a, b) => a - b)).toEqual([8, 9, 10, 11]);
});
