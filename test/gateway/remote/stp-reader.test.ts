// The STP download of trades: repeated, read to its end, journaled before use.
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src/domain/index.js';
import { DEFAULT_PROFILE } from '../../../src/protocol/profile/index.js';
import { toTrade } from '../../polling/scripted-venue.js';
import { fillsByCoId, json, LIST, START_AT, startSession, toMillis } from '../remote-session.js';

const RESEND = 'POST /v2/trades/stp/resend';
const PAGE = 'GET /v2/trades/stp/messages?maxCount=100';

const record = (tradeId: string, status = 'Verified', coId = 'weir-1') => ({
  ...(toTrade(coId, tradeId, 1_000) as object),
  status,
});

async function start() {
  const session = await startSession({ stp: DEFAULT_PROFILE });
  session.on(RESEND, { status: 200, body: '' });
  session.on(PAGE, json(200, []));
  return session;
}

/** Reads trades since the start; whether to the end. */
async function drain(session: Awaited<ReturnType<typeof start>>, coIds: readonly string[] = []) {
  const read = session.gateway.readTrades(coIds, START_AT);
  await session.advance(20 * SECOND);
  return read;
}

describe('STP download', () => {
  it('has trades of earlier days resent, and reads until no page is left', async () => {
    const session = await start();
    session.on(PAGE, json(200, [record('T1'), record('T2', 'Canceled')]), json(200, []));
    expect(await drain(session)).toBe(true);
    const resent = session.requests.find(({ line }) => line === RESEND);
    // The start is 2026-01-06 10:00 UTC.
    expect(JSON.parse(resent?.body ?? '')).toEqual({
      startDate: '2026-01-05 10:00:00,000 +0000',
      endDate: '2026-01-06 10:00:00,000 +0000',
    });
    // Busts come before the fills of their order, and once more after them.
    expect(session.told).toEqual(['stp', 'bust', 'weir-1 T1 1000', 'bust', 'stp']);
    expect(session.events).toMatchObject([
      { step: 'page', text: JSON.stringify([record('T1'), record('T2', 'Canceled')]) },
      { type: 'bust', tradeId: 'T2' },
      { type: 'trade' },
      { type: 'bust', tradeId: 'T2' },
      { step: 'drained' },
    ]);
  });

  it('takes a resend without a trade in its range as done', async () => {
    const session = await start();
    session.on(RESEND, json(404, {}));
    expect(await drain(session)).toBe(true);
  });

  it('reads nothing while the resend fails, and reports it', async () => {
    const session = await start();
    session.on(RESEND, json(503, {}));
    expect(await drain(session)).toBe(false);
    expect(session.told).toEqual(['stp resend failed 503']);
    expect(session.times(PAGE)).toEqual([]);
  });

  it.each([
    ['a page', PAGE],
    ['a resend', RESEND],
  ])(
    'is not repeated once %s was answered with 400, until the operator resumes',
    async (_, line) => {
      const session = await start();
      session.on(line, json(400, {}));
      expect(await drain(session)).toBe(false);
      expect(await drain(session)).toBe(false);
      expect(session.times(line)).toHaveLength(1);
      session.gateway.resumePolls();
      session.on(line, line === PAGE ? json(200, []) : { status: 200, body: '' });
      expect(await drain(session)).toBe(true);
      expect(session.times(line)).toHaveLength(2);
    },
  );

  it('requests a page again that may be lost', async () => {
    const session = await start();
    session.gateway.reconcile();
    session.on(LIST, json(200, []));
    session.on('GET /v2/positions', json(200, []));
    session.on(PAGE, json(502, {}), json(200, [record('T1')]), json(200, []));
    await session.advance(5 * MINUTE);
    expect(session.told).toContain('stp  failed 502');
    expect(toMillis(session, RESEND)).toEqual([300_000]);
    expect(session.told).toContain('weir-1 T1 1000');
    await session.advance(5 * MINUTE);
    expect(session.times(RESEND)).toHaveLength(1);
  });

  it('requests an unreadable record again until it is readable, ten times at most', async () => {
    const session = await start();
    const odd = json(200, [record('T1', 'PONDERING')]);
    const none = json(200, []);
    session.on(LIST, none);
    session.on('GET /v2/positions', none);
    session.gateway.reconcile();
    session.on(PAGE, odd, none, odd, none, json(200, [record('T1', 'Canceled')]), none);
    await session.advance(5 * MINUTE);
    expect(session.told).not.toContain('bust');
    await session.advance(MINUTE);
    expect(toMillis(session, RESEND)).toEqual([300_000, 330_000]);
    expect(session.told).toContain('bust');
    session.on(PAGE, ...Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? odd : none)));
    await session.advance(12 * MINUTE);
    expect(session.times(RESEND)).toHaveLength(2 + 10);
  });

  it('is repeated when positions differ from the reported trades, once a minute', async () => {
    const session = await start();
    const none = json(200, []);
    session.on(LIST, none);
    session.on('GET /v2/positions', none);
    session.gateway.reconcile();
    const about = { symbol: 'EUR/USD', coId: '', share: 0, until: 0, reason: 'differs' };
    const ask = { at: 0, kind: 'refresh', what: 'positions', ...about } as const;
    session.gateway.carryOut(ask);
    await session.advance(SECOND);
    session.gateway.carryOut(ask);
    await session.advance(SECOND);
    expect(session.times(RESEND)).toHaveLength(1);
    await session.advance(MINUTE);
    session.gateway.carryOut(ask);
    await session.advance(SECOND);
    expect(session.times(RESEND)).toHaveLength(2);
  });

  it('keeps the text of an unreadable page, and requests it again', async () => {
    const session = await start();
    session.on(PAGE, { status: 200, body: '[{"tradeId":"T1"' }, json(200, []));
    expect(await drain(session)).toBe(false);
    expect(session.events).toMatchObject([
      { type: 'stp', step: 'page', text: '[{"tradeId":"T1"' },
      { type: 'poll', subject: 'stp', outcome: 'failed', transport: 'schema' },
    ]);
    expect(await drain(session)).toBe(true);
    expect(session.times(RESEND)).toHaveLength(2);
  });

  it('has trades resent although another download is in flight', async () => {
    const session = await start();
    const sweep = session.gateway.readTrades([], START_AT);
    await session.advance(SECOND);
    expect(await sweep).toBe(true);
    session.on(LIST, json(200, []));
    session.gateway.reconcile();
    session.on(PAGE, 'hold', json(200, [record('T1')]), json(200, []));
    await session.advance(5 * MINUTE);
    const read = session.gateway.readTrades([], START_AT);
    session.release(200, '[]');
    await session.advance(SECOND);
    expect(await read).toBe(true);
    expect(session.times(RESEND)).toHaveLength(2);
    expect(session.told).toContain('weir-1 T1 1000');
  });

  it('is not repeated after a 401: the page that it returned may be gone', async () => {
    const session = await start();
    session.on(PAGE, json(401, {}), json(200, []));
    expect(await drain(session)).toBe(false);
    expect(session.times(PAGE)).toHaveLength(1);
  });

  it('ends with an alert when pages bring nothing but repeats', async () => {
    const session = await start();
    session.on(PAGE, json(200, [record('T1')]));
    expect(await drain(session)).toBe(false);
    expect(session.times(PAGE)).toHaveLength(4);
    expect(session.events.at(-1)).toMatchObject({ type: 'stp', step: 'stuck' });
  });

  it('is not read where it is not configured; trades of orders are', async () => {
    const session = await startSession();
    session.on(fillsByCoId('weir-1'), json(200, [toTrade('weir-1', 'T1', 1_000)]));
    session.on(fillsByCoId('weir-2'), json(200, []));
    const read = session.gateway.readTrades(['weir-1', 'weir-2'], START_AT);
    await session.advance(2 * SECOND);
    expect(await read).toBe(true);
    expect(session.told).toEqual(['weir-1 T1 1000']);
    session.on(fillsByCoId('weir-1'), json(503, {}));
    const failed = session.gateway.readTrades(['weir-1', 'weir-2'], START_AT);
    await session.advance(2 * SECOND);
    expect(await failed).toBe(false);
  });

  it('takes nothing from the budget of rates and queries, as a safety request', async () => {
    const shares = { safety: 2, trading: 4, data: 3, queries: 1 };
    const session = await startSession({ stp: DEFAULT_PROFILE, shares });
    session.on(RESEND, { status: 200, body: '' });
    session.on(PAGE, json(200, [record('T1')]), json(200, []));
    const read = session.gateway.readTrades([], START_AT);
    await session.advance(SECOND / 100);
    expect(await read).toBe(true);
    const { budget } = session.gateway;
    const at = session.clock.now();
    const left = ['data', 'data', 'data'] as const;
    expect(left.map((share) => budget.take(share, at))).toEqual([true, true, true]);
  });

  it('of many pages stays within the request budget', async () => {
    const shares = { safety: 2, trading: 4, data: 3, queries: 1 };
    const session = await startSession({ stp: DEFAULT_PROFILE, shares });
    session.on(RESEND, { status: 200, body: '' });
    const pages = Array.from({ length: 60 }, (_, page) => json(200, [record(`T${String(page)}`)]));
    session.on(PAGE, ...pages, json(200, []));
    const read = session.gateway.readTrades([], START_AT);
    await session.advance(5 * SECOND);
    const early = session.times(PAGE).length;
    expect([early > 20, early <= 60]).toEqual([true, true]);
    await session.advance(15 * SECOND);
    expect(await read).toBe(true);
    expect(session.times(PAGE)).toHaveLength(61);
  });
});
