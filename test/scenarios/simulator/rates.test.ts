// Rates and reference data over HTTP: what a poll returns, and when.
import { describe, expect, it } from 'vitest';
import { formatInstant, MILLISECOND } from '../../../src/domain/index.js';
import { type Client, START, start, writeRecording } from '../../simulator/harness.js';

const SPOT = '/v2/rates/spot?symbol=EUR%2FUSD';

/** Time of the visible rate, milliseconds after START. */
async function seeRate(client: Client): Promise<number> {
  return Number((await client.get(SPOT)).body.time) - START;
}

describe('spot rate of the simulator', () => {
  it('is the newest of the recording, with its sizes, time and name', async () => {
    const client = await start();
    await client.login();
    const { status, body } = await client.get(SPOT);
    expect(status).toBe(200);
    expect(body).toEqual({
      symbol: 'EUR/USD',
      bid: 1.1,
      offer: 1.1002,
      bidLimit: 1_000_000,
      offerLimit: 2_000_000,
      time: START,
      rateId: expect.stringMatching(/^2026-07-13-EURUSD-SPOT-[0-9a-f]{10}$/) as string,
    });
    await client.moveTo(9_999);
    expect(await seeRate(client)).toBe(0);
    await client.moveTo(10_000);
    expect(await seeRate(client)).toBe(10_000);
  });

  it('shows the displayed sizes and not what orders have left of them', async () => {
    const client = await start();
    await client.login();
    await client.place('a');
    expect((await client.get(SPOT)).body).toMatchObject({ offerLimit: 2_000_000 });
  });

  it('omits an unlimited size', async () => {
    const client = await start({
      rows: ['0,EUR/USD,1.1,1.1002,,'],
      recording: { options: { size: 'unlimited' } },
    });
    await client.login();
    const { body } = await client.get(SPOT);
    expect(body).not.toHaveProperty('bidLimit');
    expect(body).not.toHaveProperty('offerLimit');
  });

  it('has an id of its own, which stays while the rate does', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `${String(i * 10)},EUR/USD,1.1,1.2,1,1`);
    const client = await start({ rows });
    await client.login();
    const names = new Set<unknown>();
    for (let i = 0; i < 300; i++) {
      await client.moveTo(i * 10);
      names.add((await client.get(SPOT)).body.rateId);
    }
    expect(names.size).toBe(300);
    const name = (await client.get(SPOT)).body.rateId as unknown;
    await client.moveTo(60_000);
    expect(names.has(name)).toBe(true);
    expect((await client.get(SPOT)).body.rateId).toBe(name);
  });

  it('of a symbol without a rate yet, or unknown, is answered 404', async () => {
    const client = await start({
      rows: ['0,EUR/USD,1.1,1.1002,1,1', '500,USD/JPY,157.1,157.102,1,1'],
    });
    await client.login();
    const path = '/v2/rates/spot?symbol=USD%2FJPY';
    expect(await client.get(path)).toMatchObject({ status: 404 });
    expect(await client.get('/v2/rates/spot?symbol=EURUSD')).toMatchObject({ status: 404 });
    await client.moveTo(500);
    expect(await client.get(path)).toMatchObject({ status: 200, body: { bid: 157.1 } });
  });
});

describe('latency', () => {
  it('delays a rate for polls, while the market already has it', async () => {
    const latency = { rates: 250 * MILLISECOND, orders: 0, replies: 0 };
    const client = await start({ venue: { latency } });
    await client.login();
    expect(await client.get(SPOT)).toMatchObject({ status: 404 });
    await client.moveTo(250);
    expect(await seeRate(client)).toBe(0);
    await client.moveTo(10_249);
    expect(await seeRate(client)).toBe(0);
    await client.place('a', { type: 'Market', price: 1.2 });
    expect(await client.order('a')).toMatchObject({ averagePrice: 1.1003 });
    await client.moveTo(10_250);
    expect(await seeRate(client)).toBe(10_000);
  });

  it('delays an order on its way to the market, and its replies on their way back', async () => {
    const [orders, replies] = [200 * MILLISECOND, 100 * MILLISECOND];
    const client = await start({ venue: { latency: { rates: 0, orders, replies } } });
    await client.login();
    await client.moveTo(9_801);
    // It arrives at 10,001, when the offer has risen to 1.1003; the answer is seen at 10,101.
    await client.place('a', { type: 'Market', price: 1.2 });
    await client.moveTo(10_100);
    expect(await client.order('a')).toMatchObject({ status: 'RECEIVED', leavesQty: 100_000 });
    expect(await client.trades('a')).toEqual([]);
    expect((await client.get('/v2/orders')).body).toHaveLength(1);
    await client.moveTo(10_101);
    expect(await client.order('a')).toMatchObject({
      status: 'FILLED',
      averagePrice: 1.1003,
      transactTime: START + 10_001,
    });
    expect(await client.trades('a')).toHaveLength(1);
    expect((await client.get('/v2/orders')).body).toEqual([]);
  });

  it('lets an order that arrives at the instant of a rate meet the previous rate', async () => {
    const latency = { rates: 0, orders: 200 * MILLISECOND, replies: 0 };
    const client = await start({ venue: { latency } });
    await client.login();
    await client.moveTo(9_800);
    await client.place('a', { type: 'Market', price: 1.2 });
    await client.moveTo(10_000);
    expect(await client.order('a')).toMatchObject({ averagePrice: 1.1002 });
  });
});

describe('fill timing next-rate', () => {
  it('lets an order wait for the next rate of its symbol', async () => {
    const client = await start({ venue: { fillTiming: 'next-rate' } });
    await client.login();
    await client.place('a', { price: 1.2 });
    await client.moveTo(9_999);
    expect(await client.order('a')).toMatchObject({ status: 'NEW' });
    await client.moveTo(10_000);
    expect(await client.order('a')).toMatchObject({ status: 'FILLED', averagePrice: 1.1003 });
  });
});

describe('end of the recording', () => {
  it('leaves the last rate in place without a loop', async () => {
    const client = await start();
    await client.login();
    await client.moveTo(86_000_000);
    expect(await seeRate(client)).toBe(10_000);
    await client.place('a', { type: 'Market', price: 1.2 });
    expect(await client.order('a')).toMatchObject({ status: 'FILLED', averagePrice: 1.1003 });
  });

  it('restarts it with a loop, later by its length and its median gap', async () => {
    // Gaps of 100, 100 and 300 ms: each loop begins 500 + 100 ms after the one before.
    const rows = [0, 100, 200, 500].map((ms) => `${String(ms)},EUR/USD,1.1,1.1002,1,1`);
    const client = await start({ rows, recording: { loop: true } });
    await client.login();
    const seen: number[] = [];
    for (let ms = 0; ms <= 1_900; ms += 100) {
      await client.moveTo(ms);
      seen.push(await seeRate(client));
    }
    const loops = [0, 600, 1_200, 1_800].map((from) => [0, 100, 200, 500].map((ms) => from + ms));
    const times = loops.flat();
    expect(seen).toEqual(seen.map((_, i) => times.findLast((time) => time <= i * 100)));
    await client.moveTo(6_000_500);
    expect(await seeRate(client)).toBe(6_000_500);
  });

  it('lets time pass in a loop over one instant too', async () => {
    const rows = ['0,EUR/USD,1.1,1.1002,1,1'];
    const client = await start({ rows, recording: { loop: true } });
    await client.login();
    await client.moveTo(2_500);
    expect(await seeRate(client)).toBe(2_000);
  });
});

describe('origin now', () => {
  it('moves the whole recording to the time of the start', async () => {
    const before = Date.now();
    const client = await start({ recording: { origin: 'now' } });
    const after = Date.now();
    const { origin } = client.simulator.clock;
    expect(origin / MILLISECOND).toBeGreaterThanOrEqual(before);
    expect(origin / MILLISECOND).toBeLessThanOrEqual(after);
    await client.login();
    const { body, headers } = await client.get(SPOT);
    expect(body.time).toBe(origin / MILLISECOND);
    expect(Date.parse(headers.get('Date') ?? '')).toBe(Math.floor(origin / 1e6) * 1_000);
    await client.moveTo(origin / MILLISECOND - START + 10_000);
    expect((await client.get(SPOT)).body.time).toBe(origin / MILLISECOND + 10_000);
  });
});

describe('instruments', () => {
  it.each(['EUR%2FUSD', 'EURUSD'])('are answered at %s with their terms', async (segment) => {
    const terms = { 'EUR/USD': { minSize: 5_000, sizeIncrement: 10, spotLagDays: 1 } };
    const client = await start({ recording: { options: { terms } } });
    await client.login();
    const { status, body } = await client.get(`/v2/refdata/symbols/${segment}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      symbol: 'EUR/USD',
      base: 'EUR',
      term: 'USD',
      ratePrecision: 5,
      pipFactor: 10_000,
      spotLagDays: 1,
      minSize: 5_000,
      // All that an order can say: 15 digits.
      maxSize: 9_999_999_999_999.99,
      sizeIncrement: 10,
      spotPointsPrecision: 5,
      forwardPointsPrecision: 7,
      deliverable: true,
    });
  });

  it('have the largest size that the venue accepts', async () => {
    const client = await start({ venue: { limits: { maxSize: { 'EUR/USD': 2_500_000.5 } } } });
    await client.login();
    const { body } = await client.get('/v2/refdata/symbols/EURUSD');
    expect(body).toMatchObject({ maxSize: 2_500_000.5 });
  });

  it('are the symbols with a rate in the played part', async () => {
    const file = writeRecording([
      '0,GBP/USD,1.3,1.3002,1,1',
      '1000,USD/JPY,157.1,157.102,1,1',
      '1000,EUR/USD,1.1,1.1002,100000,100000',
    ]);
    const startAt = (START + 1_000) * MILLISECOND;
    const client = await start({ recording: { file, options: { startAt } } });
    expect(formatInstant(client.simulator.clock.now())).toBe('2026-07-13T12:00:01.000Z');
    await client.login();
    expect(await client.get('/v2/refdata/symbols/GBPUSD')).toMatchObject({ status: 404 });
    expect(await client.get('/v2/rates/spot?symbol=USD%2FJPY')).toMatchObject({
      body: { bid: 157.1 },
    });
    await client.place('a');
    expect(await client.order('a')).toMatchObject({ symbol: 'EUR/USD', averagePrice: 1.1002 });
  });
});
