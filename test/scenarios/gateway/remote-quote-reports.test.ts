// Reports of the venue on quote requests: passed on once, for the right request.
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import type { Approved, Command } from '../../../src/domain/orders/index.js';
import {
  EURUSD,
  json,
  place,
  type RemoteSession,
  START_AT,
  startSession,
} from '../../gateway/remote-session.js';

const ASK = 'POST /v2/rfs';
const QUERY = 'GET /v2/rfs/G1';
const ACCEPT = 'POST /v2/rfs/G1';
const WITHDRAW = 'DELETE /v2/rfs/G1';
const IDS = { clOrderId: 'w-1', requestId: 'G1', transactionId: 'T1' };
const QUOTE = {
  ...{ quoteId: 'Q-1', provider: 'LP1', symbol: 'EUR/USD', dealtCurrency: 'EUR' },
  ...{ priceType: 'Spot', bid: 1.1, offer: 1.1002, ttl: 3 },
};
const QUOTED = json(200, { ...IDS, event: 'QUOTE', quotes: [QUOTE] });

const WITHDRAWAL: Command = {
  ...{ kind: 'withdraw', coId: 'w-1', requestId: 'G1', intentId: 1, instrument: EURUSD },
  endsAt: START_AT + 70 * SECOND,
};

function toDone(more: object): ReturnType<typeof json> {
  const trade = {
    ...{ tradeId: 'X-1', symbol: 'EUR/USD', currency: 'EUR', side: 'Buy', rate: 1.1002 },
    ...{ dealtAmount: 1_000_000, valueDate: '2026-01-08', status: 'Verified', ...more },
  };
  return json(200, { ...IDS, event: 'TRADE_VERIFIED', trades: [trade] });
}

interface QuoteSession extends RemoteSession {
  readonly command: (command: Command) => void;
  readonly listTold: () => readonly string[];
}

/** A request that the venue took and quotes. */
async function startQuoted(): Promise<QuoteSession> {
  const session = await startSession();
  const { events, gateway, on, advance } = session;
  on(ASK, json(202, { ...IDS, event: 'REQUEST_RECEIVED' }));
  on(QUERY, QUOTED);
  const command = (one: Command): void => gateway.send(one as Approved<Command>);
  command({
    ...{ kind: 'rfs', coId: 'w-1', intentId: 1, instrument: EURUSD, side: 'Both' },
    ...{ units: 100_000_000, lifeSeconds: 60, customer: { org: 'DeskOrg', account: 'LE' } },
  });
  await advance(SECOND);
  const listTold = () =>
    events.flatMap((event) => {
      if (event.type === 'quotes') return [event.event];
      return event.type === 'send-result' ? [`${event.kind} ${String(event.status)}`] : [];
    });
  return { ...session, command, listTold };
}

function accept({ command }: QuoteSession): void {
  command({
    ...place('w-1'),
    ...{ type: 'PQ', timeInForce: 'FOK' },
    quote: { requestId: 'G1', quoteId: 'Q-1', transactionId: 'T1', asked: 'Both' },
  });
}

describe('report on a quote request', () => {
  it('is passed on once while it is unchanged, though its quotes have no time', async () => {
    const session = await startQuoted();
    await session.advance(2 * SECOND);
    expect(session.times(QUERY).length).toBeGreaterThan(5);
    expect(session.listTold()).toEqual(['rfs 202', 'QUOTE']);
    const quoted = session.events.find((event) => event.type === 'quotes');
    // As old as it can be: since the first query that showed it was sent.
    const firstAt = START_AT + session.times(QUERY)[0]!;
    expect(quoted?.quotes[0]?.validUntil).toBe(firstAt + 3 * SECOND);
  });

  it('is passed on again after the answer to an acceptance', async () => {
    const session = await startQuoted();
    session.on(ACCEPT, json(503, {}));
    accept(session);
    await session.advance(2 * SECOND);
    expect(session.listTold()).toEqual(['rfs 202', 'QUOTE', 'accept 503', 'QUOTE']);
  });

  it('is passed on again after a withdrawal of unknown outcome', async () => {
    const session = await startQuoted();
    session.on(WITHDRAW, json(500, {}));
    session.command(WITHDRAWAL);
    await session.advance(10 * SECOND);
    expect(session.listTold()).toEqual(['rfs 202', 'QUOTE', 'withdraw 500', 'QUOTE']);
    session.on(WITHDRAW, json(202, { ...IDS, event: 'REQUEST_WITHDRAWN' }));
    session.command(WITHDRAWAL);
    await session.advance(SECOND);
    expect(session.listTold().slice(4)).toEqual(['withdraw 202']);
  });

  it('repeats a withdrawal that is requested while one is in flight', async () => {
    const session = await startQuoted();
    session.on(WITHDRAW, json(500, {}));
    session.command(WITHDRAWAL);
    await session.advance(100 * MILLISECOND);
    session.command(WITHDRAWAL);
    await session.advance(10 * SECOND);
    expect(session.times(WITHDRAW)).toHaveLength(2);
  });

  it.each([
    ['clOrderId', { clOrderId: 'w-2' }],
    ['requestId', { requestId: 'G2' }],
  ])('of another %s than was requested is ignored', async (key, other) => {
    const session = await startQuoted();
    session.on(QUERY, json(200, { ...IDS, event: 'REQUEST_EXPIRED', ...other }));
    await session.advance(2 * SECOND);
    expect(session.listTold()).toEqual(['rfs 202', 'QUOTE']);
    const [failed] = session.events.filter((event) => event.type === 'poll');
    expect(failed).toMatchObject({ subject: 'rfs', outcome: 'failed', transport: 'schema' });
    expect(failed?.message).toContain(`expected ${key}`);
  });
});

describe('trade of a quote request', () => {
  it.each([
    ['Verified', 1, 0],
    ['Pending', 0, 0],
    ['Rejected', 0, 0],
    ['Canceled', 0, 1],
  ])('of status %s is a fill, a bust or none', async (status, fills, busts) => {
    const session = await startQuoted();
    session.on(QUERY, toDone({ status }));
    await session.advance(SECOND);
    const reported = session.events.findLast((event) => event.type === 'quotes');
    expect(reported?.trades).toHaveLength(fills);
    expect(reported?.busts).toHaveLength(busts);
  });

  it('without a time of its own keeps the first one', async () => {
    const session = await startQuoted();
    session.on(QUERY, toDone({ status: 'Canceled' }));
    await session.advance(2 * SECOND);
    const reported = session.events.filter((event) => event.type === 'quotes').slice(1);
    // A bust is told again as long as the request is asked for.
    expect(reported.length).toBeGreaterThan(1);
    expect(new Set(reported.map(({ busts }) => busts[0]?.executedAt)).size).toBe(1);
  });
});

it('unknown status of a quote request keeps it polled', async () => {
  const session = await startQuoted();
  session.on(QUERY, json(200, { ...IDS, event: 'TRADE_MAYBE' }));
  await session.advance(40 * SECOND);
  const count = session.times(QUERY).length;
  await session.advance(5 * SECOND);
  expect(session.times(QUERY).length).toBeGreaterThan(count);
  expect(session.listTold()).toEqual(['rfs 202', 'QUOTE', 'TRADE_MAYBE']);
});

it('answer to an acceptance is passed on though a query has shown its end', async () => {
  const expired = json(200, { ...IDS, event: 'REQUEST_EXPIRED' });
  for (const [shown, status] of [
    [toDone({}), 403],
    [expired, 202],
  ] as const) {
    const session = await startQuoted();
    session.on(ACCEPT, 'hold');
    accept(session);
    await session.advance(200 * MILLISECOND);
    session.on(QUERY, shown, toDone({}));
    await session.advance(SECOND);
    session.release(status, '{}');
    await session.advance(2 * SECOND);
    const reported = session.listTold();
    expect(reported).toContain(`accept ${String(status)}`);
    // What it says of the end is asked for once more.
    expect(reported.at(-1)).toBe('TRADE_VERIFIED');
  }
});
