// Streams of readings over real HTTP: what they emit and when the venue is polled.
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../src/domain/index.js';
import { type Lane, RequestBudget } from '../../src/polling/request-budget.js';
import {
  createPoller,
  createStreams,
  type OrderReading,
  type RateReading,
  type Streams,
  type TradeReading,
} from '../../src/polling/index.js';
import {
  EURUSD,
  json,
  type ScriptedVenue,
  START_AT,
  startVenue,
  toOrder,
  toRate,
  toTrade,
} from './scripted-venue.js';

const SPOT = 'GET /v2/rates/spot?symbol=EUR/USD';
const BY_COID = 'GET /v2/orders?coId=a';
const FILLS = 'GET /v2/trades?orderId=id-a';
const INTERVAL = 250 * MILLISECOND;
const PLENTY = { safety: 100, trading: 100, data: 100 };

async function start(shares = PLENTY): Promise<ScriptedVenue & { readonly streams: Streams }> {
  const venue = await startVenue();
  const { client, clock } = venue;
  const budget = new RequestBudget(shares, clock.now());
  const poller = createPoller({ clock, budget, maxInFlight: 4, seed: 7 });
  await client.login();
  return { ...venue, streams: createStreams({ client, clock, poller }) };
}

/** What a reading says, in short. */
function notify(reading: RateReading | OrderReading | TradeReading): string {
  const { event } = reading;
  switch (event.type) {
    case 'poll':
      return `${event.subject} ${event.outcome} ${event.status}`;
    case 'rate':
      return `rate ${event.bidTicks}`;
    case 'order':
      return `${event.status} ${event.cumUnits}`;
    case 'trade':
      return `${event.tradeId} ${event.units}${event.isChanged === true ? ' changed' : ''}`;
    case 'bust':
      return `${event.tradeId} taken back`;
  }
}

describe('rate stream', () => {
  it('emits a rate when time, price or size changed; otherwise the poll is unchanged', async () => {
    const { streams, on, advance } = await start();
    const rate = toRate(1.1, 1.2) as object;
    const changes = [{ bid: 1.09 }, { offer: 1.21 }, { bidLimit: 1 }, { offerLimit: 2 }];
    const bodies = [rate, rate, toRate(1.1, 1.2, 1), rate];
    for (const change of changes) bodies.push({ ...rate, ...change }, rate);
    on(SPOT, ...bodies.map((body) => json(200, body)));
    const seen: string[] = [];
    streams.rates(EURUSD, { interval: INTERVAL }).subscribe(({ event }) => seen.push(event.type));
    await advance(bodies.length * INTERVAL);
    expect(seen).toEqual(bodies.map((_, i) => (i === 1 ? 'poll' : 'rate')));
    await advance(INTERVAL);
    expect(seen.at(-1)).toBe('poll');
  });

  it('reports a rate that lacks a side, or has one of 0, as a failed poll', async () => {
    const { streams, on, advance } = await start();
    const rate = toRate(1.1, 1.2) as object;
    const broken = [{ offer: null }, { bid: 0 }, { bid: -1 }, { bid: 1.123_456_7 }];
    on(SPOT, ...broken.map((change) => json(200, { ...rate, ...change })), json(404, {}));
    const seen: unknown[] = [];
    streams.rates(EURUSD, { interval: INTERVAL }).subscribe(({ event }) => {
      seen.push(event.type === 'poll' ? event.isBroken : event.type);
    });
    // Polls that fail come less often.
    await advance(60 * SECOND);
    expect(seen.slice(0, 5)).toEqual([true, true, true, undefined, undefined]);
  });

  it('emits when each rate was received and how old it was then', async () => {
    const { streams, on, advance, times } = await start();
    on(SPOT, json(200, toRate(1.1, 1.2, -40)));
    const seen: RateReading[] = [];
    streams.rates(EURUSD, { interval: INTERVAL }).subscribe((reading) => seen.push(reading));
    await advance(INTERVAL);
    const [askedAt = -1] = times(SPOT);
    expect(seen).toMatchObject([
      { receivedAt: START_AT + askedAt, age: askedAt + 40 * MILLISECOND, event: { type: 'rate' } },
    ]);
  });

  it('survives every kind of failure, which is a value with its status', async () => {
    const { streams, on, advance, stop } = await start();
    on(
      SPOT,
      json(500, { message: 'serious' }),
      json(404, {}),
      { status: 200, body: '<html>' },
      json(200, { symbol: 'EUR/USD' }),
      json(200, toRate(1.1, 1.2)),
    );
    const seen: RateReading[] = [];
    const errors: unknown[] = [];
    streams.rates(EURUSD, { interval: INTERVAL }).subscribe({
      next: (reading) => seen.push(reading),
      error: (error: unknown) => errors.push(error),
    });
    await advance(20 * SECOND);
    expect([...new Set(seen.map(notify))]).toEqual([
      'rate failed 500',
      'rate empty 404',
      'rate failed 200',
      'rate 110000',
      'rate unchanged 200',
    ]);
    expect(seen[0]?.event).toMatchObject({ key: 'EUR/USD', message: 'status 500: serious' });
    await stop();
    await advance(INTERVAL);
    expect(notify(seen.at(-1)!)).toBe('rate failed 0');
    expect(errors).toEqual([]);
  });

  it('of one symbol is polled once for all subscribers, while there is one', async () => {
    const { streams, on, advance, times } = await start();
    on(SPOT, json(200, toRate(1.1, 1.2)));
    const counts = [0, 0];
    const [a, b] = [0, 1].map((i) =>
      streams.rates(EURUSD, { interval: INTERVAL }).subscribe(() => (counts[i]! += 1)),
    );
    await advance(4 * INTERVAL);
    expect([...counts, times(SPOT).length]).toEqual([4, 4, 4]);
    a?.unsubscribe();
    await advance(2 * INTERVAL);
    expect([...counts, times(SPOT).length]).toEqual([4, 6, 6]);
    b?.unsubscribe();
    await advance(4 * INTERVAL);
    expect(times(SPOT)).toHaveLength(6);
    const seen: string[] = [];
    streams
      .rates(EURUSD, { interval: INTERVAL })
      .subscribe((reading) => seen.push(notify(reading)));
    await advance(INTERVAL);
    expect(seen).toEqual(['rate 110000']);
    const phases = new Set(times(SPOT).map((time) => time % INTERVAL));
    expect(phases.size).toBe(1);
  });

  it('drops a rate in flight when the last subscriber leaves', async () => {
    const { streams, on, advance, release, settle, times } = await start();
    on(SPOT, 'hold');
    const seen: RateReading[] = [];
    const rates = streams.rates(EURUSD, { interval: INTERVAL });
    const subscription = rates.subscribe((reading) => seen.push(reading));
    await advance(INTERVAL);
    subscription.unsubscribe();
    release(200, JSON.stringify(toRate(1.1, 1.2)));
    await settle();
    await advance(SECOND);
    expect([seen.length, times(SPOT).length]).toEqual([0, 1]);
  });
});

describe('order stream', () => {
  it('polls at gaps from 200 ms doubling to 2 s, and emits the order when it changed', async () => {
    const { streams, on, advance, times } = await start();
    const working = json(200, toOrder('a', 'NEW'));
    const partial = json(200, toOrder('a', 'PARTIALLY_FILLED', 400_000, 900));
    on(BY_COID, json(200, toOrder('a', 'RECEIVED')), working, working, partial, partial, working);
    const seen: OrderReading[] = [];
    streams.order('a').subscribe((reading) => seen.push(reading));
    await advance(7 * SECOND);
    const gaps = times(BY_COID).map((time) => time / MILLISECOND);
    expect(gaps).toEqual([200, 600, 1_400, 3_000, 5_000, 7_000]);
    expect(seen.map(notify)).toEqual(['RECEIVED 0', 'NEW 0', 'PARTIALLY_FILLED 40000000', 'NEW 0']);
    const startedAt = START_AT + 3 * SECOND;
    expect(seen[2]).toMatchObject({ startedAt, receivedAt: startedAt, age: 2_100 * MILLISECOND });
  });

  it('completes when the order has ended, and polls no more', async () => {
    const { streams, on, advance, times } = await start();
    on(BY_COID, json(200, toOrder('a', 'NEW')), json(200, toOrder('a', 'CANCELED')));
    const seen: string[] = [];
    streams.order('a').subscribe({
      next: (reading) => seen.push(notify(reading)),
      complete: () => seen.push('complete'),
    });
    await advance(30 * SECOND);
    expect(seen).toEqual(['NEW 0', 'CANCELED 0', 'complete']);
    expect(times(BY_COID)).toHaveLength(2);
  });

  it('never ends in an unknown status', async () => {
    const { streams, on, advance, times } = await start();
    on(BY_COID, json(200, toOrder('a', 'DONE_FOR_DAY')));
    const seen: string[] = [];
    streams.order('a', { first: SECOND, most: SECOND }).subscribe({
      next: (reading) => seen.push(notify(reading)),
      complete: () => seen.push('complete'),
    });
    await advance(10 * SECOND);
    expect(seen).toEqual(['DONE_FOR_DAY 0']);
    expect(times(BY_COID)).toHaveLength(10);
  });

  it('emits every poll that did not show the order', async () => {
    const { streams, on, advance } = await start();
    const missing = json(404, {});
    on(BY_COID, missing, missing, json(500, {}), json(200, toOrder('b', 'NEW')), missing);
    const seen: string[] = [];
    streams.order('a').subscribe((reading) => seen.push(notify(reading)));
    await advance(20 * SECOND);
    expect(seen.slice(0, 5)).toEqual([
      'order empty 404',
      'order empty 404',
      'order failed 500',
      'order failed 200',
      'order empty 404',
    ]);
  });

  it('queries an order by id that its coId does not find, and counts both requests', async () => {
    const { streams, on, advance, times } = await start({ safety: 0, trading: 3, data: 0 });
    const byId = 'GET /v2/orders/id-a';
    on(BY_COID, json(404, {}));
    on(byId, json(404, {}));
    const pace = { first: 100 * MILLISECOND, most: 100 * MILLISECOND };
    streams.observations({ coId: 'a', orderId: 'id-a' }, pace).subscribe();
    await advance(10 * SECOND);
    const sent = times(BY_COID).length + times(byId).length;
    expect(sent).toBeGreaterThan(25);
    expect(sent).toBeLessThanOrEqual(34);
  });
});

describe('stream of active orders', () => {
  it('emits the whole list each time, and an unreadable list is no empty one', async () => {
    const { streams, on, advance } = await start();
    const unreadable = json(200, [
      toOrder('a', 'NEW'),
      { ...(toOrder('b', 'NEW') as object), size: 'x' },
    ]);
    on('GET /v2/orders', json(200, []), json(200, [toOrder('a', 'NEW')]), unreadable);
    const seen: string[] = [];
    streams
      .activeOrders({ interval: SECOND })
      .subscribe((reading) =>
        seen.push(
          reading.kind === 'orders'
            ? `orders ${reading.events.map(({ coId }) => coId).join()}`
            : notify(reading),
        ),
      );
    await advance(3 * SECOND);
    expect(seen).toEqual(['orders ', 'orders a', 'order failed 200']);
  });
});

describe('fill stream', () => {
  it('queries once for each request, and emits each trade once', async () => {
    const { streams, on, settle, times } = await start();
    const [first, second] = [toTrade('a', 'FXI1', 300_000), toTrade('a', 'FXI2', 100_000)];
    on(FILLS, json(200, []), json(200, [first, first]), json(200, [first, second]), json(404, {}));
    const asks = new Subject<Lane>();
    const seen: string[] = [];
    streams.fills('a', 'id-a', asks).subscribe((reading) => seen.push(notify(reading)));
    await settle();
    expect(times(FILLS)).toHaveLength(0);
    for (let i = 0; i < 4; i++) {
      asks.next('trading');
      await settle();
    }
    expect(times(FILLS)).toHaveLength(4);
    expect(seen).toEqual([
      'trades unchanged 200',
      'FXI1 30000000',
      'FXI2 10000000',
      'trades empty 404',
    ]);
  });

  it('emits a fill again when its record changes', async () => {
    const { streams, on, settle } = await start();
    const fill = toTrade('a', 'FXI1', 4) as object;
    const broken = json(200, { ...fill, side: 'Sideways' });
    on(FILLS, broken, broken, json(200, fill), json(200, fill));
    const asks = new Subject<Lane>();
    const seen: string[] = [];
    streams.fills('a', 'id-a', asks).subscribe((reading) => seen.push(notify(reading)));
    for (let i = 0; i < 4; i++) {
      asks.next('data');
      await settle();
    }
    const unchanged = 'trades unchanged 200';
    expect(seen).toEqual(['FXI1 400', unchanged, 'FXI1 400 changed', unchanged]);
  });

  it('emits busts before and after other trades, and busts of unseen trades again', async () => {
    const { streams, on, settle } = await start();
    const busted = { ...(toTrade('a', 'FXI1', 4) as object), status: 'Canceled' };
    on(FILLS, ...[1, 2].map(() => json(200, [busted, toTrade('a', 'FXI2', 6)])));
    const asks = new Subject<Lane>();
    const seen: string[] = [];
    streams.fills('a', 'id-a', asks).subscribe((reading) => seen.push(notify(reading)));
    for (let i = 0; i < 2; i++) {
      asks.next('trading');
      await settle();
    }
    const busts = ['FXI1 taken back', 'FXI2 600', 'FXI1 taken back'];
    // Something may stand for it by now.
    expect(seen).toEqual([...busts, 'FXI1 taken back', 'trades unchanged 200']);
  });

  it('emits a bust of an emitted fill once', async () => {
    const { streams, on, settle } = await start();
    const fill = toTrade('a', 'FXI1', 4) as object;
    const busted = json(200, { ...fill, status: 'Canceled' });
    on(FILLS, json(200, fill), busted, busted);
    const asks = new Subject<Lane>();
    const seen: string[] = [];
    streams.fills('a', 'id-a', asks).subscribe((reading) => seen.push(notify(reading)));
    for (let i = 0; i < 3; i++) {
      asks.next('trading');
      await settle();
    }
    expect(seen).toEqual(['FXI1 400', 'FXI1 taken back', 'trades unchanged 200']);
  });

  it('requested while a query is in flight queries once more after it', async () => {
    const { streams, on, settle, times, release } = await start();
    on(FILLS, 'hold', json(200, [toTrade('a', 'FXI1', 1)]));
    const asks = new Subject<Lane>();
    const seen: string[] = [];
    streams.fills('a', 'id-a', asks).subscribe((reading) => seen.push(notify(reading)));
    for (let i = 0; i < 3; i++) asks.next('trading');
    await settle();
    expect(times(FILLS)).toHaveLength(1);
    release(200, '[]');
    await settle();
    expect(times(FILLS)).toHaveLength(2);
    expect(seen).toEqual(['trades unchanged 200', 'FXI1 100']);
  });

  it('fills in the coId of the order where a trade has none', async () => {
    const { streams, on, settle } = await start();
    on(FILLS, json(200, { ...(toTrade('a', 'FXI1', 1) as object), coId: undefined }));
    const asks = new Subject<Lane>();
    const seen: TradeReading[] = [];
    streams.fills('a', 'id-a', asks).subscribe((reading) => seen.push(reading));
    asks.next('trading');
    await settle();
    expect(seen).toMatchObject([{ kind: 'trade', event: { coId: 'a', orderId: 'id-a' } }]);
  });

  it('waits for the next request while the budget is used up', async () => {
    const { streams, on, advance, settle, times } = await start({ safety: 0, trading: 1, data: 0 });
    on(FILLS, json(200, []));
    const asks = new Subject<Lane>();
    streams.fills('a', 'id-a', asks).subscribe();
    asks.next('trading');
    await settle();
    asks.next('trading');
    await settle();
    expect(times(FILLS)).toHaveLength(1);
    // A query by either id was sent, and both are paid for.
    await advance(SECOND);
    asks.next('trading');
    await settle();
    expect(times(FILLS)).toHaveLength(1);
    await advance(SECOND);
    asks.next('trading');
    await settle();
    expect(times(FILLS)).toHaveLength(2);
  });
});
