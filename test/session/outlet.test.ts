// The way out of a session: what is written is what was approved, once, by this session.
import { describe, expect, it } from 'vitest';
import type {
  Approved,
  Command,
  EgressEvent,
  PlaceCommand,
  RfsCommand,
} from '../../src/domain/index.js';
import { createInstrument, unwrap } from '../../src/domain/index.js';
import { approveCancel } from '../../src/risk/index.js';
import type { LiveSessionParts } from '../../src/session/live-session-parts.js';
import { createMayPlace } from '../../src/session/may-place.js';
import { Outlet } from '../../src/session/outlet.js';
import { toOutgoing } from '../../src/session/records.js';

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
};
const place = toOutgoing(COMMAND as Approved<PlaceCommand>, 'alpha');

/** A session whose machine clock and gateway are ours; what it says is written down. */
function open({ encode = (_: Command) => place.body, synced = 2 } = {}) {
  const said: string[] = [];
  const time = { now: 0 };
  const halts = { of: ['', ''], isFlattening: false };
  const parts = {
    gateway: {
      budget: { has: () => true, retries: { take: () => true } },
      encode,
      send: ({ coId }: PlaceCommand) => said.push(`sent ${coId}`),
    },
    journal: { fault: undefined, seq: 2, synced },
    ports: { clock: { monoMicros: () => time.now } },
    tell: () => undefined,
  };
  const outlet = new Outlet(parts as unknown as LiveSessionParts, {
    isHalted: (strategy, symbol) => strategy === halts.of[0] || symbol === halts.of[1],
    isFlattening: () => halts.isFlattening,
    refused: ({ coId, reason }: EgressEvent) => said.push(`refused ${coId}: ${reason}`),
    bypassed: (reason, rule) => said.push(`halt by ${rule}: ${reason}`),
    journaled: () => undefined,
  });
  const stamp = { session: 0, wall: 0, mono: 0, boot: 'b' };
  const letOut = (outgoing = place) => {
    outlet.letOut(outgoing, stamp);
  };
  return { said, time, halts, outlet, letOut };
}

describe('an order in the tick of its write', () => {
  it('leaves once, with the bytes that were approved', () => {
    const { said, outlet, letOut } = open();
    letOut();
    expect(outlet.mayLeave('w-1-1-a.1', Buffer.from(place.body))).toBe(true);
    expect(said).toEqual(['sent w-1-1-a']);
    expect(outlet.mayLeave('w-1-1-a.1', Buffer.from(place.body))).toBe(false);
    expect(said[1]).toBe('halt by RC72: request w-1-1-a.1 was approved by nobody');
  });

  it.each(['w-1-1-a.2', 'w-9-9-z.1', ''])(
    'halts all when nobody approved it: "%s"',
    (requestId) => {
      const { said, outlet, letOut } = open();
      letOut();
      expect(outlet.mayLeave(requestId, place.body)).toBe(false);
      expect(said.slice(1)).toEqual([`halt by RC72: request ${requestId} was approved by nobody`]);
    },
  );

  it('halts all when one byte of it is another', () => {
    const { said, outlet, letOut } = open();
    letOut();
    expect(outlet.mayLeave('w-1-1-a.1', place.body.replace('Buy', 'Bux'))).toBe(false);
    const reason = 'RC72: the bytes to be sent are not those that were approved';
    expect(said.slice(1)).toEqual([`halt by RC72: ${reason}`]);
  });

  it('is held back when its approval is too old, and nothing halts for that', () => {
    const { said, time, outlet, letOut } = open();
    letOut();
    time.now = 500_001;
    expect(outlet.mayLeave('w-1-1-a.1', place.body)).toBe(false);
    expect(said).toEqual(['sent w-1-1-a']);
  });
});

describe('under a halt', () => {
  const cancel = toOutgoing(
    approveCancel({ kind: 'cancel', coId: 'w-1-1-a', orderId: 'G1', intentId: 1 }),
    'alpha',
  );
  const rfs = toOutgoing(
    {
      ...{ kind: 'rfs', coId: 'w-2-1-a', intentId: 2, instrument: COMMAND.instrument },
      ...{ side: 'Buy', units: 10_000_000, lifeSeconds: 60 },
      customer: { account: 'A', org: 'O' },
    } as Approved<RfsCommand>,
    'alpha',
  );
  const encode = ({ kind }: Command) => (kind === 'rfs' ? rfs.body : place.body);

  it.each([
    ['of its strategy', ['alpha', '']],
    ['of its symbol', ['', 'EUR/USD']],
  ])('%s an order or request stays, and a cancel leaves', (_, of) => {
    const { halts, said, letOut } = open({ encode });
    halts.of = of;
    for (const one of [place, rfs, cancel]) letOut(one);
    const words = 'RC69: trading is halted';
    const kept = [`refused w-1-1-a: ${words}`, `refused w-2-1-a: ${words}`];
    expect(said).toEqual([...kept, 'sent w-1-1-a']);
  });

  it.each([
    ['of its strategy', ['alpha', '']],
    ['of its symbol', ['', 'EUR/USD']],
  ])('%s that came while it waited for its connection it stays too', (_, of) => {
    const { halts, outlet, letOut } = open({ encode });
    for (const one of [place, rfs]) letOut(one);
    halts.of = of;
    expect(outlet.mayLeave('w-1-1-a.1', place.body)).toBe(false);
    expect(outlet.mayLeave('w-2-1-a.rfs', rfs.body)).toBe(false);
  });

  it('of another strategy and another symbol it leaves', () => {
    const { halts, outlet, letOut } = open();
    halts.of = ['beta', 'USD/JPY'];
    letOut();
    expect(outlet.mayLeave('w-1-1-a.1', place.body)).toBe(true);
  });
});

it('halts all when the gateway would encode an order otherwise', () => {
  const { said, letOut } = open({ encode: () => '{}' });
  letOut();
  const reason = 'RC72: the bytes to be sent are not those that were approved';
  expect(said).toEqual([`halt by RC72: ${reason}`, `refused w-1-1-a: ${reason}`]);
});

it('halts all when its records are not durable', () => {
  const { said, letOut } = open({ synced: 1 });
  letOut();
  const reason = 'RC71: no durable record has the bytes to be sent';
  expect(said).toEqual([`halt by RC71: ${reason}`, `refused w-1-1-a: ${reason}`]);
});

it('forgets orders that gave up before they had a connection, and no newer one', () => {
  const { said, outlet } = open();
  const stamp = { session: 0, wall: 0, mono: 0, boot: 'b' };
  for (let number = 0; number <= 1_000; number += 1) {
    outlet.letOut({ ...place, command: { ...place.command, coId: `w-${String(number)}` } }, stamp);
  }
  expect(outlet.mayLeave('w-999.1', place.body)).toBe(true);
  expect(outlet.mayLeave('w-1.1', place.body)).toBe(true);
  expect(outlet.mayLeave('w-0.1', place.body)).toBe(false);
  expect(said.at(-1)).toBe('halt by RC72: request w-0.1 was approved by nobody');
});

describe('an acceptance of a quote in the tick of its write', () => {
  const quote = { requestId: 'G1', quoteId: 'Q-1', transactionId: 'T1', asked: 'Buy' } as const;
  const command: PlaceCommand = { ...COMMAND, type: 'PQ', timeInForce: 'FOK', quote };
  const acceptance = toOutgoing(command as Approved<PlaceCommand>, 'alpha');
  const encode = (one: Command) => ('quote' in one ? acceptance.body : place.body);

  it.each([
    ['acceptQuote', [false, true]],
    ['placeOrder', [true, false]],
    ['requestQuotes', [false, false]],
  ])('is spelled by %s alone, which lets no other bytes pass', (id, passed) => {
    const { outlet, letOut } = open({ encode });
    const calls = { [id]: { method: 'PUT' } } as never;
    const mayLeave = createMayPlace(calls, { session: { outlet } });
    letOut();
    const order = mayLeave('w-1-1-a.1', '{"as":"the venue has it"}');
    letOut(acceptance);
    expect([order, mayLeave('w-1-1-a.1', '{"as":"the venue has it"}')]).toEqual(passed);
  });

  it('does not leave while a person closes positions under a halt; an order does', () => {
    const { halts, outlet, letOut } = open({ encode });
    letOut(acceptance);
    Object.assign(halts, { of: ['alpha', ''], isFlattening: true });
    expect(outlet.mayLeave('w-1-1-a.1', acceptance.body)).toBe(false);
    letOut();
    expect(outlet.mayLeave('w-1-1-a.1', place.body)).toBe(true);
  });
});
