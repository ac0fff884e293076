// The session clock: running, stopped and moved by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MILLISECOND, SECOND } from '../../src/domain/index.js';
import { SessionClock } from '../../src/simulator/session-clock.js';
import { CONTROL_TOKEN, START, start } from './harness.js';

const ORIGIN = START * MILLISECOND;
const HEADERS = { 'X-Control-Token': CONTROL_TOKEN };

describe('session clock', () => {
  it.each([
    [1, 2_500_000, 2_500_000],
    [10, 2_500_000, 25_000_000],
    [0.5, 3, 1],
    [0, 2_500_000, 0],
  ])('at speed %d is, %d us later, %d us on', (speed, elapsed, expected) => {
    let machine = 77;
    const clock = new SessionClock(ORIGIN, speed, () => machine);
    expect(clock.now()).toBe(ORIGIN);
    machine += elapsed;
    expect(clock.now()).toBe(ORIGIN + expected);
  });

  it('never goes back and always returns whole microseconds', () => {
    const speeds = fc.double({ min: 0.001, max: 1_000, noNaN: true });
    const steps = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(speeds, steps, (speed, gaps) => {
        let machine = 0;
        const clock = new SessionClock(ORIGIN, speed, () => machine);
        let last = clock.now();
        for (const gap of gaps) {
          machine += gap;
          const now = clock.now();
          expect(Number.isSafeInteger(now)).toBe(true);
          expect(now).toBeGreaterThanOrEqual(last);
          last = now;
        }
      }),
    );
  });

  it('converts the distance of an instant into machine time', () => {
    const clock = new SessionClock(ORIGIN, 10, () => 0);
    expect(clock.findWait(ORIGIN + 5 * SECOND)).toBe(500_000);
    expect(clock.findWait(ORIGIN - 5 * SECOND)).toBe(0);
  });

  it('is not moved by hand while it runs', () => {
    const clock = new SessionClock(ORIGIN, 1, () => 0);
    expect(() => {
      clock.moveTo(ORIGIN + 1);
    }).toThrow('only stopped time');
  });
});

describe('GET /control/clock', () => {
  it('answers origin, now and speed without a token', async () => {
    const client = await start();
    await client.moveTo(1_500);
    const { status, body } = await client.get('/control/clock');
    expect(status).toBe(200);
    expect(body).toEqual({ originMicros: ORIGIN, nowMicros: ORIGIN + 1_500_000, speed: 0 });
    expect(client.simulator.clock.now()).toBe(ORIGIN + 1_500_000);
  });
});

describe('POST /control/clock', () => {
  it('answers the new clock once everything due is done', async () => {
    const client = await start();
    await client.login();
    await client.place('a', { timeInForce: 'GTT', expiryTime: 5, price: 1.05 });
    const toMicros = ORIGIN + 20 * SECOND;
    const reply = await client.ask('POST', '/control/clock', {
      headers: HEADERS,
      body: { toMicros },
    });
    expect(reply).toMatchObject({
      status: 200,
      body: { originMicros: ORIGIN, nowMicros: toMicros, speed: 0 },
    });
    expect(await client.order('a')).toMatchObject({
      status: 'EXPIRED',
      transactTime: START + 5_000,
    });
  });

  it('may stay where it is', async () => {
    const client = await start();
    expect(await client.moveTo(0)).toMatchObject({ status: 200, body: { nowMicros: ORIGIN } });
  });

  it.each([
    ['is missing', {}],
    ['is empty', { 'X-Control-Token': '' }],
    ['is wrong', { 'X-Control-Token': `${CONTROL_TOKEN}x` }],
  ])('is answered 401 when the control token %s', async (_, headers) => {
    const client = await start();
    const body = { toMicros: ORIGIN + SECOND };
    expect(await client.ask('POST', '/control/clock', { headers, body })).toMatchObject({
      status: 401,
      body: { errorCode: 'InvalidControlToken' },
    });
    expect(client.simulator.clock.now()).toBe(ORIGIN);
  });

  it('is answered 409 while time runs', async () => {
    const client = await start({ recording: { speed: 1 } });
    const toMicros = ORIGIN + DAY;
    const reply = await client.ask('POST', '/control/clock', {
      headers: HEADERS,
      body: { toMicros },
    });
    expect(reply).toMatchObject({ status: 409, body: { message: expect.any(String) as string } });
    expect(client.simulator.clock.now()).toBeLessThan(toMicros);
  });

  it.each([
    ['an earlier time', { toMicros: ORIGIN + SECOND - 1 }, 'from now'],
    ['a time beyond a day', { toMicros: ORIGIN + SECOND + DAY + 1 }, '1d later'],
    ['a fraction of a microsecond', { toMicros: ORIGIN + 2 * SECOND + 0.5 }, 'whole'],
    ['a time of type text', { toMicros: String(ORIGIN + 2 * SECOND) }, 'toMicros'],
    ['another field', { toMicros: ORIGIN + 2 * SECOND, by: 'me' }, 'toMicros'],
    ['no time', {}, 'toMicros'],
    ['a null', 'null', 'toMicros'],
    ['invalid JSON', '{', 'JSON'],
  ])('is answered 400 for %s, and time stays', async (_, body, words) => {
    const client = await start();
    await client.moveTo(1_000);
    expect(await client.ask('POST', '/control/clock', { headers: HEADERS, body })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(words) as string },
    });
    expect(client.simulator.clock.now()).toBe(ORIGIN + SECOND);
  });
});

describe('running session time', () => {
  it('brings rates and ends orders without requests', async () => {
    const client = await start({ recording: { speed: 1_000 } });
    await client.login();
    await client.place('a', { timeInForce: 'GTT', expiryTime: 20, price: 1.05 });
    // 20 s of the session are 20 ms here; each question takes a while too.
    for (;;) {
      const { status } = (await client.order('a')) as { status: string };
      if (status === 'EXPIRED') break;
      expect(status).toBe('NEW');
    }
    expect((await client.get('/v2/rates/spot?symbol=EUR%2FUSD')).body.time).toBe(START + 10_000);
  });

  it('is kept up without requests', async () => {
    const messages: string[] = [];
    const ended = new Promise<void>((resolve) => {
      const take = (message: string) => {
        messages.push(message);
        if (message.includes('ended')) resolve();
      };
      const log = { debug: take, info: take, warn: take, error: take, with: () => log };
      void start({ recording: { speed: 1_000 }, log });
    });
    await ended;
    expect(messages.at(-1)).toBe('the recordings have ended: rates stand still');
  });
});
