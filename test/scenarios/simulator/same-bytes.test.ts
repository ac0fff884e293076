// Same seed, recording and requests, same bytes; how time is cut into steps changes nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, unwrap } from '../../../src/domain/index.js';
import type { OrderRequest } from '../../../src/domain/orders/index.js';
import { advance } from '../../../src/simulator/advance.js';
import { openRateFeed } from '../../../src/simulator/rates/open-rate-feed.js';
import { Venue } from '../../../src/venue/index.js';
import {
  type Client,
  CONTROL_TOKEN,
  createOrder,
  createSettings,
  exchange,
  formatRequest,
  START,
  start,
  USER,
  writeRecording,
} from '../../simulator/harness.js';
import { countRuns } from '../../runs.js';

const WAVE = Array.from({ length: 40 }, (_, i) => {
  const ticks = 110_000 + ((i * 7) % 11);
  const [bid, offer] = [ticks / 1e5, (ticks + 3) / 1e5];
  return `${String(i * 250)},EUR/USD,${bid.toFixed(5)},${offer.toFixed(5)},500000,700000`;
});

const LATENCY = {
  rates: 30 * MILLISECOND,
  orders: 200 * MILLISECOND,
  replies: 125 * MILLISECOND,
};

/** Logs in, places, polls, cancels and moves time; all bytes that come back. */
async function play(client: Client): Promise<string> {
  const headers = { SSO_TOKEN: await client.login(), 'X-Request-ID': 'script' };
  const control = { 'X-Control-Token': CONTROL_TOKEN };
  const requests = Array.from({ length: 12 }, (_, i) => {
    const order = createOrder(`a-${String(i)}`, {
      timeInForce: ['IOC', 'GTC', 'DAY', 'FOK'][i % 4],
      price: 1.1001,
      size: 300_000,
    });
    const toMicros = (START + 200 * (i + 1)) * MILLISECOND;
    return [
      formatRequest('POST /v2/orders', headers, JSON.stringify(order)),
      formatRequest('GET /v2/rates/spot?symbol=EUR%2FUSD', headers),
      formatRequest('POST /control/clock', control, JSON.stringify({ toMicros })),
      formatRequest('GET /v2/orders', headers),
      formatRequest(`GET /v2/trades?coId=a-${String(Math.max(0, i - 2))}`, headers),
    ];
  });
  const login = JSON.stringify({ user: USER.user, pass: USER.password, org: USER.org });
  const last = [
    formatRequest('DELETE /v2/orders', headers),
    formatRequest('POST /v2/sso/login', {}, login),
  ];
  return exchange(client, [...requests.flat(), ...last]);
}

describe('two simulators', () => {
  it('with the same seed and requests answer with the same bytes', async () => {
    const settings = { rows: WAVE, venue: { latency: LATENCY } };
    const [first, second] = [await start(settings), await start(settings)];
    const bytes = await play(first);
    expect(bytes.match(/HTTP\/1\.1 /g)).toHaveLength(62);
    expect(bytes).toContain('"tradeId":"FXI50000001"');
    expect(await play(second)).toBe(bytes);
  });

  it('with different seeds issue different tokens', async () => {
    const [first, second] = [
      await start({ venue: { seed: 1 } }),
      await start({ venue: { seed: 2 } }),
    ];
    expect(await first.login()).not.toBe(await second.login());
  });
});

describe('advance', () => {
  const file = writeRecording(WAVE);

  /** Places the orders at their times, going there in one step or by the way of `stops`. */
  async function run(
    orders: readonly (readonly [number, OrderRequest])[],
    stops: readonly number[],
  ) {
    const recording = { file, loop: true };
    const { rates, venue: settings } = createSettings({ recording, venue: { latency: LATENCY } });
    const { feed } = unwrap(await openRateFeed(rates, 0));
    const venue = new Venue({ ...settings, users: [USER], instruments: feed.instruments });
    const account = venue.findAccount(USER.user, USER.org);
    const log: unknown[] = [];
    venue.listen({ order: (view) => log.push(view), trade: (view) => log.push(view) });
    feed.play({ ended: () => undefined, failed: (fault) => log.push(fault) });
    const placings = orders.map(([at, request]) => ({ at, request }));
    const events = [...placings, ...stops.map((at) => ({ at, request: undefined }))];
    for (const { at, request } of events.sort((a, b) => a.at - b.at)) {
      const now = (START + at) * MILLISECOND;
      advance(venue, feed, now);
      if (request !== undefined && account !== undefined) venue.place(now, account, request);
    }
    advance(venue, feed, (START + 60_000) * MILLISECOND);
    feed.close();
    return log;
  }

  it('does the same in one step and in many', async () => {
    const time = fc.integer({ min: 0, max: 20_000 });
    const terms = fc.record({
      timeInForce: fc.constantFrom('IOC', 'FOK', 'GTC', 'GTT'),
      side: fc.constantFrom('Buy', 'Sell'),
      size: fc.integer({ min: 1_000, max: 900_000 }),
      price: fc.integer({ min: 109_990, max: 110_020 }).map((ticks) => ticks / 1e5),
    });
    const orders = fc.array(fc.tuple(time, terms), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(orders, fc.array(time, { maxLength: 30 }), async (placings, stops) => {
        const requests = placings.map(
          ([at, change], i) =>
            [at, { ...createOrder(`a-${String(i)}`), ...change, expiryTime: 2 }] as const,
        );
        const whole = await run(requests, []);
        expect(whole.length).toBeGreaterThan(0);
        expect(await run(requests, stops)).toEqual(whole);
      }),
      { numRuns: countRuns(50) },
    );
  });
});
