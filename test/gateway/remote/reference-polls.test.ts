// Reads of the remote gateway for rules: benchmarks in turn, and the free balance.
import { expect, it } from 'vitest';
import { createInstrument, SECOND, unwrap } from '../../../src/domain/index.js';
import { json, LIST, startSession, toMillis } from '../remote-session.js';

const BALANCES = 'GET /custody/v2/account/balances?currency=USD';
const benchmarkOf = (symbol: string) => `GET /v2/benchmark?symbol=${symbol}`;
const tickerOf = (symbol: string) => `GET /v2/ticker?symbol=${symbol}`;
const BOTH = ['EUR/USD', 'GBP/USD'];

/** A session that reconciles, of two symbols. */
async function start(watch: { readonly benchmarks?: boolean; readonly balanceOf?: string }) {
  const instruments = BOTH.map((symbol, id) => unwrap(createInstrument(id, symbol)));
  const session = await startSession({ instruments, watch, polled: [] });
  session.on(LIST, json(200, []));
  session.on('GET /v2/positions', json(200, []));
  for (const symbol of BOTH) {
    const rate = symbol === 'EUR/USD' ? 1.145_075 : 1.3;
    session.on(benchmarkOf(symbol), json(200, { symbol, rate, uid: 'u', timestamp: 1 }));
  }
  session.gateway.reconcile();
  return session;
}

it('reference polls read a benchmark every 10 s, symbol by symbol, in whole ticks', async () => {
  const session = await start({ benchmarks: true });
  await session.advance(25 * SECOND);
  expect(toMillis(session, benchmarkOf('EUR/USD'))).toEqual([1, 20_001]);
  expect(toMillis(session, benchmarkOf('GBP/USD'))).toEqual([10_001]);
  const read = { type: 'benchmark', source: 'benchmark' };
  expect(session.events.filter(({ type }) => type === 'benchmark')).toEqual([
    { ...read, symbol: 'EUR/USD', midTicks: 114_508 },
    { ...read, symbol: 'GBP/USD', midTicks: 130_000 },
    { ...read, symbol: 'EUR/USD', midTicks: 114_508 },
  ]);
});

it.each(['price', 'lastPrice'])(
  'reference polls read the ticker where there is no benchmark: %s',
  async (field) => {
    const session = await start({ benchmarks: true });
    session.on(benchmarkOf('EUR/USD'), json(404, {}));
    const last = { symbol: 'EUR/USD', [field]: 1.145, timestamp: 1_783_944_000_000 };
    session.on(tickerOf('EUR/USD'), json(200, last));
    await session.advance(5 * SECOND);
    expect(toMillis(session, tickerOf('EUR/USD'))).toHaveLength(1);
    const read = { type: 'benchmark', source: 'ticker', symbol: 'EUR/USD', midTicks: 114_500 };
    const dealtAt = 1_783_944_000 * SECOND;
    expect(session.events.filter(({ type }) => type === 'benchmark')).toEqual([
      { ...read, dealtAt },
    ]);
  },
);

it('reference polls ignore a trade without a time', async () => {
  const session = await start({ benchmarks: true });
  session.on(benchmarkOf('EUR/USD'), json(404, {}));
  session.on(tickerOf('EUR/USD'), json(200, { symbol: 'EUR/USD', price: 1.145 }));
  await session.advance(5 * SECOND);
  expect(session.events.filter(({ type }) => type === 'benchmark')).toEqual([]);
});

it('reference polls report nothing of a symbol with neither benchmark nor ticker', async () => {
  const session = await start({ benchmarks: true });
  session.on(benchmarkOf('EUR/USD'), json(404, {}));
  session.on(tickerOf('EUR/USD'), json(404, {}));
  await session.advance(5 * SECOND);
  expect(session.events.filter(({ type }) => type === 'benchmark')).toEqual([]);
});

it.each([benchmarkOf, tickerOf])(
  'reference polls rest where %o is a bad request, and report it to the policy',
  async (of) => {
    const session = await start({ benchmarks: true });
    if (of === tickerOf) session.on(benchmarkOf('EUR/USD'), json(404, {}));
    session.on(of('EUR/USD'), json(400, {}));
    await session.advance(45 * SECOND);
    expect(toMillis(session, of('EUR/USD'))).toEqual([1]);
    expect(toMillis(session, benchmarkOf('GBP/USD'))).toEqual([10_001, 30_001]);
    const reported = { subject: 'benchmark', key: 'EUR/USD', outcome: 'failed', status: 400 };
    expect(session.events.filter(({ type }) => type === 'poll')).toMatchObject([reported]);
    session.gateway.resumePolls();
    await session.advance(20 * SECOND);
    expect(toMillis(session, of('EUR/USD'))).toEqual([1, 60_001]);
  },
);

it('reference polls read only the ticker where the benchmark is a bad request', async () => {
  const session = await start({ benchmarks: true });
  session.on(benchmarkOf('EUR/USD'), json(400, {}));
  const last = { symbol: 'EUR/USD', price: 1.145, timestamp: 1_783_944_000_000 };
  session.on(tickerOf('EUR/USD'), json(200, last));
  await session.advance(45 * SECOND);
  expect(toMillis(session, benchmarkOf('EUR/USD'))).toEqual([1]);
  expect(toMillis(session, tickerOf('EUR/USD'))).toHaveLength(3);
  const read = session.events.filter((one) => one.type === 'benchmark' && one.source === 'ticker');
  expect(read).toHaveLength(3);
  expect(session.events.filter(({ type }) => type === 'poll')).toEqual([]);
});

it('balance poll rests where the balance is a bad request', async () => {
  const session = await start({ balanceOf: 'USD' });
  session.on(BALANCES, json(400, {}));
  await session.advance(45 * SECOND);
  expect(toMillis(session, BALANCES)).toEqual([1]);
  const reported = { subject: 'balance', key: '', outcome: 'failed', status: 400 };
  expect(session.events.filter(({ type }) => type === 'poll')).toMatchObject([reported]);
});

it('balance poll reads the free balance every 20 s, and reports when it fails', async () => {
  const session = await start({ balanceOf: 'USD' });
  const row = { currency: 'USD', total: 900, available: 700.5, locked: 199.5 };
  session.on(BALANCES, json(200, [row]), json(200, []), json(500, {}));
  await session.advance(45 * SECOND);
  expect(toMillis(session, BALANCES)).toEqual([1, 20_001, 40_001]);
  expect(session.events.filter(({ type }) => type === 'balance')).toEqual([
    { type: 'balance', currency: 'USD', free: 700.5 },
    { type: 'balance', currency: 'USD' },
    { type: 'balance', currency: 'USD' },
  ]);
});

it('reference polls read neither benchmark nor balance where no rule needs it', async () => {
  const session = await start({});
  await session.advance(30 * SECOND);
  expect(toMillis(session, benchmarkOf('EUR/USD'))).toEqual([]);
  expect(toMillis(session, BALANCES)).toEqual([]);
});
